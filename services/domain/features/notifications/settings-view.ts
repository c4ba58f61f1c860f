import {
  usualSettings,
  MAX_MAIL_FAILURES,
  type NotificationSettings,
  type NotificationSettingsAnswer,
} from '@hzm/contracts/features/notifications/settings';
import type { NotificationDoc } from '@hzm/projections/features/notifications/documents';
import {
  notificationMailDocs,
  notificationSettingsDocs,
  type NotificationMailDoc,
  type NotificationSettingsDoc,
} from '@hzm/projections/features/notifications/settings';
import type { Engine } from '@hzm/services/core/engine';

const settingsOf = ({
  silent,
  mailOff,
  mail,
  digestAt,
  quiet,
  timeZone,
  language,
}: NotificationSettingsDoc): NotificationSettings => ({
  bellOff: silent.map(({ kind }) => kind),
  mailOff: [...mailOff],
  mail,
  digestAt,
  quiet,
  timeZone,
  language,
});

/** Returns the consecutive failed mails since the person last saved the settings. */
export const failuresOf = (
  { changedAt }: Pick<NotificationSettingsDoc, 'changedAt'>,
  mailed: Pick<NotificationMailDoc, 'at' | 'isFailing' | 'failures'> | undefined,
): number => (mailed?.isFailing && mailed.at >= changedAt ? mailed.failures : 0);

/** Returns a person's settings, and whether mails can be delivered. */
export async function settingsAnswer(
  { model, mailer }: Pick<Engine, 'model' | 'mailer'>,
  accountId: string,
): Promise<NotificationSettingsAnswer> {
  const [doc, mailed] = await Promise.all([
    model.get(notificationSettingsDocs, accountId),
    model.get(notificationMailDocs, accountId),
  ]);
  const attempts = doc ? failuresOf(doc, mailed) : 0;
  return {
    settings: doc ? settingsOf(doc) : usualSettings,
    sendsMail: mailer !== undefined,
    failure:
      mailed && attempts > 0
        ? { attempts, at: mailed.at, hasEnded: attempts >= MAX_MAIL_FAILURES }
        : null,
  };
}

/**
 * Returns a test whether the bell hides a notification, because its kind was off when it happened.
 */
export const silentTo =
  (doc: Pick<NotificationSettingsDoc, 'silent'> | undefined) =>
  ({ kind, at }: Pick<NotificationDoc, 'kind' | 'at'>): boolean =>
    doc?.silent.some(one => one.kind === kind && at >= one.since) ?? false;
