import type { AnswerOf, InputOf } from '@hzm/contracts/core/call';
import type { AdminProject } from '@hzm/contracts/features/administration/administration';
import type { listAllProjects } from '@hzm/contracts/features/administration/api';
import {
  EVERYBODY,
  listedProjects,
  type ListedProject,
} from '@hzm/projections/features/administration/administration';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { askerOf, type Context, type Engine, type Result } from '@hzm/services/core/engine';
import { SYSTEM } from '@hzm/services/core/ports/read-model';
import { presentProject } from '../../access/present-project.ts';
import { projectAnywhere } from '../../access/project.ts';

/** Tables of one project whose rows are counted, and how much may be read of them, in bytes. */
const MAX_COUNTED_TABLES = 200;
const MAX_TABLES_BYTES = 1024 * 1024;

async function rowsOf({ model }: Pick<Engine, 'model'>, projectId: string): Promise<number | null> {
  const { docs, nextCursor } = await model.find({
    collection: tableDocs,
    where: [{ path: 'projectId', op: 'eq', value: projectId }],
    limit: MAX_COUNTED_TABLES,
    bytes: { most: MAX_TABLES_BYTES },
  });
  if (nextCursor !== undefined) return null;
  let rows = 0;
  // One after the other: a page of projects asks for many.
  for (const { id } of docs)
    rows +=
      (await model.find({ collection: rowDocs, partition: id, limit: 0, count: true, ...SYSTEM }))
        .total ?? 0;
  return rows;
}

/** A project that was deleted a moment ago is in one view and not in the other. */
async function present(
  context: Context,
  { id, changedAt }: ListedProject,
): Promise<AdminProject | undefined> {
  const doc = await projectAnywhere(context.engine, id);
  return (
    doc && {
      ...(await presentProject(context, doc)),
      rowCount: await rowsOf(context.engine, id),
      changedAt,
      binnedUntil: doc.binnedUntil,
    }
  );
}

/** A page of everybody's projects. */
export async function listProjects(
  context: Context,
  {
    query: { page, limit, search, owner, sort, order },
  }: Pick<InputOf<typeof listAllProjects>, 'query'>,
): Promise<Result<AnswerOf<typeof listAllProjects>>> {
  const { docs, total = 0 } = await context.engine.model.find({
    collection: listedProjects,
    partition: EVERYBODY,
    ...askerOf(context),
    where: [
      ...(search ? [{ path: 'columns.name', op: 'contains', text: search } as const] : []),
      ...(owner === undefined
        ? []
        : [{ path: 'columns.ownerId', op: 'eq', value: owner } as const]),
    ],
    sort: {
      by: sort === 'createdAt' ? 'created' : { path: 'columns.name' },
      descending: order === 'desc',
    },
    skip: (page - 1) * limit,
    limit,
    count: true,
  });
  const projects = (await Promise.all(docs.map(doc => present(context, doc)))).filter(
    project => project !== undefined,
  );
  return {
    data: { projects, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } },
  };
}
