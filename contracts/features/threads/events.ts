import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { isPosition, type Position } from '../../core/position.ts';
import { KeptAttachment, Mention, ReactionEmoji } from './message.ts';
import { Sender, ThreadCategory, ThreadPriority, ThreadRow, ThreadStatus } from './thread.ts';

const open = { projectId: because.key, threadId: because.id };
/** `name` is the thread's title at that time. */
const ofThread = { projectId: Id, threadId: Id, name: z.string() };
const ofMessage = { ...ofThread, messageId: Id };
const openOfMessage = { ...open, messageId: because.id };
const written = {
  content: z.string(),
  attachments: z.array(KeptAttachment),
  mentions: z.array(Mention),
};

/** Stream `thread-<id>`. Changes of a thread and its messages, in order. */
export const threadOpened = event('thread-opened', {
  version: 1,
  needsRoom: true,
  open: openOfMessage,
  shape: {
    ...ofMessage,
    category: ThreadCategory,
    priority: ThreadPriority,
    tags: z.array(z.string()),
    row: ThreadRow.nullable(),
    sender: Sender,
    ...written,
  },
});
export const threadRenamed = event('thread-renamed', {
  version: 1,
  needsRoom: true,
  shape: { ...ofThread, previously: z.string() },
  open,
});
export const threadChanged = event('thread-changed', {
  version: 1,
  needsRoom: true,
  shape: {
    ...ofThread,
    category: ThreadCategory.optional(),
    priority: ThreadPriority.optional(),
    tags: z.array(z.string()).optional(),
  },
  open,
});
const At = z.custom<Position>(value => typeof value === 'string' && isPosition(value));
/**
 * Hides titles that an erased person gave a thread, for good. `name` is the title that remains, or
 * empty. Each hidden title stood from `from` until `until` (null: until this event); `id` is the
 * event that gave it, `next` the one that replaced it.
 */
export const threadTitleErased = event('thread-title-erased', {
  version: 1,
  shape: {
    ...ofThread,
    titles: z.array(
      z.strictObject({
        id: Id,
        from: At,
        until: At.nullable(),
        next: Id.nullable(),
      }),
    ),
  },
  open,
});
export const threadMoved = event('thread-moved', {
  version: 1,
  needsRoom: true,
  shape: { ...ofThread, from: ThreadStatus, to: ThreadStatus },
  open,
});
/**
 * `replyTo` is the answered message, or null; `repliedTo` is its author, if they may still open the
 * project. `status` is the thread's afterwards.
 */
export const messageWritten = event('message-written', {
  version: 2,
  needsRoom: true,
  shape: {
    ...ofMessage,
    sender: Sender,
    ...written,
    replyTo: Id.nullable(),
    repliedTo: Sender.nullable(),
    status: ThreadStatus,
  },
  open: openOfMessage,
});

/**
 * Stream `message-<id>`. Later changes of a message. `freed` lists files that it lost; `isErasure`
 * means that its sender or a mentioned person was erased.
 */
const left = { freed: z.array(Id).optional(), isErasure: z.literal(true).optional() };
export const messageChanged = event('message-changed', {
  version: 1,
  needsRoom: ({ isErasure }) => isErasure !== true,
  shape: { ...ofMessage, ...written, ...left },
  open: openOfMessage,
});
export const messageRemoved = event('message-removed', {
  version: 1,
  shape: { ...ofMessage, ...left },
  open: openOfMessage,
});

/** Stream `reaction-<messageId>-<senderId>`. The reactions of one sender to one message. */
export const reactionAdded = event('reaction-added', {
  version: 1,
  needsRoom: true,
  shape: { ...ofMessage, sender: Sender, emoji: ReactionEmoji },
  open: openOfMessage,
});
export const reactionRemoved = event('reaction-removed', {
  version: 1,
  shape: { ...ofMessage, sender: Sender, emoji: ReactionEmoji },
  open: openOfMessage,
});

/**
 * Stream `star-<accountId>-<threadId>`. A person's star on a thread, private to that person.
 * `scope` is `threads:<projectId>`.
 */
const star = { accountId: Id, threadId: Id, scope: z.string() };
export const threadStarred = event('thread-starred', {
  version: 1,
  needsRoom: true,
  shape: star,
  open: { accountId: because.key },
});
export const threadUnstarred = event('thread-unstarred', {
  version: 1,
  shape: star,
  open: { accountId: because.key },
});
