import { MASTER_ACTOR, MASTER_NAME } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import { fileOf, threadFolder } from '@hzm/contracts/features/attachments/attachment';
import { plainText } from '@hzm/contracts/features/threads/mentions';
import {
  reactions,
  type Message,
  type Person,
  type Reaction,
} from '@hzm/contracts/features/threads/message';
import { PREVIEW, type Sender, type Thread } from '@hzm/contracts/features/threads/thread';
import { accountDocs, type AccountDoc } from '@hzm/projections/features/accounts/accounts';
import { keyNameDocs } from '@hzm/projections/features/keys/keys';
import {
  messageDocs,
  reactionOf,
  type MessageDoc,
  type ThreadDoc,
} from '@hzm/projections/features/threads/documents';
import type { Engine } from '@hzm/services/core/engine';
import { readOnce } from '@hzm/services/core/read-model/read-once';

/** A message of a thread, none of the system's. @throws Problem NOT_FOUND */
export async function messageDoc(
  { model }: Pick<Engine, 'model'>,
  { threadId, messageId }: { readonly threadId: string; readonly messageId: string },
): Promise<MessageDoc> {
  const doc = await model.get(messageDocs, messageId);
  if (doc?.threadId !== threadId || doc.senderType === 'system') throw new Problem('NOT_FOUND');
  return doc;
}

/** Loads people, with e-mails only for readers who may see them. */
export interface People {
  readonly person: (id: string) => Promise<Pick<AccountDoc, 'name' | 'email'> | undefined>;
  readonly keyName: (id: string) => Promise<string | undefined>;
  readonly withAddresses: boolean;
}

/** People as an answer needs them: each is looked up once. */
export function peopleOf({ model }: Pick<Engine, 'model'>, withAddresses: boolean): People {
  const key = readOnce({ model }, keyNameDocs);
  return {
    person: readOnce({ model }, accountDocs),
    keyName: async id => (await key(id))?.name,
    withAddresses,
  };
}

type AnySender = { readonly type: MessageDoc['senderType']; readonly id: string };

/** Empty when the account or the key is gone. */
async function nameOf({ person, keyName }: People, { type, id }: AnySender): Promise<string> {
  if (id === MASTER_ACTOR) return MASTER_NAME;
  // A system message names the person or the key that moved the thread.
  return (
    (type === 'ai' ? undefined : (await person(id))?.name) ??
    (type === 'user' ? undefined : await keyName(id)) ??
    ''
  );
}

const addressOf = async (
  { person, withAddresses }: People,
  { type, id }: AnySender,
): Promise<string> => (type === 'ai' || !withAddresses ? '' : ((await person(id))?.email ?? ''));

/**
 * Reactions as they are answered: emoji in the palette's order, people in the order in which they
 * reacted.
 */
async function reactionsOf(
  doc: Pick<MessageDoc, 'reactions'>,
  people: People,
): Promise<Reaction[]> {
  const byEmoji = new Map<Reaction['emoji'], { readonly at: string; readonly sender: Sender }[]>();
  for (const [key, { at, type }] of Object.entries(doc.reactions)) {
    const { emoji, senderId } = reactionOf(key);
    const all = byEmoji.get(emoji) ?? [];
    all.push({ at, sender: { type, id: senderId } });
    byEmoji.set(emoji, all);
  }
  return Promise.all(
    reactions
      .filter(emoji => byEmoji.has(emoji))
      .map(async emoji => {
        const all = byEmoji.get(emoji)!.toSorted((a, b) => (a.at < b.at ? -1 : 1));
        return {
          emoji,
          count: all.length,
          people: await Promise.all(all.map(({ sender }) => personOf(sender, people))),
        };
      }),
  );
}

export const personOf = async (sender: AnySender, people: People): Promise<Person> => ({
  id: sender.id,
  name: await nameOf(people, sender),
});

/** A message on the wire. */
export async function messageOf(doc: MessageDoc, people: People): Promise<Message> {
  const sender = { type: doc.senderType, id: doc.senderId };
  return {
    id: doc.id,
    thread_id: doc.threadId,
    position: doc.position,
    sender_id: doc.senderId,
    sender_type: doc.senderType,
    sender_name: await nameOf(people, sender),
    sender_email: await addressOf(people, sender),
    content: doc.content,
    system: doc.system,
    attachments: attachmentsOf(doc),
    mentions: [...doc.mentions],
    reply_to: doc.replyTo,
    reactions: doc.isRemoved ? [] : await reactionsOf(doc, people),
    is_edited: doc.editedAt !== null,
    edited_at: doc.editedAt,
    is_removed: doc.isRemoved,
    created_at: doc.createdAt,
    changed: doc.changed,
    _version: doc.version,
  };
}

/** Returns the attachments of a message as they are sent. */
export const attachmentsOf = ({
  threadId,
  attachments,
}: Pick<MessageDoc, 'threadId' | 'attachments'>): Message['attachments'] =>
  attachments.map(({ id, name, file }) =>
    id !== null && file ? fileOf(threadFolder(threadId), id, name, file) : { id, file_name: name },
  );

/** A thread on the wire. */
export async function threadOf(
  { model }: Pick<Engine, 'model'>,
  doc: ThreadDoc,
  people: People,
): Promise<Thread> {
  const last = await model.get(messageDocs, doc.lastMessageId);
  return {
    id: doc.id,
    project_id: doc.projectId,
    title: doc.title,
    status: doc.status,
    category: doc.category,
    priority: doc.priority,
    tags: [...doc.tags],
    row: doc.row,
    opener_id: doc.openerId,
    opener_name: await nameOf(people, { type: doc.openerType, id: doc.openerId }),
    message_count: doc.written - doc.removed,
    last_message: Array.from(
      plainText(last?.content ?? '').trim() || (last?.attachments[0]?.name ?? ''),
    )
      .slice(0, PREVIEW)
      .join(''),
    last_message_at: doc.lastMessageAt,
    last_sender_name: last
      ? await nameOf(people, { type: last.senderType, id: last.senderId })
      : '',
    created_at: doc.createdAt,
    updated_at: doc.updatedAt,
    position: doc.position,
    changed: doc.changed,
    _version: doc.revision + 1,
  };
}
