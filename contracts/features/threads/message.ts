import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { name, storable } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';
import { AttachedFile, UploadedFile } from '../attachments/attachment.ts';
import { ThreadStatus } from './thread.ts';

/** Maximum length of a message, in UTF-16 code units; at most 6,000 bytes. */
export const MAX_MESSAGE = 2_000;
export const MAX_ATTACHMENTS = 10;
/** Maximum messages per thread, removed ones included. */
export const MAX_MESSAGES = 50_000;
/** Maximum messages, changes and reactions per sender and minute. */
export const MESSAGES_PER_MINUTE = 60;
/** Maximum changes per message. */
export const MAX_CHANGES = 100;
/** Maximum reactions per message, of all people together. */
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

/** An attachment to send: a file uploaded to the thread (`id`), or only a name. */
export const GivenAttachment = z.union([
  z.strictObject({ id: Id }),
  z.strictObject({ name: name({ max: 255 }) }),
]);
export type GivenAttachment = z.output<typeof GivenAttachment>;
/** `file` is present for an uploaded attachment. */
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

/** Content of a message: text, attachments or both. */
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

/** The first message requires text. */
export const InitialMessage = storable(
  z.string({ error: 'thread-message-empty' }).max(MAX_MESSAGE, 'message-too-long'),
).refine(text => text.trim() !== '', 'thread-message-empty');

/**
 * A mentioned person, table or row that exists in the project; other possible mentions are text.
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

/** The people with one reaction, in the order of reacting. */
export const Reaction = z
  .object({ emoji: ReactionEmoji, count: z.int(), people: z.array(Person) })
  .meta({ id: 'Reaction' });
export type Reaction = z.output<typeof Reaction>;

/**
 * An event of the thread as a system message; the web application writes the sentence in the
 * reader's language. The actor is the message's sender.
 */
export const SystemNote = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('status'), from: ThreadStatus, to: ThreadStatus }),
    z.object({ kind: z.literal('title'), from: z.string(), to: z.string() }),
  ])
  .meta({ id: 'SystemNote' });
export type SystemNote = z.output<typeof SystemNote>;

/** A message. Its unique `position` orders it. */
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

/** A version of a message; the last one is the current. */
export const MessageVersion = z
  .object({ version: z.int(), at: Instant, content: z.string(), attachments: z.array(Attachment) })
  .meta({ id: 'MessageVersion' });
export type MessageVersion = z.output<typeof MessageVersion>;
