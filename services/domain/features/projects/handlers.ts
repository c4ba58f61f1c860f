import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/projects/api';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Position } from '@hzm/contracts/core/position';
import { handle, type Context, type Result } from '@hzm/services/core/engine';
import type { Step } from '@hzm/services/core/command-loop';
import { hashPassword, verifyPassword } from '@hzm/services/core/password';
import { accountDoc } from '../accounts/view.ts';
import { engineAsOf } from '../history/past.ts';
import { access, changeApiKeyPassword, changeSettings, disableProtection, enableProtection } from './access.ts';
import { create } from './create.ts';
import { dropProject } from './delete.ts';
import { describeProject, portfolio } from './portfolio.ts';
import { shownProject } from './shown.ts';
import { projectDoc, projectOf, type ProjectDoc } from './view.ts';

const shown = async (context: Context, projectId: string): Promise<Project> => shownProject(context, await projectDoc(context.engine, projectId));

/** Runs the steps in turn, waits until they can be read, and answers the project as it then is. */
async function change(context: Context, projectId: string, ...steps: readonly Step<never>[]): Promise<Result<{ project: Project }>> {
  let position: Position | undefined;
  for (const step of steps) position = (await context.engine.loop.run(context.request, step)).position ?? position;
  await context.engine.projector.reached(position);
  return { data: { project: await shown(context, projectId) }, position };
}

const accessStep = (projectId: string, decide: Step<typeof access.initial>['decide']): Step<never> =>
  ({ stream: `project-${projectId}`, decider: access, decide }) as unknown as Step<never>;
const portfolioStep = (ownerId: string, decide: Step<typeof portfolio.initial>['decide']): Step<never> =>
  ({ stream: `portfolio-${ownerId}`, decider: portfolio, decide }) as unknown as Step<never>;

export const handlers = [
  handle(api.listProjects, async (context, { query: { page, limit, sort, order } }) => {
    const { engine, caller } = context;
    const where = caller.key ? [{ path: 'id', op: 'eq' as const, value: caller.key.projectId }] : caller.isAdmin ? [] : [{ path: 'ownerId', op: 'eq' as const, value: caller.actor }];
    const found = await engine.model.find<ProjectDoc>({
      collection: 'projects', where, sort: { by: sort === 'createdAt' ? 'created' : { path: sort }, descending: order === 'desc' }, skip: (page - 1) * limit, limit, count: true,
    });
    const projects = await Promise.all(found.docs.map(doc => shownProject(context, doc)));
    const total = found.total ?? projects.length;
    return { data: { projects, testProjects: [], detectedGroupedProjects: {}, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } } };
  }),

  handle(api.getProject, async (context, { params: { projectId }, query: { asOf } }) => {
    const then = await engineAsOf(context, { projectId }, asOf);
    return { data: { project: await shownProject(context, await projectDoc(then, projectId)) } };
  }),

  handle(api.createProject, async (context, { body }) => {
    const owner = await accountDoc(context.engine, context.caller.actor);
    const { project, position } = await create(context, owner.id, owner.maxProjects, body);
    return { data: { project: projectOf(project, owner, true) }, position };
  }),

  handle(api.changeProject, async (context, { params: { projectId }, body: { name, description, isPublic, settings } }) => {
    const { ownerId } = await projectDoc(context.engine, projectId);
    const described = name !== undefined || description !== undefined;
    const reached = isPublic !== undefined || settings !== undefined;
    return change(context, projectId,
      ...(described ? [portfolioStep(ownerId, describeProject(projectId, { name, description }))] : []),
      ...(reached ? [accessStep(projectId, changeSettings(projectId, settings ?? {}, isPublic))] : []));
  }),

  handle(api.deleteProject, async ({ engine, request }, { params: { projectId }, body }) => {
    const { ownerId, passwordHash } = await projectDoc(engine, projectId);
    if (passwordHash !== null) {
      if (!body?.protectionPassword) throw new Problem('PROTECTION_REQUIRED');
      if (!(await verifyPassword(body.protectionPassword, passwordHash))) throw new Problem('PROTECTION_INVALID');
    }
    return { data: {}, position: await dropProject(engine, request, projectId, ownerId) };
  }),

  handle(api.enableProtection, async (context, { params: { projectId }, body: { password } }) =>
    change(context, projectId, accessStep(projectId, enableProtection(projectId, await hashPassword(password))))),

  handle(api.disableProtection, async (context, { params: { projectId }, body: { password } }) => {
    const { passwordHash } = await projectDoc(context.engine, projectId);
    const verified = passwordHash !== null && (await verifyPassword(password, passwordHash)) ? passwordHash : undefined;
    return change(context, projectId, accessStep(projectId, disableProtection(projectId, verified)));
  }),

  handle(api.changeApiKeyPassword, async (context, { params: { projectId }, body: { newPassword } }) =>
    change(context, projectId, accessStep(projectId, changeApiKeyPassword(projectId, newPassword)))),
];
