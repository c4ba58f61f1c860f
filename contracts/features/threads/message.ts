import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { name, storable } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';
import { AttachedFile, UploadedFile } from '../attachments/attachment.ts';
import { ThreadStatus } from './thread.ts';

/** A message's text, in UTF-16 code units as the web counts them; at most 6,000 bytes. */
export const MAX_MESSAGE = 2_000;
export const MAX_ATTACHMENTS = 10;
/** Messages of one thread, those that were removed among them. */
export const MAX_MESSAGES = 50_000;
/** Messages, changes and reactions of one sender in a minute. */
export const MESSAGES_PER_MINUTE = 60;
/** How often one message can be changed. */
export const MAX_CHANGES = 100;
/** Reactions on one message, of everybody together. */
export const MAX_REACTIONS = 1_000;

/** The palette. */
export const reactions = [
  '👍',
  '👎',
  '❤️',
  '😂',
  '😮',
  '😢',
  '🎉',
  '🚀',
  '👀',
  '🙏',
  '🔥',
  '✅',
] as const;
export const ReactionEmoji = z.enum(reactions);
export type ReactionEmoji = z.output<typeof ReactionEmoji>;

/** What a message names: a file that was uploaded to its thread (`id`), or a mere name. */
export const GivenAttachment = z.union([
  z.strictObject({ id: Id }),
  z.strictObject({ name: name({ max: 255 }) }),
]);
export type GivenAttachment = z.output<typeof GivenAttachment>;
/** `file`: of one that was uploaded. */
export const KeptAttachment = z.strictObject({
  id: Id.nullable(),
  name: z.string(),
  file: AttachedFile.optional(),
});
export type KeptAttachment = z.output<typeof KeptAttachment>;
export const Attachment = UploadedFile.partial()
  .extend({
    id: Id.nullable().meta({ description: 'Null for a mere name, of which the rest is missing' }),
    file_name: z.string(),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.output<typeof Attachment>;

/** The text of a message, and what is attached: one of both must be there. */
export const Body = z
  .strictObject({
    content: storable(z.string().max(MAX_MESSAGE, 'message-too-long')).default(''),
    attachments: list(GivenAttachment, { min: 0, max: MAX_ATTACHMENTS }).default([]),
  })
  .refine(({ content, attachments }) => content.trim() !== '' || attachments.length > 0, {
    error: 'message-empty',
    path: ['content'],
  });
export type Body = z.output<typeof Body>;

/** A first message is text. */
export const InitialMessage = storable(
  z.string({ error: 'thread-message-empty' }).max(MAX_MESSAGE, 'message-too-long'),
).refine(text => text.trim() !== '', 'thread-message-empty');

/**
 * Whom and what a message names that is really there in its project; what else looks like a mention
 * is text.
 */
export const Mention = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('user'), id: Id }),
    z.strictObject({ kind: z.literal('table'), id: Id }),
    z.strictObject({ kind: z.literal('row'), id: Id, table_id: Id }),
  ])
  .meta({ id: 'Mention' });
export type Mention = z.output<typeof Mention>;

export const Person = z.object({ id: z.string(), name: z.string() });
export type Person = z.output<typeof Person>;

/** Who reacted with one emoji, in the order in which they did. */
export const Reaction = z
  .object({ emoji: ReactionEmoji, count: z.int(), people: z.array(Person) })
  .meta({ id: 'Reaction' });
export type Reaction = z.output<typeof Reaction>;

/**
 * What the system says: the web writes the sentence in its reader's language. The actor is the
 * message's sender.
 */
export const SystemNote = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('status'), from: ThreadStatus, to: ThreadStatus }),
    z.object({ kind: z.literal('title'), from: z.string(), to: z.string() }),
  ])
  .meta({ id: 'SystemNote' });
export type SystemNote = z.output<typeof SystemNote>;

/** A message. Messages stand in the order of `position`, which no two have in common. */
export const Message = z
  .object({
    id: Id,
    thread_id: Id,
    position: z.string(),
    sender_id: z
      .string()
      .meta({ description: 'The account; of `ai` the key; of `system` who did it' }),
    sender_type: z.enum(['user', 'ai', 'system']),
    sender_name: z.string().meta({ description: 'Empty when the account or the key is gone' }),
    sender_email: z.string().meta({
      description: 'Of a person; empty for keys of scope project, and when the account is gone',
    }),
    content: z
      .string()
      .meta({ description: 'Plain text; empty when it was removed, and of `system`' }),
    system: SystemNote.nullable().meta({ description: 'There for `system` only' }),
    attachments: z.array(Attachment),
    mentions: z.array(Mention),
    reply_to: Id.nullable().meta({ description: 'The message of the same thread that it answers' }),
    reactions: z.array(Reaction),
    is_edited: z.boolean(),
    edited_at: Instant.nullable(),
    is_removed: z.boolean(),
    created_at: Instant,
    changed: z.string().meta({
      description:
        'Position of its last change, reactions among them: what a socket says of it at or before this is in it already',
    }),
    _version: z.int().meta({
      description:
        '1, and one more with each change of its text and with its removal; not with reactions',
    }),
  })
  .meta({ id: 'Message' });
export type Message = z.output<typeof Message>;

/** How a message read once; the last one is as it reads now. */
export const MessageVersion = z
  .object({ version: z.int(), at: Instant, content: z.string(), attachments: z.array(Attachment) })
  .meta({ id: 'MessageVersion' });
export type MessageVersion = z.output<typeof MessageVersion>;
