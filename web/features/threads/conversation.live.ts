import { START } from '@hzm/contracts/core/position';
import { markRead } from '@hzm/contracts/features/read-marks/api';
import { getThread } from '@hzm/contracts/features/threads/api';
import { withMessage } from '@hzm/contracts/features/threads/conversation';
import type { Message } from '@hzm/contracts/features/threads/message';
import type { ListedThread } from '@hzm/contracts/features/threads/thread';
import { ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { store } from '../../state/jotai.ts';
import { liveResource, resources, type Ask, type LiveResource } from '../../state/live-resource.ts';
import { sessionAtom } from '../../state/session.ts';
import {
  beginsUnread,
  openedAt,
  trimmed,
  withChange,
  withMore,
  type OpenThread,
} from './model/open-thread.ts';
import { confirmed } from './outbox.live.ts';
import { takeThread } from './threads.live.ts';

const PAGE_SIZE = 50;

/** The linked message by thread; loading starts around it. */
const sought = new Map<string, string>();

/** Threads to show from their end, regardless of unread messages, until the end is seen. */
const newest = new Set<string>();

async function load(threadId: string, known: OpenThread | null, ask: Ask): Promise<OpenThread> {
  const around = sought.get(threadId);
  const params = { threadId };
  try {
    const page = await ask(getThread, { params, query: { limit: PAGE_SIZE, around } });
    if (around !== undefined || newest.has(threadId) || !beginsUnread(page))
      return openedAt(page, known);
    const after = page.readUpTo ?? START;
    return openedAt(await ask(getThread, { params, query: { limit: PAGE_SIZE, after } }), known);
  } catch (error) {
    // The message may be gone while the thread exists.
    if (
      around === undefined ||
      !(error instanceof ApiError) ||
      (error.status !== 404 && error.status !== 400)
    )
      throw error;
    sought.delete(threadId);
    return openedAt(await ask(getThread, { params, query: { limit: PAGE_SIZE } }), known);
  }
}

export const conversationOf = resources<OpenThread>(threadId => {
  const open: LiveResource<OpenThread> = liveResource<OpenThread>({
    topic: `thread:${threadId}`,
    load: ask => load(threadId, store.get(open.atom).data, ask),
    apply: (known, change, position) => {
      if (change.requestId !== undefined && change.kind === 'message' && change.op === 'put')
        confirmed(change.requestId);
      return withChange(known, change, position, store.get(sessionAtom)?.user.id ?? '');
    },
  });
  return open;
});

/**
 * Shows the part of a thread around a message, or the newest part for null. @returns whether the
 * message is there
 */
export async function lookAt(threadId: string, messageId: string | null): Promise<boolean> {
  if (messageId === null) {
    sought.delete(threadId);
    newest.add(threadId);
  } else sought.set(threadId, messageId);
  const resource = conversationOf(threadId);
  await resource.reload();
  return (
    store.get(resource.atom).data?.conversation.messages.some(({ id }) => id === messageId) ?? false
  );
}

/** Drops messages far above the newest. */
export const trimToEnd = (threadId: string): void => conversationOf(threadId).update(trimmed);

const underWay = new Set<string>();

/**
 * Loads the next page at one end, one at a time. A failure is retried when the reader comes near
 * that end again.
 */
export async function loadMessages(threadId: string, side: 'before' | 'after'): Promise<void> {
  const resource = conversationOf(threadId);
  const at = store.get(resource.atom).data?.conversation[side] ?? null;
  const key = `${threadId}/${side}`;
  if (at === null || underWay.has(key)) return;
  underWay.add(key);
  try {
    const { data } = await send(getThread, {
      params: { threadId },
      query: { limit: PAGE_SIZE, [side]: at },
    });
    resource.update(known =>
      known.conversation[side] === at ? withMore(known, data, side) : known,
    );
  } finally {
    underWay.delete(key);
  }
}

/** Applies an answer about a message. */
export const takeMessage = (message: Message): void =>
  conversationOf(message.thread_id).update(known => ({
    ...known,
    conversation: withMessage(known.conversation, message),
  }));

/** Applies an answer about a thread, in lists and in the open thread. */
export function takeAnswer(thread: ListedThread): void {
  takeThread(thread);
  conversationOf(thread.id).update(known =>
    known.thread.changed > thread.changed ? known : { ...known, thread },
  );
}

/** Minimum interval of read marks, in milliseconds. */
const MARK_MS = 1_500;
const marks = new Map<
  string,
  { upTo: string; said: string; timer: ReturnType<typeof setTimeout> | undefined }
>();

/** Returns the last position read, as known here. */
export function readHere({ thread: { id }, readUpTo }: OpenThread): string {
  const here = marks.get(id)?.upTo ?? '';
  return readUpTo !== null && readUpTo > here ? readUpTo : here;
}

/**
 * Marks a thread as read up to a position on every device, after a delay. A failure is ignored,
 * because the next message repeats it.
 */
export function tellRead(thread: ListedThread, upTo: string): void {
  const mark = marks.get(thread.id) ?? { upTo: '', said: '', timer: undefined };
  marks.set(thread.id, mark);
  newest.delete(thread.id);
  if (upTo <= mark.upTo) return;
  mark.upTo = upTo;
  takeThread({ ...thread, unread_count: 0 });
  mark.timer ??= setTimeout(
    () => {
      mark.timer = undefined;
      mark.said = mark.upTo;
      void send(markRead, { body: { topic: `thread:${thread.id}`, upTo: mark.said } }).catch(
        () => undefined,
      );
    },
    mark.said === '' ? 0 : MARK_MS,
  );
}
