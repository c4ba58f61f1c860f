import { sameJson } from '@hzm/contracts/core/json';
import {
  messageChanged,
  messageRemoved,
  reactionAdded,
  reactionRemoved,
} from '@hzm/contracts/features/threads/events';
import { withoutName } from '@hzm/contracts/features/threads/mentions';
import {
  MAX_CHANGES,
  MAX_REACTIONS,
  type ReactionEmoji,
} from '@hzm/contracts/features/threads/message';
import type { Sender } from '@hzm/contracts/features/threads/thread';
import type { MessageDoc } from '@hzm/projections/features/threads/documents';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';
import type { Said } from './thread.ts';

/** The state of a message; `said` is undefined until it is edited or removed. */
export interface MessageState {
  readonly version: number;
  readonly said: Said | undefined;
  readonly isRemoved: boolean;
}

export const message = decider<MessageState>(
  { version: 1, said: undefined, isRemoved: false },
  when => [
    when(messageChanged, (s, { content, attachments, mentions }) => ({
      ...s,
      version: s.version + 1,
      said: { content, attachments, mentions },
    })),
    when(messageRemoved, s => ({ ...s, version: s.version + 1, isRemoved: true })),
  ],
);

export const messageStream = (messageId: string): string => `message-${messageId}`;

/** The message, and its thread's title. */
export interface OfMessage {
  readonly projectId: string;
  readonly threadId: string;
  readonly messageId: string;
  readonly name: string;
}

const gone = (): Decision => reject('CONFLICT', { text: 'message-gone' });
const isSeen = (s: MessageState, expected: number | undefined): boolean =>
  expected === undefined || expected === s.version;

/**
 * @param original what it said when it was written; that counts only as long as nothing changed it
 * @param expected the version that the caller saw
 */
export const changeMessage =
  (
    of: OfMessage,
    said: Said,
    original: Pick<MessageDoc, 'content' | 'attachments'>,
    expected: number | undefined,
  ) =>
  (s: MessageState): Decision => {
    if (s.isRemoved) return gone();
    if (!isSeen(s, expected)) return reject('VERSION_MISMATCH');
    if (s.version > MAX_CHANGES)
      return reject('CONFLICT', {
        text: { key: 'message-changes-limit', values: { limit: MAX_CHANGES } },
      });
    return isSame(s.said ?? original, said)
      ? []
      : [messageChanged({ ...of, ...said, ...freedOf(s.said ?? original, said.attachments) })];
  };

/** Takes the name of a person out of a message. @param original as above */
export const redactMessage =
  (of: OfMessage, accountId: string, original: Said) =>
  (s: MessageState): Decision => {
    const { content, ...rest } = s.said ?? original;
    const redacted = withoutName(content, accountId);
    return s.isRemoved || redacted === content
      ? []
      : [messageChanged({ ...of, ...rest, content: redacted, isErasure: true })];
  };

/** The files that a message had and has no more. */
function freedOf(
  { attachments }: Pick<MessageDoc, 'attachments'>,
  kept: Said['attachments'],
): { readonly freed?: string[] } {
  const freed = attachments.flatMap(({ id }) =>
    id === null || kept.some(one => one.id === id) ? [] : [id],
  );
  return freed.length > 0 ? { freed } : {};
}

const isSame = (one: Pick<MessageDoc, 'content' | 'attachments'>, other: Said): boolean =>
  one.content === other.content &&
  sameJson(
    one.attachments.map(({ id, name }) => [id, name]),
    other.attachments.map(({ id, name }) => [id, name]),
  );

/** @param original as above */
export const removeMessage =
  (
    of: OfMessage,
    expected: number | undefined,
    original: Pick<MessageDoc, 'attachments'> = { attachments: [] },
  ) =>
  (s: MessageState): Decision =>
    s.isRemoved
      ? []
      : isSeen(s, expected)
        ? [
            messageRemoved({
              projectId: of.projectId,
              threadId: of.threadId,
              messageId: of.messageId,
              name: of.name,
              ...freedOf(s.said ?? original, []),
            }),
          ]
        : reject('VERSION_MISMATCH');

/** Removes a message because its sender was erased. @param original as above */
export const eraseMessage =
  (of: OfMessage, original: Pick<MessageDoc, 'attachments'>) =>
  (s: MessageState): Decision =>
    s.isRemoved
      ? []
      : [messageRemoved({ ...of, ...freedOf(s.said ?? original, []), isErasure: true })];

/** The reactions of one sender to one message. */
export const ownReactions = decider<readonly ReactionEmoji[]>([], when => [
  when(reactionAdded, (s, { emoji }) => [...s, emoji]),
  when(reactionRemoved, (s, { emoji }) => s.filter(one => one !== emoji)),
]);

export const reactionStream = (messageId: string, { id }: Sender): string =>
  `reaction-${messageId}-${id}`;

/** @param count of the reactions that the message has */
export const react =
  (of: OfMessage, sender: Sender, emoji: ReactionEmoji, count: number) =>
  (s: readonly ReactionEmoji[]): Decision => {
    if (s.includes(emoji)) return [reactionRemoved({ ...of, sender, emoji })];
    return count >= MAX_REACTIONS
      ? reject('CONFLICT', { text: { key: 'reaction-limit', values: { limit: MAX_REACTIONS } } })
      : [reactionAdded({ ...of, sender, emoji })];
  };
