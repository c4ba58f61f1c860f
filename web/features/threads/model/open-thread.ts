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

/**
 * A thread as it is open: itself, the part of its messages that is looked at, and what that part
 * answers.
 */
export interface OpenThread {
  readonly thread: ListedThread;
  readonly conversation: Conversation;
  /** Messages outside of the part that those in it answer. */
  readonly quoted: ReadonlyMap<string, Message>;
  /** How far its reader had read when it was loaded. */
  readonly readUpTo: string | null;
  /** How often it was: what comes with a load came while nobody listened. */
  readonly loads: number;
  /** Messages that came behind the end of the part. */
  readonly newer: number;
}

/** What the server answers of a thread. */
export interface ThreadPage extends Page {
  readonly thread: ListedThread;
  readonly quoted: readonly Message[];
  readonly readUpTo: string | null;
}

/** So many messages are held and drawn at once; what is further away is asked for again. */
export const MAX_HELD = 300;

const byId = (messages: readonly Message[]): [string, Message][] =>
  messages.map(message => [message.id, message]);

/**
 * A thread as a page shows it, with what was told while the page was on its way. @param before as
 * it was here
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

/** Whether a reader's first unread message may stand before a page of the newest ones. */
export const beginsUnread = ({ before, messages: [first], readUpTo }: ThreadPage): boolean =>
  before !== null && first !== undefined && first.position > (readUpTo ?? '');

/** With one more page at one of the ends; what is then far away on the other side is let go. */
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

/** Without what is far above who reads the newest. */
export function trimmed(open: OpenThread): OpenThread {
  const { conversation } = open;
  if (conversation.after !== null || conversation.messages.length <= MAX_HELD) return open;
  const messages = conversation.messages.slice(-MAX_HELD);
  return { ...open, conversation: { ...conversation, messages, before: messages[0]!.position } };
}

/** With one change that the thread's topic told. */
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

/** Whether somebody else said it: that is what can be news. */
export const isOfOthers = ({ sender_type, sender_id }: Message, readerId: string): boolean =>
  sender_type !== 'system' && sender_id !== readerId;
