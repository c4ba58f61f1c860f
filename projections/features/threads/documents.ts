import { collection } from '@hzm/contracts/core/collection';
import type { Position } from '@hzm/contracts/core/position';
import {
  reactions,
  type KeptAttachment,
  type Mention,
  type ReactionEmoji,
  type SystemNote,
} from '@hzm/contracts/features/threads/message';
import type {
  Sender,
  ThreadCategory,
  ThreadPriority,
  ThreadRow,
  ThreadStatus,
} from '@hzm/contracts/features/threads/thread';

/**
 * A thread. `position` is its last message, system messages included; `changed` its last visible
 * change; `streamPosition` and `revision` its stream's last event, from which decisions resume.
 * `written` and `removed` count messages of people. `titleBy` gave the title.
 */
export type ThreadDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly title: string;
  readonly titleBy: string;
  readonly status: ThreadStatus;
  readonly category: ThreadCategory;
  readonly priority: ThreadPriority;
  readonly tags: readonly string[];
  readonly row: ThreadRow | null;
  readonly tableId: string | null;
  readonly rowId: string | null;
  readonly openerType: Sender['type'];
  readonly openerId: string;
  readonly written: number;
  readonly removed: number;
  readonly lastMessageId: string;
  readonly lastMessageAt: string;
  readonly position: Position;
  readonly changed: Position;
  readonly streamPosition: Position;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/**
 * The countable part of a thread, because those of a project are read together. `position` and
 * `changedBy` are those of the last message of a person.
 */
export type ThreadMarkDoc = Pick<
  ThreadDoc,
  'id' | 'projectId' | 'status' | 'tableId' | 'rowId' | 'position'
> & { readonly changedBy: string };

/**
 * A message. `countedIn` is its thread while it counts as unread; `revision` the thread's event
 * that wrote it; `changed` its last change; `version` counts its texts and removals from 1.
 * `reactions` are by `reactionKey`.
 */
export type MessageDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly threadId: string;
  readonly countedIn: string | null;
  readonly position: Position;
  readonly changed: Position;
  readonly revision: number;
  readonly senderType: Sender['type'] | 'system';
  readonly senderId: string;
  readonly content: string;
  readonly attachments: readonly KeptAttachment[];
  readonly mentions: readonly Mention[];
  readonly replyTo: string | null;
  readonly system: SystemNote | null;
  readonly reactions: {
    readonly [key: string]: { readonly at: Position; readonly type: Sender['type'] };
  };
  readonly isRemoved: boolean;
  readonly editedAt: string | null;
  readonly createdAt: string;
  readonly version: number;
};

/** Searchable text: title and tags under the thread's id, a message under its own. */
export type ThreadTextDoc = {
  readonly id: string;
  readonly threadId: string;
  readonly values: { readonly [member: string]: string };
};

/** A writer of or a person mentioned in a message, read when the person is erased. */
export type MessagePersonDoc = {
  readonly id: string;
  readonly personId: string;
  readonly messageId: string;
  readonly projectId: string;
};

/** A title of a thread and its author, read when the person is erased; `id` is its event's. */
export type ThreadTitleDoc = {
  readonly id: string;
  readonly personId: string;
  readonly threadId: string;
  readonly projectId: string;
  readonly position: Position;
};

/** A title by an erased person, which stood from `from` until `until`. */
export type ErasedTitleDoc = {
  readonly id: string;
  readonly threadId: string;
  readonly projectId: string;
  readonly from: Position;
  readonly until: Position;
};

/** `part` groups a person's stars by project, so that they are read together. */
export type ThreadStarDoc = {
  readonly id: string;
  readonly accountId: string;
  readonly threadId: string;
  readonly scope: string;
  readonly part: string;
  readonly isStarred: boolean;
};

export const threadDocs = collection<ThreadDoc>({
  name: 'threads',
  owner: 'projectId',
  namedBy: 'threadId',
  positions: ['position'],
  indexes: [
    ['projectId', 'position'],
    ['tableId', 'position'],
  ],
});
export const threadMarkDocs = collection<ThreadMarkDoc>({
  name: 'thread-marks',
  owner: 'projectId',
  indexes: [['projectId'], ['tableId']],
});
export const messageDocs = collection<MessageDoc>({
  name: 'thread-messages',
  owner: 'projectId',
  positions: ['position'],
  indexes: [
    ['threadId', 'position'],
    ['countedIn', 'position'],
    ['countedIn', 'senderId', 'position'],
    ['projectId'],
  ],
});
/** One partition per project. */
export const threadTextDocs = collection<ThreadTextDoc>({
  name: 'thread-texts',
  partitioned: true,
  indexMembersOf: 'values',
});
export const messagePersonDocs = collection<MessagePersonDoc>({
  name: 'message-people',
  owner: 'projectId',
  indexes: [['personId'], ['messageId'], ['projectId']],
});
export const threadTitleDocs = collection<ThreadTitleDoc>({
  name: 'thread-titles',
  owner: 'projectId',
  positions: ['position'],
  indexes: [['personId', 'position'], ['threadId', 'position'], ['projectId']],
});
export const erasedTitleDocs = collection<ErasedTitleDoc>({
  name: 'erased-titles',
  owner: 'projectId',
  positions: ['from', 'until'],
  indexes: [['threadId', 'from'], ['projectId']],
});
export const threadStarDocs = collection<ThreadStarDoc>({
  name: 'thread-stars',
  owner: 'accountId',
  indexes: [['part'], ['accountId'], ['scope']],
});

export const starId = (accountId: string, threadId: string): string => `${accountId}/${threadId}`;
export const starPart = (accountId: string, scope: string): string => `${accountId}/${scope}`;

/** Returns the key of a sender's reaction, which has no character with a meaning in a path. */
const reactionKey = (emoji: ReactionEmoji, senderId: string): string =>
  `r${reactions.indexOf(emoji)}-${senderId}`;

export const reactionPath = ({
  emoji,
  sender,
}: {
  readonly emoji: ReactionEmoji;
  readonly sender: Sender;
}): `reactions.${string}` => `reactions.${reactionKey(emoji, sender.id)}`;

/** Parses the key of a reaction. */
export function reactionOf(key: string): {
  readonly emoji: ReactionEmoji;
  readonly senderId: string;
} {
  const dash = key.indexOf('-');
  return { emoji: reactions[Number(key.slice(1, dash))]!, senderId: key.slice(dash + 1) };
}
