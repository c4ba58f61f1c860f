import { attachmentDocs } from '@hzm/projections/features/attachments/attachments';
import {
  messageDocs,
  messagePersonDocs,
  threadDocs,
} from '@hzm/projections/features/threads/documents';
import type { Request } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { pages } from '@hzm/services/core/read-model/pages';
import { attachment, attachmentStream, removeAttachment } from '../attachments/attachment.ts';
import { eraseMessage, message, messageStream, redactMessage } from './message.ts';

/** Messages that are changed at once: each is an append of its own. */
const PAGE_DOCUMENTS = 32;

type Parts = Pick<Engine, 'model' | 'executor' | 'projector' | 'store'>;

/** Removes a message that the person wrote, or takes their name out of what another wrote. */
async function forgetIn(
  { model, executor }: Parts,
  request: Request,
  messageId: string,
  accountId: string,
): Promise<void> {
  const doc = await model.get(messageDocs, messageId);
  const thread = doc && (await model.get(threadDocs, doc.threadId));
  if (!doc || !thread || doc.isRemoved) return;
  const of = { projectId: doc.projectId, threadId: doc.threadId, messageId, name: thread.title };
  const { content, attachments, mentions } = doc;
  const decide =
    doc.senderType === 'user' && doc.senderId === accountId
      ? eraseMessage(of, doc)
      : redactMessage(of, accountId, {
          content,
          attachments: [...attachments],
          mentions: [...mentions],
        });
  await executor.execute(request, {
    stream: messageStream(messageId),
    about: { projectId: doc.projectId },
    decider: message,
    decide,
  });
}

/**
 * Erases a person, who cannot write any more, from the threads that they wrote in or were mentioned
 * in: their messages lose their content and files, and others' messages no longer name them.
 * Idempotent: a repeated call completes an interrupted one.
 */
export async function forgetInThreads(
  engine: Parts,
  { actor, id }: Request,
  accountId: string,
): Promise<void> {
  const request: Request = { actor, id, repeatable: false, digest: '' };
  const { model, executor } = engine;
  // The views must hold the last messages that they wrote.
  await waitForHead(engine);
  for await (const docs of pages(model, {
    collection: messagePersonDocs,
    where: [{ path: 'personId', op: 'eq', value: accountId }],
    limit: PAGE_DOCUMENTS,
  })) {
    await Promise.all(docs.map(({ messageId }) => forgetIn(engine, request, messageId, accountId)));
  }
  for await (const docs of pages(model, {
    collection: attachmentDocs,
    where: [{ path: 'uploaderId', op: 'eq', value: accountId }],
    limit: PAGE_DOCUMENTS,
  })) {
    await Promise.all(
      docs.map(({ id: attachmentId, projectId }) =>
        executor.execute(request, {
          stream: attachmentStream(attachmentId),
          about: { projectId },
          decider: attachment,
          decide: removeAttachment,
        }),
      ),
    );
  }
  await waitForHead(engine);
}
