import type { WireChange } from '@hzm/contracts/core/realtime';
import type { ReadMark } from '@hzm/contracts/features/read-marks/read-mark';
import { getThread, listThreads } from '@hzm/contracts/features/threads/api';
import type { ListedThread, Thread, ThreadStatus } from '@hzm/contracts/features/threads/thread';
import { useEffect } from 'react';
import { send } from '../../lib/http.ts';
import { watch } from '../../realtime/socket.ts';
import { store } from '../../state/jotai.ts';
import {
  liveResource,
  resources,
  useLive,
  type Ask,
  type LiveResource,
  type Loaded,
} from '../../state/live-resource.ts';
import { sessionAtom } from '../../state/session.ts';
import { useSession } from '../../state/use-session.ts';
import {
  asListed,
  mayBeFound,
  withThread,
  withThreads,
  type ThreadList,
} from './model/thread-list.ts';
import { aboutRow, filters, rowOf, type ListOf } from './threads-search.ts';

const PAGE_SIZE = 50;
/** Delay of reloading counts after a change, in milliseconds, because changes come in groups. */
const COUNT_MS = 800;

const queryOf = (of: ListOf) =>
  rowOf(of) ??
  (of === 'all'
    ? {}
    : of === 'starred'
      ? { starred: 'true' as const }
      : { status: of as ThreadStatus });

async function load(projectId: string, of: ListOf, ask: Ask): Promise<ThreadList> {
  const { threads, statusCounts, pagination } = await ask(listThreads, {
    params: { projectId },
    query: { limit: PAGE_SIZE, ...queryOf(of) },
  });
  return { threads, counts: statusCounts, nextCursor: pagination.nextCursor };
}

const keyOf = (projectId: string, of: ListOf): string => `${projectId} ${of}`;

const lists = resources<ThreadList>(key => {
  const [projectId, of] = key.split(' ') as [string, ListOf];
  const list: LiveResource<ThreadList> = liveResource({
    topic: `threads:${projectId}`,
    load: ask => load(projectId, of, ask),
    apply: (known, change) => {
      if (change.kind !== 'thread' || change.op !== 'put') return known;
      const said = change.doc as unknown as Thread;
      countSoon(projectId);
      const before = known.threads.find(({ id }) => id === said.id);
      if (before && before.changed >= said.changed) return known;
      const thread = asListed(before, said, change.actor?.id === store.get(sessionAtom)?.user.id);
      if (thread) return withThread(known, thread, of);
      if (mayBeFound(known, said, of)) askSoon(said.id, of);
      return known;
    },
  });
  return list;
});

/** Minimum interval of loading one thread, in milliseconds: many people may write in it at once. */
const ASK_MS = 500;
const asked = new Set<string>();

/** Loads the reader's state of an unknown thread. */
function askSoon(threadId: string, of: ListOf): void {
  const key = `${threadId} ${of}`;
  if (asked.has(key)) return;
  asked.add(key);
  setTimeout(() => {
    asked.delete(key);
    void ask(threadId).then(
      found => takeThread(found, [of]),
      () => undefined,
    );
  }, ASK_MS);
}

const ask = async (threadId: string): Promise<ListedThread> =>
  (await send(getThread, { params: { threadId }, query: { limit: 1 } })).data.thread;

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Reloads the counts once for several changes, if a list with filters shows them. */
function countSoon(projectId: string): void {
  if (
    timers.has(projectId) ||
    filters.every(filter => store.get(lists(keyOf(projectId, filter)).atom).status !== 'ready')
  )
    return;
  timers.set(
    projectId,
    setTimeout(() => {
      timers.delete(projectId);
      send(listThreads, { params: { projectId }, query: { limit: 0 } }).then(
        ({ data: { statusCounts } }) => {
          for (const filter of filters)
            lists(keyOf(projectId, filter)).update(known => ({ ...known, counts: statusCounts }));
        },
        () => undefined,
      );
    }, COUNT_MS),
  );
}

/** Applies an answer about a thread to lists; by default to all that it may match. */
export function takeThread(
  thread: ListedThread,
  where: readonly ListOf[] = [...filters, ...(thread.row === null ? [] : [aboutRow(thread.row)])],
): void {
  for (const of of where)
    lists(keyOf(thread.project_id, of)).update(known => withThread(known, thread, of));
  countSoon(thread.project_id);
}

export async function loadMore(projectId: string, of: ListOf, cursor: string): Promise<void> {
  const { data } = await send(listThreads, {
    params: { projectId },
    query: { limit: PAGE_SIZE, cursor, ...queryOf(of) },
  });
  lists(keyOf(projectId, of)).update(known =>
    known.nextCursor === cursor
      ? withThreads(known, { threads: data.threads, nextCursor: data.pagination.nextCursor })
      : known,
  );
}

export const reloadThreads = (projectId: string, of: ListOf): Promise<void> =>
  lists(keyOf(projectId, of)).reload();

/**
 * Returns the thread of a list that a change on the reader's own topic names, or `all`. A star may
 * add a thread to the list, a read mark does not.
 */
function aboutThread(
  { kind, id, doc }: WireChange,
  projectId: string,
  list: LiveResource<ThreadList>,
): string | undefined {
  if (kind === 'thread-star') return id;
  if (kind !== 'read-mark') return undefined;
  const { topic, scope } = doc as unknown as ReadMark;
  if (scope !== `threads:${projectId}`) return undefined;
  return topic === scope
    ? 'all'
    : store.get(list.atom).data?.threads.find(thread => topic === `thread:${thread.id}`)?.id;
}

/** Threads of a list, live, with stars and read marks from other devices. */
export function useThreads(projectId: string, of: ListOf): Loaded<ThreadList> {
  const { user } = useSession();
  const list = lists(keyOf(projectId, of));
  useEffect(
    () =>
      watch(`user:${user.id}`, {
        onChanges: ({ changes }) => {
          for (const change of changes) {
            const threadId = aboutThread(change, projectId, list);
            if (threadId === 'all') void list.reload();
            else if (threadId !== undefined)
              void ask(threadId).then(
                thread => takeThread(thread, [of]),
                () => undefined,
              );
          }
        },
        onRefetch: () => void list.reload(),
      }),
    [projectId, user.id, of, list],
  );
  return useLive(list);
}
