import type { Position } from '@hzm/contracts/core/position';
import {
  isDone,
  MAX_THREADS,
  MAX_UNREAD,
  type RowCount,
  type RowThread,
  type StatusCounts,
} from '@hzm/contracts/features/threads/thread';
import {
  messageDocs,
  starPart,
  threadDocs,
  threadMarkDocs,
  threadStarDocs,
  type ThreadDoc,
  type ThreadMarkDoc,
} from '@hzm/projections/features/threads/documents';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { findInParts } from '@hzm/services/core/read-model/find-in-parts';
import { pages } from '@hzm/services/core/read-model/pages';
import { isUnread, marksOf } from '../read-marks/unread.ts';
import { ofProjects } from './find.ts';

type Model = Pick<Engine, 'model'>;

/** Stars of one person in one project. */
export const MAX_STARS = 500;

export const scopeOf = (projectId: string): string => `threads:${projectId}`;

/**
 * The stars and read marks of one reader of threads. A key has no stars, and nothing is unread to
 * it.
 */
export interface Reader {
  readonly starred: ReadonlySet<string>;
  readonly upTo: (threadId: string) => Position | undefined;
  readonly unreadIn: (doc: Pick<ThreadDoc, 'id' | 'position'>) => Promise<number>;
  readonly isUnread: (mark: ThreadMarkDoc) => boolean;
}

const nothing: Reader = {
  starred: new Set(),
  upTo: () => undefined,
  unreadIn: () => Promise.resolve(0),
  isUnread: () => false,
};

export async function readerOf(
  engine: Model,
  caller: Pick<Caller, 'actor' | 'key'>,
  projectId: string,
): Promise<Reader> {
  if (caller.key) return nothing;
  const { actor } = caller;
  const scope = scopeOf(projectId);
  const [marks, stars] = await Promise.all([
    marksOf(engine, caller, scope),
    engine.model.find({
      collection: threadStarDocs,
      where: [{ path: 'part', op: 'eq', value: starPart(actor, scope) }],
      limit: MAX_STARS * 2,
    }),
  ]);
  const upTo = (threadId: string): Position | undefined => marks(`thread:${threadId}`);
  return {
    starred: new Set(stars.docs.map(({ threadId }) => threadId)),
    upTo,
    unreadIn: async ({ id, position }) => {
      const read = upTo(id);
      return read !== undefined && position <= read ? 0 : unreadBehind(engine, id, actor, read);
    },
    isUnread: mark => isUnread(mark, actor, upTo(mark.id)),
  };
}

/** Returns the number of others' messages behind a position, up to the maximum that is counted. */
async function unreadBehind(
  { model }: Model,
  threadId: string,
  reader: string,
  behind: Position | undefined,
): Promise<number> {
  const of = [
    { path: 'countedIn', op: 'eq', value: threadId } as const,
    ...(behind === undefined ? [] : [{ path: 'position', op: 'gt', value: behind } as const]),
  ];
  const [all, own] = await Promise.all([
    model.find({ collection: messageDocs, where: of, limit: 0, count: true }),
    model.find({
      collection: messageDocs,
      where: [...of, { path: 'senderId', op: 'eq', value: reader }],
      limit: 0,
      count: true,
    }),
  ]);
  return Math.min(MAX_UNREAD, (all.total ?? 0) - (own.total ?? 0));
}

/** Marks of threads read at once. */
const PAGE_MARKS = 1_000;

/** Counts the threads of projects by kind. */
export async function statusCounts(
  { model }: Model,
  readers: ReadonlyMap<string, Reader>,
): Promise<StatusCounts> {
  const where = [ofProjects([...readers.keys()])];
  const counts = {
    total: 0,
    waiting_reply: 0,
    replied: 0,
    closed: 0,
    rejected: 0,
    starred: 0,
    unread: 0,
  };
  for await (const docs of pages(model, { collection: threadMarkDocs, where, limit: PAGE_MARKS })) {
    counts.total += docs.length;
    for (const doc of docs) {
      const reader = readers.get(doc.projectId)!;
      counts[doc.status]++;
      counts.starred += Number(reader.starred.has(doc.id));
      counts.unread += Number(reader.isUnread(doc));
    }
  }
  return counts;
}

/** Returns the number of threads about each row of a table. */
export async function rowCounts(
  { model }: Model,
  projectIds: readonly string[],
  tableId: string,
): Promise<RowCount[]> {
  const { docs } = await model.find({
    collection: threadMarkDocs,
    where: [{ path: 'tableId', op: 'eq', value: tableId }, ofProjects(projectIds)],
    limit: MAX_THREADS * 2,
  });
  const counts = new Map<string, { row_id: string; total: number; open: number }>();
  for (const mark of docs) {
    const { rowId } = mark;
    if (rowId === null) continue;
    const count = counts.get(rowId) ?? { row_id: rowId, total: 0, open: 0 };
    count.total++;
    count.open += Number(!isDone(mark));
    counts.set(rowId, count);
  }
  return [...counts.values()];
}

/** The threads about rows of a table, as their reader sees them. */
export async function rowThreads(
  { model }: Model,
  tableId: string,
  reader: Reader,
): Promise<RowThread[]> {
  const where = [{ path: 'tableId', op: 'eq', value: tableId } as const];
  const [marks, threads] = await Promise.all([
    findInParts(model, { collection: threadMarkDocs, where, limit: MAX_THREADS * 2 }),
    findInParts(model, { collection: threadDocs, where, limit: MAX_THREADS * 2 }),
  ]);
  const byId = new Map(threads.docs.map(doc => [doc.id, doc]));
  return marks.docs.flatMap((mark): RowThread[] => {
    const doc = byId.get(mark.id);
    if (doc === undefined || mark.rowId === null) return [];
    return [
      {
        id: mark.id,
        row_id: mark.rowId,
        status: mark.status,
        message_count: doc.written - doc.removed,
        position: mark.position,
        is_unread: reader.isUnread(mark),
        _version: doc.revision + 1,
      },
    ];
  });
}
