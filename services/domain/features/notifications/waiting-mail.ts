import { isMailed } from '@hzm/contracts/features/notifications/settings';
import {
  accountDocs,
  sessionDocs,
  type AccountDoc,
} from '@hzm/projections/features/accounts/accounts';
import type { NotificationDoc } from '@hzm/projections/features/notifications/documents';
import {
  notificationMailDocs,
  notificationSettingsDocs,
  type NotificationSettingsDoc,
} from '@hzm/projections/features/notifications/settings';
import type { Engine } from '@hzm/services/core/engine';
import { dueAt } from './mail-due.ts';
import { mailLog, type Mailed } from './mail-log.ts';
import { notificationsFor, readTimes } from './view.ts';

const MAX_SESSIONS = 1_000;

type Parts = Pick<Engine, 'model' | 'now' | 'usage'>;

/** The notifications that wait to be mailed to a person. */
export interface WaitingMail {
  readonly account: AccountDoc;
  readonly settings: NotificationSettingsDoc;
  /** The person's mail state. */
  readonly mailed: Mailed;
  /** Newest first; at least one. */
  readonly notifications: readonly [NotificationDoc, ...NotificationDoc[]];
  /** When they are due, in milliseconds since 1970; undefined if not before something changes. */
  readonly dueAt: number | undefined;
}

/**
 * Reads a person's waiting notifications and when they are due; undefined if none wait.
 * @param online ids of connected people
 */
export async function waitingMail(
  parts: Parts,
  accountId: string,
  online: Promise<ReadonlySet<string>>,
): Promise<WaitingMail | undefined> {
  const { model, now } = parts;
  const settings = await model.get(notificationSettingsDocs, accountId);
  if (!settings) return undefined;
  const [account, doc] = await Promise.all([
    model.get(accountDocs, accountId),
    model.get(notificationMailDocs, accountId),
  ]);
  if (!account?.isActive) return undefined;
  const mailed = doc ?? mailLog.initial;
  const [newest, ...older] = await unmailed(parts, account, settings, mailed);
  if (!newest) return undefined;
  const oldest = Date.parse((older.at(-1) ?? newest).at);
  return {
    account,
    settings,
    mailed,
    notifications: [newest, ...older],
    dueAt: dueAt(
      { settings, mailed: doc, oldest, seenAt: await seenAt(parts, accountId, online) },
      now().getTime(),
    ),
  };
}

/** Returns the unread notifications to mail, newest first. */
async function unmailed(
  parts: Parts,
  account: AccountDoc,
  { mailSince, mailOff }: NotificationSettingsDoc,
  { upTo }: Mailed,
): Promise<readonly NotificationDoc[]> {
  if (mailSince === null) return [];
  const [all, readAt] = await Promise.all([
    notificationsFor(parts, account),
    readTimes(parts, account.id),
  ]);
  return all.filter(
    doc =>
      isMailed(doc.kind) &&
      !mailOff.includes(doc.kind) &&
      doc.position > upTo &&
      doc.at >= mailSince &&
      readAt(doc) === null,
  );
}

/** Returns a person's last activity, in milliseconds since 1970. */
async function seenAt(
  { model, usage, now }: Parts,
  accountId: string,
  online: Promise<ReadonlySet<string>>,
): Promise<number> {
  if ((await online).has(accountId)) return now().getTime();
  const { docs } = await model.find({
    collection: sessionDocs,
    where: [{ path: 'accountId', op: 'eq', value: accountId }],
    sort: { by: 'created', descending: true },
    limit: MAX_SESSIONS,
  });
  const uses = await usage.of(docs.map(({ id }) => id));
  return Math.max(
    0,
    ...docs.map(({ id, openedAt }) => Date.parse(uses.get(id)?.lastUsed ?? openedAt)),
  );
}
