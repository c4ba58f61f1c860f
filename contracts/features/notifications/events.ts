import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { NotificationKind } from './notification.ts';
import { MailRhythm, QuietHours } from './settings.ts';

/**
 * Stream `account-<id>`. `silent`: the kinds that the bell does not tell, and since when;
 * `mailSince`: what happened before is not mailed; null: no mail is sent.
 */
export const notificationSettingsChanged = event('notification-settings-changed', {
  version: 1,
  shape: {
    accountId: Id,
    silent: z.array(z.strictObject({ kind: NotificationKind, since: Instant })),
    mailOff: z.array(NotificationKind),
    mail: MailRhythm,
    mailSince: Instant.nullable(),
    digestAt: z.string(),
    quiet: QuietHours.nullable(),
    timeZone: z.string(),
    language: z.enum(['tr', 'en']),
  },
  open: { accountId: because.key },
});

/**
 * Stream `notification-mails-<accountId>`: the person is mailed everything up to the position
 * `upTo`. Appended before the mail is sent, so that none is sent twice.
 * `ofDay`: the mails of this day (UTC), this one included; `failures`: how many attempts failed
 * right before.
 */
export const notificationsMailed = event('notifications-mailed', {
  version: 1,
  shape: { accountId: Id, upTo: z.string(), ofDay: z.int(), failures: z.int() },
  open: { accountId: because.key },
});
/** The mail could not be sent: `upTo` is what it was before. `failures`: this one included. */
export const notificationMailFailed = event('notification-mail-failed', {
  version: 1,
  shape: { accountId: Id, upTo: z.string(), ofDay: z.int(), failures: z.int() },
  open: { accountId: because.key },
});
