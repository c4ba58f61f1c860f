import type { DataOf } from '@hzm/contracts/core/event';
import type { threadTitleErased } from '@hzm/contracts/features/threads/events';
import { attachmentDocs, filePersonDocs } from '@hzm/projections/features/attachments/attachments';
import {
  messageDocs,
  messagePersonDocs,
  threadDocs,
  threadTitleDocs,
  type ThreadTitleDoc,
} from '@hzm/projections/features/threads/documents';
import type { Request } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { pages } from '@hzm/services/core/read-model/pages';
import {
  attachment,
  attachmentStream,
  erasedFiles,
  erasedFilesStream,
  eraseAttachment,
  eraseFileNames,
} from '../attachments/attachment.ts';
import { snapshotOf } from './deciding.ts';
import { eraseMessage, message, messageStream, redactMessage } from './message.ts';
import { eraseTitles, thread, threadStream } from './thread.ts';

/** Messages that are changed at once: each is an append of its own. */
const PAGE_DOCUMENTS = 32;
/** Readings of the titles of a thread, which others may replace meanwhile. */
const MAX_READINGS = 5;

type Parts = Pick<Engine, 'model' | 'executor' | 'projector' | 'store'>;

/** Removes a message that the person wrote, or takes their name out of what another wrote. */
async function forgetIn(
  { model, executor }: Parts,
  request: Request,
  messageId: string,
  accountId: string,
): Promise<void> {
  const doc = await model.get(messageDocs, messageId);
  const talk = doc && (await model.get(threadDocs, doc.threadId));
  if (!doc || !talk || doc.isRemoved) return;
  const of = { projectId: doc.projectId, threadId: doc.threadId, messageId, name: talk.title };
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

/** Hides the titles that the person gave threads, the oldest first. */
async function forgetTitles(engine: Parts, request: Request, personId: string): Promise<void> {
  for await (const docs of pages(engine.model, {
    collection: threadTitleDocs,
    where: [{ path: 'personId', op: 'eq', value: personId }],
    sort: { by: { path: 'position' } },
    limit: PAGE_DOCUMENTS,
  })) {
    for (const [threadId, titles] of Map.groupBy(docs, one => one.threadId))
      await forgetTitlesOf(engine, request, { personId, threadId, titles });
  }
}

interface Titles {
  readonly personId: string;
  readonly threadId: string;
  readonly titles: readonly ThreadTitleDoc[];
}

/** Hides titles of one thread; anew where somebody replaced the last one meanwhile. */
async function forgetTitlesOf(
  engine: Parts,
  request: Request,
  { personId, threadId, titles }: Titles,
): Promise<void> {
  for (let left = MAX_READINGS; left > 0; left--) {
    const hidden = await Promise.all(titles.map(title => standing(engine, title)));
    const stands = hidden.some(({ until }) => until === null);
    let isReplaced = false;
    const { position } = await engine.executor.execute(request, {
      stream: threadStream(threadId),
      about: { projectId: titles[0]!.projectId },
      decider: thread,
      snapshot: snapshotOf(engine, threadId),
      decide: s => {
        isReplaced = left > 1 && stands && s !== undefined && s.titleBy !== personId;
        return isReplaced ? [] : eraseTitles(threadId, personId, hidden)(s);
      },
    });
    await engine.projector.waitForPosition(position);
    if (!isReplaced) return;
    await waitForHead(engine);
  }
}

/** Returns when a title stood, by the title that replaced it. */
async function standing(
  { model }: Parts,
  { id, threadId, position: from }: ThreadTitleDoc,
): Promise<DataOf<typeof threadTitleErased>['titles'][number]> {
  const { docs } = await model.find({
    collection: threadTitleDocs,
    where: [
      { path: 'threadId', op: 'eq', value: threadId },
      { path: 'position', op: 'gt', value: from },
    ],
    sort: { by: { path: 'position' } },
    limit: 1,
  });
  return { id, from, until: docs[0]?.position ?? null, next: docs[0]?.id ?? null };
}

/** Hides the names of the person's files, also of those that are gone, in each project's history. */
async function forgetFileNames(
  { model, executor }: Parts,
  request: Request,
  personId: string,
): Promise<void> {
  for await (const docs of pages(model, {
    collection: filePersonDocs,
    where: [{ path: 'personId', op: 'eq', value: personId }],
    limit: PAGE_DOCUMENTS,
  }))
    for (const { projectId } of docs)
      await executor.execute(request, {
        stream: erasedFilesStream(projectId, personId),
        about: { projectId },
        decider: erasedFiles,
        decide: eraseFileNames(projectId, personId),
      });
}

/**
 * Erases a person, who cannot write any more, from threads: messages lose their content and files,
 * others' messages their name, titles and file names are hidden. Idempotent: a repeated call
 * completes an interrupted one.
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
  // Titles first: what follows says the thread's title.
  await forgetTitles(engine, request, accountId);
  await forgetFileNames(engine, request, accountId);
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
          decide: eraseAttachment,
        }),
      ),
    );
  }
  await waitForHead(engine);
}
