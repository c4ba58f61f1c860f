import { fold } from '@hzm/contracts/core/turkish';
import { plainText } from '@hzm/contracts/features/threads/mentions';
import {
  MAX_UNREAD,
  type ListedThread,
  type StatusCounts,
  type Thread,
} from '@hzm/contracts/features/threads/thread';
import { rowOf, type ListOf, type ThreadFilter } from '../threads-search.ts';

/** The threads of a list, as far as they are here: those with the newest message first. */
export interface ThreadList {
  readonly threads: readonly ListedThread[];
  readonly counts: StatusCounts;
  /** Where more of them go on. */
  readonly nextCursor: string | undefined;
}

export const byNewest = (a: ListedThread, b: ListedThread): number =>
  a.position > b.position ? -1 : a.position < b.position ? 1 : 0;

/** Whether a thread belongs in a list. */
export function isFound(
  of: ListOf,
  { status, is_starred, row }: Pick<ListedThread, 'status' | 'is_starred' | 'row'>,
): boolean {
  const about = rowOf(of);
  if (about !== undefined) return row?.row_id === about.row_id;
  return of === 'all' || (of === 'starred' ? is_starred : status === of);
}

/**
 * Whether a thread that is not loaded may belong in a list: only the server knows whether it is
 * starred, unless all starred threads are loaded.
 */
export const mayBeFound = ({ nextCursor }: ThreadList, thread: Thread, of: ListOf): boolean =>
  of === 'starred' ? nextCursor !== undefined : isFound(of, { ...thread, is_starred: false });

/**
 * Moves a thread to its place in a list, or takes it out if it does not belong there any more. A
 * state that is older than the known one changes nothing.
 */
export function withThread(list: ThreadList, thread: ListedThread, of: ListOf): ThreadList {
  const rest = list.threads.filter(({ id }) => id !== thread.id);
  if (!isFound(of, thread))
    return rest.length === list.threads.length ? list : { ...list, threads: rest };
  // What stands behind the last that is here comes with the next page.
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
 * What everybody is told of a thread, as its reader sees it: stars and marks are theirs. undefined:
 * it is not known what they see.
 */
export function asListed(
  known: ListedThread | undefined,
  said: Thread,
  isOwn: boolean,
): ListedThread | undefined {
  if (known === undefined) return undefined;
  const { is_starred } = known;
  const fresh = Math.max(0, said.message_count - known.message_count);
  // One's own message says that one is there.
  return {
    ...said,
    is_starred,
    unread_count: isOwn ? known.unread_count : Math.min(MAX_UNREAD, known.unread_count + fresh),
  };
}

/** With one more page. */
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
 * Whether what is searched for stands in what a list shows of a thread, whatever case and Turkish
 * letters. What its messages say only the server knows.
 */
export const isLike = (
  { title, tags, last_message }: Pick<ListedThread, 'title' | 'tags' | 'last_message'>,
  q: string,
): boolean => fold([title, ...tags, plainText(last_message)].join('\n')).includes(fold(q.trim()));

/**
 * What is shown of a search: what is here and looks like it, and what the server has found, each as
 * it is known best.
 */
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
