import { fold } from '@hzm/contracts/core/turkish';
import { plainText } from '@hzm/contracts/features/threads/mentions';
import {
  MAX_UNREAD,
  type ListedThread,
  type StatusCounts,
  type Thread,
} from '@hzm/contracts/features/threads/thread';
import { rowOf, type ListOf, type ThreadFilter } from '../threads-search.ts';

/** Loaded threads of a list, by newest message. */
export interface ThreadList {
  readonly threads: readonly ListedThread[];
  readonly counts: StatusCounts;
  /** Cursor of the next page. */
  readonly nextCursor: string | undefined;
}

export const byNewest = (a: ListedThread, b: ListedThread): number =>
  a.position > b.position ? -1 : a.position < b.position ? 1 : 0;

export function isFound(
  of: ListOf,
  { status, is_starred, row }: Pick<ListedThread, 'status' | 'is_starred' | 'row'>,
): boolean {
  const about = rowOf(of);
  if (about !== undefined) return row?.row_id === about.row_id;
  return of === 'all' || (of === 'starred' ? is_starred : status === of);
}

/**
 * Whether an unknown thread may match a list: only the server knows its star, unless all starred
 * threads are loaded.
 */
export const mayBeFound = ({ nextCursor }: ThreadList, thread: Thread, of: ListOf): boolean =>
  of === 'starred' ? nextCursor !== undefined : isFound(of, { ...thread, is_starred: false });

/**
 * Moves a thread to its place in a list, or removes it if it no longer matches. Ignores older
 * states.
 */
export function withThread(list: ThreadList, thread: ListedThread, of: ListOf): ThreadList {
  const rest = list.threads.filter(({ id }) => id !== thread.id);
  if (!isFound(of, thread))
    return rest.length === list.threads.length ? list : { ...list, threads: rest };
  // Threads after the last loaded one come with the next page.
  const last = list.threads.at(-1);
  if (
    rest.length === list.threads.length &&
    list.nextCursor !== undefined &&
    last &&
    thread.position < last.position
  )
    return list;
  return { ...list, threads: [...rest, thread].toSorted(byNewest) };
}

/**
 * Merges a shared change with the reader's own star and read mark; undefined if these are unknown.
 */
export function asListed(
  known: ListedThread | undefined,
  said: Thread,
  isOwn: boolean,
): ListedThread | undefined {
  if (known === undefined) return undefined;
  const { is_starred } = known;
  const fresh = Math.max(0, said.message_count - known.message_count);
  // One's own message does not count as unread.
  return {
    ...said,
    is_starred,
    unread_count: isOwn ? known.unread_count : Math.min(MAX_UNREAD, known.unread_count + fresh),
  };
}

export const withThreads = (
  list: ThreadList,
  { threads, nextCursor }: Pick<ThreadList, 'threads' | 'nextCursor'>,
): ThreadList => {
  const known = new Set(list.threads.map(({ id }) => id));
  return {
    ...list,
    nextCursor,
    threads: [...list.threads, ...threads.filter(({ id }) => !known.has(id))].toSorted(byNewest),
  };
};

/**
 * Whether the visible texts of a thread contain the search, ignoring case and Turkish diacritics.
 * Only the server can search messages.
 */
export const isLike = (
  { title, tags, last_message }: Pick<ListedThread, 'title' | 'tags' | 'last_message'>,
  q: string,
): boolean => fold([title, ...tags, plainText(last_message)].join('\n')).includes(fold(q.trim()));

/** Merges local matches with those of the server, each in its newest known state. */
export function searched(
  here: readonly ListedThread[],
  found: readonly ListedThread[],
  q: string,
  filter: ThreadFilter,
): readonly ListedThread[] {
  const known = new Map(here.map(thread => [thread.id, thread]));
  const all = new Map(
    [
      ...found.map(thread => known.get(thread.id) ?? thread),
      ...here.filter(thread => isLike(thread, q)),
    ].map(thread => [thread.id, thread]),
  );
  return [...all.values()].filter(thread => isFound(filter, thread)).toSorted(byNewest);
}
