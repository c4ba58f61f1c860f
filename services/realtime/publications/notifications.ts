import type { Collection } from '@hzm/contracts/core/collection';
import { ordinal } from '@hzm/contracts/core/position';
import { changesIn } from '@hzm/projections/core/changes';
import {
  followedDocs,
  notificationDocs,
  type NotificationDoc,
} from '@hzm/projections/features/notifications/documents';
import {
  notificationMailDocs,
  notificationSettingsDocs,
} from '@hzm/projections/features/notifications/settings';
import {
  settingsAnswer,
  silentTo,
} from '@hzm/services/domain/features/notifications/settings-view';
import {
  isOfMessage,
  notificationOf,
  recipientsOf,
} from '@hzm/services/domain/features/notifications/view';
import type { Part } from '../topics/topic.ts';
import type { Publication } from './publication.ts';

/** Notifications as they happen; read marks are published separately. */
const toldOf = (collection: Collection<NotificationDoc>): Publication => ({
  collection,
  topic: 'user',
  // The owner of an address is only known when the message is made.
  idsOf: () => [],
  async toChanges({ event, changes }, accountId, { engine, people }) {
    const account = await people.get(accountId);
    if (!account) return [];
    const recipients = recipientsOf(account);
    const ids = changesIn(collection, changes).flatMap(change =>
      change.op === 'put' || change.op === 'patch' ? [change.id] : [],
    );
    if (ids.length === 0) return [];
    const isNamed = changesIn(notificationDocs, changes).some(
      change =>
        change.op === 'put' && isOfMessage(change.doc.kind) && change.doc.recipient === accountId,
    );
    const isSilent = silentTo(await engine.model.get(notificationSettingsDocs, accountId));
    const parts = await Promise.all(
      ids.map(async (id): Promise<readonly Part[]> => {
        const doc = await engine.model.get(collection, id);
        // A later event of it has its own message.
        if (
          !doc ||
          doc.position !== event.position ||
          !recipients.includes(doc.recipient) ||
          doc.actor === accountId ||
          isSilent(doc) ||
          (doc.kind === 'thread-reply' && isNamed)
        )
          return [];
        return [
          {
            op: 'put',
            kind: 'notification',
            id: doc.key,
            version: ordinal(event.position),
            doc: await notificationOf(engine, doc, null),
          },
        ];
      }),
    );
    return parts.flat();
  },
});

export const notifications = toldOf(notificationDocs);
export const followed = toldOf(followedDocs);

/** A person's notification settings, and whether mails can be delivered. */
const settingsOf = (collection: Collection): Publication => ({
  collection,
  topic: 'user',
  idsOf: ({ data: { accountId } }) => (typeof accountId === 'string' ? [accountId] : []),
  async toChanges({ event, changes }, accountId, { engine }) {
    if (
      !changesIn(collection, changes).some(change => change.op === 'put' && change.id === accountId)
    )
      return [];
    return [
      {
        op: 'put',
        kind: 'notification-settings',
        id: accountId,
        version: ordinal(event.position),
        doc: await settingsAnswer(engine, accountId),
      },
    ];
  },
});

export const notificationSettings = settingsOf(notificationSettingsDocs);
export const notificationMails = settingsOf(notificationMailDocs);
