import type { InputOf } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import type { listThreads } from '@hzm/contracts/features/threads/api';
import {
  threadDocs,
  threadTextDocs,
  type ThreadDoc,
} from '@hzm/projections/features/threads/documents';
import { askerOf, type Asking } from '@hzm/services/core/engine';
import {
  BadCursor,
  type Condition,
  type Found,
  type Path,
} from '@hzm/services/core/ports/read-model';
import { inAnswer } from '@hzm/services/core/read-model/answer-page';

type Asked = InputOf<typeof listThreads>['query'];
type Where = Condition<Path<ThreadDoc>>;

/**
 * Titles, lists of tags and messages that are looked at for one search: of each the newest that
 * match.
 */
const MAX_MATCHES = 1_000;

/** The threads in whose title, tags or messages a text stands. */
async function threadsWith(
  context: Asking,
  projectId: string,
  text: string,
): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    (['values.title', 'values.tags', 'values.text'] as const).map(path =>
      context.engine.model.find({
        collection: threadTextDocs,
        partition: projectId,
        where: [{ path, op: 'contains', text }],
        sort: { by: 'created', descending: true },
        limit: MAX_MATCHES,
        ...askerOf(context),
      }),
    ),
  );
  return new Set(found.flatMap(({ docs }) => docs.map(({ threadId }) => threadId)));
}

async function threadsOfAll(
  context: Asking,
  projectIds: readonly string[],
  text: string,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const id of projectIds)
    for (const one of await threadsWith(context, id, text)) found.add(one);
  return found;
}

/** Selects what belongs to projects. */
export const ofProjects = (ids: readonly string[]): Condition<'projectId'> => {
  const [id, ...others] = ids;
  return id !== undefined && others.length === 0
    ? { path: 'projectId', op: 'eq', value: id }
    : { path: 'projectId', op: 'in', values: [...ids] };
};

const equal = (path: Path<ThreadDoc>, value: string | undefined): readonly Where[] =>
  value === undefined ? [] : [{ path, op: 'eq', value }];

/**
 * A page of the threads of projects, the one with the newest message first. @throws Problem
 * VALIDATION_ERROR for a cursor that is none
 */
export async function findThreads(
  context: Asking,
  projectIds: readonly string[],
  { status, starred, category, priority, search, table_id, row_id, limit, cursor }: Asked,
  stars: ReadonlySet<string>,
): Promise<Found<ThreadDoc>> {
  const { engine } = context;
  const among = [
    ...(starred ? [stars] : []),
    ...(search ? [await threadsOfAll(context, projectIds, search)] : []),
  ];
  const where: Where[] = [
    ofProjects(projectIds),
    ...equal('status', status),
    ...equal('category', category),
    ...equal('priority', priority),
    ...equal('tableId', table_id),
    ...equal('rowId', row_id),
    ...among.map(ids => ({ path: 'id', op: 'in', values: [...ids] }) as const),
  ];
  const page = {
    limit,
    count: true,
    bytes: inAnswer(),
    ...(cursor !== undefined && { cursor }),
    ...askerOf(context),
  };
  return engine.model
    .find({
      collection: threadDocs,
      where,
      sort: { by: { path: 'position' }, descending: true },
      ...page,
    })
    .catch((error: unknown) => {
      throw error instanceof BadCursor
        ? new Problem('VALIDATION_ERROR', {
            details: [{ path: 'cursor', message: { key: 'cursor-unknown' } }],
          })
        : error;
    });
}
