import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/projects/bin-api';
import { binnedProjectDocs, type ProjectDoc } from '@hzm/projections/features/projects/projects';
import { handle, type Context } from '@hzm/services/core/engine';
import { inAnswer, wholePage } from '@hzm/services/core/read-model/answer-page';
import { actorsOf } from '../../access/actors.ts';
import { presentProject } from '../../access/present-project.ts';
import { projectAnywhere, projectDoc } from '../../access/project.ts';
import { ifBinned } from '../../portfolio/portfolio.ts';
import { wrongName } from '../tables/bin.ts';
import { bringBack } from './bin.ts';
import { checkProtection } from './delete-asked.ts';
import { dropProject } from './delete.ts';

/** A project of the caller, or of anybody for administrators. @throws Problem NOT_FOUND */
async function ownProject({ engine, caller }: Context, id: string): Promise<ProjectDoc> {
  const doc = await projectAnywhere(engine, id);
  if (!doc || doc.parentProjectId !== null || (doc.ownerId !== caller.actor && !caller.isAdmin))
    throw new Problem('NOT_FOUND', { text: 'project-not-found' });
  return doc;
}

export const binHandlers = [
  handle(api.listProjectBin, async ({ engine, caller }, { query: { page, limit } }) => {
    const found = wholePage(
      await engine.model.find({
        collection: binnedProjectDocs,
        where: [
          { path: 'ownerId', op: 'eq', value: caller.actor },
          { path: 'parentProjectId', op: 'eq', value: null },
        ],
        sort: { by: { path: 'binnedAt' }, descending: true },
        skip: (page - 1) * limit,
        limit,
        count: true,
        bytes: inAnswer(),
      }),
      limit,
    );
    const actor = actorsOf(engine);
    const { docs, total = 0 } = found;
    const projects = await Promise.all(
      docs.map(async doc => ({
        id: doc.id,
        name: doc.name,
        tableCount: doc.tableCount,
        hasTestEnvironment: doc.testEnvironmentId !== null,
        isProtected: doc.passwordHash !== null,
        deletedAt: doc.binnedAt ?? '',
        deletedBy: await actor(doc.binnedBy ?? ''),
        until: doc.binnedUntil ?? '',
      })),
    );
    return {
      data: { projects, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } },
    };
  }),

  handle(api.restoreProject, async (context, { params: { entryId }, body: { name } }) => {
    const { ownerId } = await ownProject(context, entryId);
    const position = await bringBack(context, entryId, ownerId, name);
    const project = await presentProject(context, await projectDoc(context.engine, entryId));
    return { data: { project }, position };
  }),

  handle(api.eraseProject, async (context, { params: { entryId }, body }) => {
    const { engine, request } = context;
    const doc = await ownProject(context, entryId);
    if (body.confirm !== doc.name) throw wrongName();
    await checkProtection(context, doc, body.protectionPassword);
    const position = await dropProject(engine, request, {
      projectId: entryId,
      ownerId: doc.ownerId,
      when: decide => ifBinned(entryId, decide),
    });
    return { data: {}, position };
  }),
];
