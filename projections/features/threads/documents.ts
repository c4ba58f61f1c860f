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
 * A thread. `position`: of its last message, the system's too; `changed`: of whatever changed last
 * of what is told of it; `streamPosition`, `revision`: of the last event of its own stream,
 * behind which a decision reads on. `written`, `removed`: messages of people.
 */
export type ThreadDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly title: string;
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
 * Of each thread only what is counted: a project's are read together. `position`, `changedBy`: of
 * the last message that is not the system's.
 */
export type ThreadMarkDoc = Pick<
  ThreadDoc,
  'id' | 'projectId' | 'status' | 'tableId' | 'rowId' | 'position'
> & { readonly changedBy: string };

/**
 * A message, as `position` orders it in its thread. `countedIn`: its thread, as long as it counts
 * as unread. `revision`: of the event of the thread's stream that wrote it; `changed`: of its last
 * change,
 * `version`: how many changes of its text and removals there were, 1 for none. `reactions`: by
 * `reactionKey`.
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

/**
 * What a search looks in: a thread's title and tags under its own id, a message's text under the
 * message's.
 */
export type ThreadTextDoc = {
  readonly id: string;
  readonly threadId: string;
  readonly values: { readonly [member: string]: string };
};

/** A person who wrote a message or is mentioned in it: read when the person is erased. */
export type MessagePersonDoc = {
  readonly id: string;
  readonly personId: string;
  readonly messageId: string;
  readonly projectId: string;
};

/** `part`: whose stars in which project, so that they are read together. */
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
export const threadStarDocs = collection<ThreadStarDoc>({
  name: 'thread-stars',
  owner: 'accountId',
  indexes: [['part'], ['accountId'], ['scope']],
});

export const starId = (accountId: string, threadId: string): string => `${accountId}/${threadId}`;
export const starPart = (accountId: string, scope: string): string => `${accountId}/${scope}`;

/** Names a reaction of somebody: no letter of it means anything in a path. */
const reactionKey = (emoji: ReactionEmoji, senderId: string): string =>
  `r${reactions.indexOf(emoji)}-${senderId}`;

export const reactionPath = ({
  emoji,
  sender,
}: {
  readonly emoji: ReactionEmoji;
  readonly sender: Sender;
}): `reactions.${string}` => `reactions.${reactionKey(emoji, sender.id)}`;

/** Which reaction a key names, and whose. */
export function reactionOf(key: string): {
  readonly emoji: ReactionEmoji;
  readonly senderId: string;
} {
  const dash = key.indexOf('-');
  return { emoji: reactions[Number(key.slice(1, dash))]!, senderId: key.slice(dash + 1) };
}
