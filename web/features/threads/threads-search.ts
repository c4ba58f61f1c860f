import type { ThreadRow, ThreadStatus } from '@hzm/contracts/features/threads/thread';

export const filters = [
  'all',
  'waiting_reply',
  'replied',
  'closed',
  'starred',
] as const satisfies readonly ('all' | 'starred' | ThreadStatus)[];
export type ThreadFilter = (typeof filters)[number];

/** Id of a list of threads: by filter, or about one row. */
export type ListOf = ThreadFilter | `row:${string}/${string}`;

/** Returns the list id of the threads about a row. */
export const aboutRow = ({ table_id, row_id }: ThreadRow): ListOf => `row:${table_id}/${row_id}`;

/** Returns the row of a list id, if any. */
export function rowOf(list: ListOf): ThreadRow | undefined {
  const [, table_id, row_id] = /^row:([^/]+)\/(.+)$/.exec(list) ?? [];
  return table_id === undefined || row_id === undefined ? undefined : { table_id, row_id };
}

/**
 * Search parameters of the threads: filter, open thread and linked message. The filter defaults to
 * all.
 */
export interface ThreadsSearch {
  readonly tab: 'chat';
  readonly filter?: ThreadFilter;
  readonly q?: string;
  readonly thread?: string;
  readonly message?: string;
  readonly new?: true;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, 200) : undefined;

/** Parses search parameters, ignoring invalid ones. */
export function readThreads({
  filter,
  q,
  thread,
  message,
  new: isNew,
}: Record<string, unknown>): ThreadsSearch {
  const found = {
    filter: filters.find(one => one === filter),
    q: text(q),
    thread: text(thread),
    message: text(message),
  };
  return {
    tab: 'chat',
    ...(found.filter && found.filter !== 'all' && { filter: found.filter }),
    ...(found.q && { q: found.q }),
    ...(found.thread && { thread: found.thread }),
    ...(found.thread && found.message && { message: found.message }),
    ...(isNew === true && { new: true }),
  };
}
