import { ordinal, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/projects/api';
import type { Project, ProjectSettings } from '@hzm/contracts/features/projects/project';
import { words } from '@hzm/contracts/features/projects/words';
import { projectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import type { Decision } from '@hzm/services/core/commands/decider';
import type { Precondition } from '@hzm/services/core/commands/precondition';
import { handle, type Context, type Engine, type Result } from '@hzm/services/core/engine';
import { inAnswer, wholePage } from '@hzm/services/core/read-model/answer-page';
import type { CommandResult } from '../../../core/commands/command-executor.ts';
import { accountDoc } from '../../access/account.ts';
import { authorize } from '../../access/authorize.ts';
import { refuseFormer } from '../../access/key-access.ts';
import { presentProject, presentProjects } from '../../access/present-project.ts';
import { projectDoc, projectOf } from '../../access/project.ts';
import { reachable } from '../../access/reachable.ts';
import { guarded, type Judge } from '../../past/decided.ts';
import { withReadModelAsOf } from '../../past/point-in-time.ts';
import { create } from '../../portfolio/create-project.ts';
import { describeProject, portfolio } from '../../portfolio/portfolio.ts';
import { settlePortfolio } from '../members/hand-over.ts';
import {
  access,
  changeApiKeyPassword,
  changeSettings,
  disableProtection,
  enableProtection,
} from './access.ts';
import { binHandlers } from './bin-handlers.ts';
import { makeTestEnvironment } from './create-test-environment.ts';
import { deleteAsked } from './delete-asked.ts';
import { included } from './included.ts';
import { liftedBy } from './lift-protection.ts';

/** A project as it is answered, with its version. */
async function answer(
  context: Context,
  projectId: string,
  { model }: Pick<Engine, 'model'> = context.engine,
): Promise<Result<{ project: Project }>> {
  const doc = await projectDoc({ model }, projectId);
  return { data: { project: await presentProject(context, doc) }, version: ordinal(doc.position) };
}

/** The project is still the one that the caller saw. */
const ifProject = (context: Context, { id, position }: ProjectDoc): Precondition | undefined =>
  context.expected === undefined
    ? undefined
    : {
        position,
        expected: context.expected,
        isAbout: ({ data }) => data['projectId'] === id,
        current: async () => (await answer(context, id)).data.project,
      };

/** The part of a change that one append writes. */
interface Part {
  readonly members: readonly string[];
  readonly append: (
    context: Context,
    precondition: Precondition | undefined,
  ) => Promise<Pick<CommandResult<never>, 'position' | 'repeated'>>;
}

const accessPart = (
  projectId: string,
  decide: StreamPart<typeof access.initial>,
  members: readonly string[] = [],
  judge?: Judge,
): Part => ({
  members,
  append: (context, precondition) =>
    guarded(
      context,
      allowed =>
        context.engine.executor.execute(context.request, {
          stream: `project-${projectId}`,
          about: { projectId },
          decider: access,
          decide,
          precondition,
          allowed,
        }),
      judge,
    ),
});
const portfolioPart = (
  ownerId: string,
  projectId: string,
  decide: StreamPart<typeof portfolio.initial>,
  ...members: string[]
): Part => ({
  members,
  append: ({ engine, request }, precondition) =>
    engine.executor.execute(request, {
      stream: `portfolio-${ownerId}`,
      about: { projectId },
      decider: portfolio,
      decide,
      precondition,
    }),
});
type StreamPart<State> = (state: State) => Decision;

/**
 * Appends the parts in turn, waits until they can be read, and answers the project as it then is,
 * or, when all of it was asked before, as it was then. @throws Problem; when parts were appended
 * before it, `data.changed` names their members
 */
async function change(
  context: Context,
  project: ProjectDoc,
  ...parts: readonly Part[]
): Promise<Result<{ project: Project }>> {
  const precondition = ifProject(context, project);
  const changed: string[] = [];
  let position: Position | undefined;
  let repeated: Position | undefined;
  for (const { members, append } of parts) {
    try {
      const outcome = await append(context, precondition);
      position = outcome.position ?? position;
      // A part that is new now, because the first time ended before it, is answered as all is now.
      repeated = changed.length === 0 || repeated !== undefined ? outcome.repeated : undefined;
      changed.push(...members);
    } catch (error) {
      if (!(error instanceof Problem) || changed.length === 0) throw error;
      const { code, text, details, data, retryAfter } = error;
      throw new Problem(code, {
        text,
        ...(details && { details }),
        ...(retryAfter !== undefined && { retryAfter }),
        data: { ...(data as object | undefined), changed },
      });
    }
  }
  await context.engine.projector.waitForPosition(position);
  return {
    ...(await answer(
      context,
      project.id,
      await withReadModelAsOf(context, { projectId: project.id }, repeated),
    )),
    position,
  };
}

/**
 * The members of a project's settings that say how far, how often and with how little it is
 * reached.
 */
interface Reach {
  readonly isPublic?: boolean | undefined;
  readonly settings?:
    | { readonly [Name in keyof ProjectSettings]?: ProjectSettings[Name] | undefined }
    | undefined;
}

/**
 * Checks that a key gives no key, itself included, more than it has: a higher limit, writing alone,
 * rows to read. @throws Problem KEY_SCOPE
 */
async function checkReach(
  { engine, caller }: Pick<Context, 'engine' | 'caller'>,
  { id, settings: now }: ProjectDoc,
  { isPublic, settings = {} }: Reach,
): Promise<void> {
  if (!caller.key) return;
  const { maxRequestsPerMinute = now.maxRequestsPerMinute, requireAuth = now.requireAuth } =
    settings;
  if (maxRequestsPerMinute > now.maxRequestsPerMinute || (now.requireAuth && !requireAuth))
    throw new Problem('KEY_SCOPE');
  if (isPublic === true)
    await authorize(engine, caller, { access: 'rows:read', method: 'GET' }, { projectId: id });
}

/** Maximum size of a project's text about its owner, in bytes of JSON. */
const OWNER_BYTES = 3_000;

export const handlers = [
  ...binHandlers,

  handle(api.listProjects, async (context, { query: { page, limit, sort, order } }) => {
    const { engine } = context;
    const where = await reachable(context);
    const found = await engine.model.find({
      collection: projectDocs,
      where,
      sort: { by: sort === 'createdAt' ? 'created' : { path: sort }, descending: order === 'desc' },
      skip: (page - 1) * limit,
      limit,
      count: true,
      bytes: inAnswer(OWNER_BYTES),
    });
    wholePage(found, limit);
    const projects = await presentProjects(context, found.docs);
    const total = found.total ?? projects.length;
    const grouped = projects.flatMap(
      ({ id, parentProjectId, testEnvironmentId }) =>
        parentProjectId ?? (testEnvironmentId === null ? [] : id),
    );
    return {
      data: {
        projects,
        testProjects: projects.filter(({ isTestEnvironment }) => isTestEnvironment),
        detectedGroupedProjects: Object.fromEntries(grouped.map(id => [id, true])),
        pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
      },
    };
  }),

  handle(
    api.getProject,
    async (context, { params: { projectId }, query: { asOf, include = [] } }) => {
      const seen = await withReadModelAsOf(context, { projectId }, asOf);
      const {
        data: { project },
        version,
      } = await answer(context, projectId, seen);
      const parts = await included(context, projectId, include, seen);
      // Parts change without the project's own version.
      return {
        data: { project: { ...project, ...parts } },
        ...(include.length === 0 && { version }),
      };
    },
  ),

  handle(api.createProject, async (context, { body }) => {
    const { caller } = context;
    const owner = await accountDoc(context.engine, caller.master?.madeBy ?? caller.actor);
    await settlePortfolio(context.engine, context.request, owner.id);
    const { project, position } = await create(context, owner.id, owner.maxProjects, body);
    return {
      data: { project: projectOf(project, owner, 'owner', 'whole') },
      position,
      version: ordinal(project.position),
    };
  }),

  handle(
    api.changeProject,
    async (context, { params: { projectId }, body: { name, description, isPublic, settings } }) => {
      const { engine } = context;
      const doc = await projectDoc(engine, projectId);
      const judge: Judge = async caller =>
        checkReach({ engine, caller }, await projectDoc(engine, projectId), { isPublic, settings });
      await judge(context.caller);
      const described = name !== undefined || description !== undefined;
      if (described) await settlePortfolio(context.engine, context.request, doc.ownerId);
      const reached = isPublic !== undefined || settings !== undefined;
      return change(
        context,
        doc,
        ...(described
          ? [
              portfolioPart(
                doc.ownerId,
                projectId,
                describeProject(projectId, { name, description }),
                'name',
                'description',
              ),
            ]
          : []),
        ...(reached
          ? [
              accessPart(
                projectId,
                changeSettings(projectId, settings ?? {}, isPublic),
                ['settings', 'isPublic'],
                judge,
              ),
            ]
          : []),
      );
    },
  ),

  handle(api.deleteProject, async (context, { params: { projectId }, body }) => ({
    data: {},
    position: await deleteAsked(context, projectId, body?.protectionPassword, doc =>
      ifProject(context, doc),
    ),
  })),

  handle(api.createTestEnvironment, async (context, { params: { projectId } }) => {
    const parent = await projectDoc(context.engine, projectId);
    await settlePortfolio(context.engine, context.request, parent.ownerId);
    const { project, position } = await makeTestEnvironment(context, parent);
    return {
      data: {
        project: await presentProject(context, project),
        message: words[context.language]['test-environment-created'],
      },
      position,
      version: ordinal(project.position),
    };
  }),

  handle(api.enableProtection, async (context, { params: { projectId }, body: { password } }) => {
    const doc = await projectDoc(context.engine, projectId);
    if (doc.parentProjectId !== null)
      throw new Problem('CONFLICT', { text: 'test-environment-protection' });
    return change(
      context,
      doc,
      accessPart(projectId, enableProtection(projectId, await context.passwords.hash(password))),
    );
  }),

  handle(api.disableProtection, async (context, { params: { projectId }, body }) => {
    const doc = await projectDoc(context.engine, projectId);
    const lifted = await liftedBy(context, doc, body?.password);
    return change(
      context,
      doc,
      accessPart(projectId, disableProtection(projectId, doc.passwordHash ?? undefined, lifted)),
    );
  }),

  handle(
    api.changeApiKeyPassword,
    async (context, { params: { projectId }, body: { newPassword } }) => {
      return change(
        context,
        await projectDoc(context.engine, projectId),
        accessPart(projectId, changeApiKeyPassword(projectId, newPassword), [], async caller =>
          refuseFormer(caller),
        ),
      );
    },
  ),
];
