import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { languages } from '../../core/language.ts';
import { NotificationKind } from './notification.ts';
import { MailRhythm, QuietHours } from './settings.ts';

/**
 * Stream `account-<id>`. `silent` lists the kinds hidden from the bell and since when. Events
 * before `mailSince` are not mailed; null means no mails.
 */
export const notificationSettingsChanged = event('notification-settings-changed', {
  version: 1,
  needsRoom: true,
  shape: {
    accountId: Id,
    silent: z.array(z.strictObject({ kind: NotificationKind, since: Instant })),
    mailOff: z.array(NotificationKind),
    mail: MailRhythm,
    mailSince: Instant.nullable(),
    digestAt: z.string(),
    quiet: QuietHours.nullable(),
    timeZone: z.string(),
    language: z.enum(languages),
  },
  open: { accountId: because.key },
});

/**
 * Stream `notification-mails-<accountId>`. Everything up to `upTo` is mailed; appended before the
 * mail, so that none is sent twice. `ofDay` counts the mails of this day (UTC) with this one,
 * `failures` the failed attempts right before.
 */
export const notificationsMailed = event('notifications-mailed', {
  version: 1,
  shape: { accountId: Id, upTo: z.string(), ofDay: z.int(), failures: z.int() },
  open: { accountId: because.key },
});
/** Resets `upTo` because the mail could not be sent. `failures` includes this attempt. */
export const notificationMailFailed = event('notification-mail-failed', {
  version: 1,
  shape: { accountId: Id, upTo: z.string(), ofDay: z.int(), failures: z.int() },
  open: { accountId: because.key },
});
