import type { WireChange } from '@hzm/contracts/core/realtime';
import {
  unopened,
  updatesIn,
  withPage,
  withUpdates,
  type Conversation,
  type Page,
} from '@hzm/contracts/features/threads/conversation';
import type { Message } from '@hzm/contracts/features/threads/message';
import type { ListedThread, Thread } from '@hzm/contracts/features/threads/thread';
import { asListed } from './thread-list.ts';

/** An open thread: the visible part of its messages, and the messages that these answer. */
export interface OpenThread {
  readonly thread: ListedThread;
  readonly conversation: Conversation;
  /** Answered messages outside of the part. */
  readonly quoted: ReadonlyMap<string, Message>;
  /** The reader's read position at the last load. */
  readonly readUpTo: string | null;
  /** Number of loads: messages that come with a load were not announced. */
  readonly loads: number;
  /** Number of messages after the end of the part. */
  readonly newer: number;
}

/** The server's answer about a thread. */
export interface ThreadPage extends Page {
  readonly thread: ListedThread;
  readonly quoted: readonly Message[];
  readonly readUpTo: string | null;
}

/** Bounds the messages held and rendered; further ones are loaded again. */
export const MAX_HELD = 300;

const byId = (messages: readonly Message[]): [string, Message][] =>
  messages.map(message => [message.id, message]);

/**
 * Merges a page with changes that arrived while it was loading. @param before the previous state
 */
export const openedAt = (
  { thread, messages, before, after, quoted, readUpTo }: ThreadPage,
  known: OpenThread | null,
): OpenThread => ({
  thread,
  quoted: new Map(byId(quoted)),
  newer: 0,
  readUpTo,
  loads: (known?.loads ?? 0) + 1,
  conversation: withPage(known?.conversation ?? unopened, { messages, before, after }, 'elsewhere'),
});

/** Whether the first unread message may precede a page of the newest ones. */
export const beginsUnread = ({ before, messages: [first], readUpTo }: ThreadPage): boolean =>
  before !== null && first !== undefined && first.position > (readUpTo ?? '');

/** Adds a page at one end and drops messages far away at the other. */
export function withMore(open: OpenThread, page: ThreadPage, side: 'before' | 'after'): OpenThread {
  const conversation = withPage(
    open.conversation,
    { messages: page.messages, before: page.before, after: page.after },
    side,
  );
  const messages =
    side === 'before'
      ? conversation.messages.slice(0, MAX_HELD)
      : conversation.messages.slice(-MAX_HELD);
  const isCut = messages.length < conversation.messages.length;
  const ends = !isCut
    ? {}
    : side === 'before'
      ? { after: messages.at(-1)!.position }
      : { before: messages[0]!.position };
  return {
    ...open,
    quoted: new Map([...open.quoted, ...byId(page.quoted)]),
    newer: side === 'after' && page.after === null ? 0 : open.newer,
    conversation: { ...conversation, messages, ...ends },
  };
}

/** Drops messages far above a reader at the end. */
export function trimmed(open: OpenThread): OpenThread {
  const { conversation } = open;
  if (conversation.after !== null || conversation.messages.length <= MAX_HELD) return open;
  const messages = conversation.messages.slice(-MAX_HELD);
  return { ...open, conversation: { ...conversation, messages, before: messages[0]!.position } };
}

/** Applies a change from the thread's topic. */
export function withChange(
  open: OpenThread,
  change: WireChange,
  position: string,
  readerId: string,
): OpenThread {
  if (change.kind === 'thread' && change.op === 'put') {
    const said = change.doc as unknown as Thread;
    return said.changed <= open.thread.changed
      ? open
      : {
          ...open,
          thread: asListed(open.thread, said, change.actor?.id === readerId) ?? open.thread,
        };
  }
  const updates = updatesIn({ position, changes: [change] });
  if (updates.length === 0) return open;
  const [update] = updates;
  const known = update && update.kind !== 'message' ? open.quoted.get(update.id) : undefined;
  const isBehind =
    open.conversation.after !== null &&
    update?.kind === 'message' &&
    update.message.position > (open.conversation.messages.at(-1)?.position ?? '');
  return {
    ...open,
    conversation: withUpdates(open.conversation, updates),
    newer: open.newer + (isBehind ? 1 : 0),
    quoted:
      known && update?.kind === 'patch'
        ? new Map(open.quoted).set(update.id, { ...known, ...update.patch })
        : open.quoted,
  };
}

/** Whether another person wrote it, so that it can be unread. */
export const isOfOthers = ({ sender_type, sender_id }: Message, readerId: string): boolean =>
  sender_type !== 'system' && sender_id !== readerId;
