import { isIntact, isEventOf } from '@hzm/contracts/core/event';
import { Problem } from '@hzm/contracts/core/problem';
import {
  messageChanged,
  messageWritten,
  threadOpened,
} from '@hzm/contracts/features/threads/events';
import { mentionsIn, withoutName } from '@hzm/contracts/features/threads/mentions';
import { MAX_CHANGES, type MessageVersion } from '@hzm/contracts/features/threads/message';
import { accountDocs } from '@hzm/projections/features/accounts/accounts';
import type { MessageDoc } from '@hzm/projections/features/threads/documents';
import type { Caller, Engine } from '@hzm/services/core/engine';
import { authorize } from '../../access/authorize.ts';
import { senderOf } from '../../access/thread.ts';
import { messageStream } from './message.ts';
import { threadStream } from './thread.ts';
import { attachmentsOf } from './view.ts';

type Log = Pick<Engine, 'store' | 'codec'>;

/**
 * A message as its own event tells it, whatever became of it. @throws Problem NOT_FOUND when the
 * event can be read no more
 */
export async function asWritten({ store, codec }: Log, doc: MessageDoc): Promise<MessageDoc> {
  const stored = await store.readStream(threadStream(doc.threadId), {
    from: doc.revision,
    limit: 1,
  });
  for await (const { events } of codec.slices(stored)) {
    for (const event of events) {
      if (
        !isIntact(event) ||
        event.erased ||
        !(isEventOf(messageWritten, event) || isEventOf(threadOpened, event))
      )
        continue;
      const { content, attachments, mentions } = event.data;
      return {
        ...doc,
        content,
        attachments,
        mentions,
        changed: doc.position,
        reactions: {},
        isRemoved: false,
        editedAt: null,
        version: 1,
      };
    }
  }
  throw new Problem('NOT_FOUND');
}

/** Every version of a message, oldest first, without the names of deleted people. */
export async function versionsOf(
  log: Log & Pick<Engine, 'model'>,
  doc: MessageDoc,
): Promise<MessageVersion[]> {
  const first = await asWritten(log, doc);
  const versions: MessageVersion[] = [
    { version: 1, at: first.createdAt, content: first.content, attachments: attachmentsOf(first) },
  ];
  const stored = await log.store.readStream(messageStream(doc.id), {
    from: 0,
    limit: MAX_CHANGES + 1,
  });
  for await (const { events } of log.codec.slices(stored)) {
    for (const event of events) {
      if (
        isIntact(event) &&
        !event.erased &&
        isEventOf(messageChanged, event) &&
        !event.data.isErasure
      )
        versions.push({
          version: event.revision + 2,
          at: event.meta.at,
          content: event.data.content,
          attachments: attachmentsOf(event.data),
        });
    }
  }
  return Promise.all(
    versions.map(async version => ({
      ...version,
      content: await withoutGone(log, version.content),
    })),
  );
}

/** A message without the names of deleted people. */
async function withoutGone({ model }: Pick<Engine, 'model'>, content: string): Promise<string> {
  const people = mentionsIn(content).flatMap(({ kind, id }) => (kind === 'user' ? [id] : []));
  const gone = await Promise.all(
    people.map(async id => ((await model.get(accountDocs, id)) ? [] : [id])),
  );
  return gone.flat().reduce(withoutName, content);
}

/**
 * Lets who wrote a message and those who manage the project read its versions. @throws Problem
 * FORBIDDEN
 */
export async function checkVersions(
  engine: Engine,
  caller: Caller,
  { projectId, senderType, senderId }: MessageDoc,
): Promise<void> {
  const sender = senderOf(caller);
  if (sender.type === senderType && sender.id === senderId) return;
  await authorize(engine, caller, { access: 'project:write', method: 'GET' }, { projectId }).catch(
    () => {
      throw new Problem('FORBIDDEN', { text: 'message-versions-forbidden' });
    },
  );
}
