import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { languages } from '../../core/language.ts';
import { list } from '../../core/shapes.ts';
import { NotificationKind } from './notification.ts';

/**
 * Minutes of absence, and of a notification being unread, before a mail; also the minimum interval
 * between two mails to a person.
 */
export const AWAY_MINUTES = 10;
/** Maximum mails per person and day (UTC). */
export const MAX_MAILS_A_DAY = 20;
/** Maximum notifications listed in a mail. */
export const MAX_IN_MAIL = 20;
/** Consecutive failures after which mails stop until the settings are saved again. */
export const MAX_MAIL_FAILURES = 8;

/** Whether notifications of a kind are mailed; an invitation has its own mail with its link. */
export const isMailed = (kind: NotificationKind): kind is Exclude<NotificationKind, 'invitation'> =>
  kind !== 'invitation';

/** `soon` mails during absence, `daily` mails everything unread once a day. */
export const MailRhythm = z.enum(['never', 'soon', 'daily']);
export type MailRhythm = z.output<typeof MailRhythm>;

/** Local time of day, 00:00 to 23:59. */
const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'time-of-day');

const isTimeZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
};
/** A name of the IANA database, as browsers report it. */
const TimeZone = z
  .string()
  .max(64)
  .regex(/^[A-Z][\w+-]*(?:\/[\w+-]+)*$/i, 'time-zone-unknown')
  .refine(isTimeZone, 'time-zone-unknown');

/** Hours without mails, from `from` until `to`, which may be on the next day. */
export const QuietHours = z
  .strictObject({ from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'quiet-hours-empty' });
export type QuietHours = z.output<typeof QuietHours>;

const kinds = list(NotificationKind, { min: 0, max: NotificationKind.options.length }).transform(
  all => [...new Set(all)],
);

export const NotificationSettings = z
  .strictObject({
    bellOff: kinds.meta({
      description: 'Kinds that are not told: neither sent nor counted from then on',
    }),
    mailOff: kinds.meta({ description: 'Kinds that are not mailed' }),
    mail: MailRhythm,
    digestAt: TimeOfDay.meta({ description: 'When the daily mail is sent' }),
    quiet: QuietHours.nullable(),
    timeZone: TimeZone,
    language: z.enum(languages).meta({ description: 'Of the mails' }),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.output<typeof NotificationSettings>;

/** Default settings: the bell shows everything, and nothing is mailed. */
export const usualSettings: NotificationSettings = {
  bellOff: [],
  mailOff: [],
  mail: 'never',
  digestAt: '08:00',
  quiet: null,
  timeZone: 'UTC',
  language: 'tr',
};

/**
 * `sendsMail` says whether this server sends mails at all. `failure` describes failed deliveries;
 * `hasEnded` means that mails stop until the settings are saved again.
 */
export const NotificationSettingsAnswer = z
  .object({
    settings: NotificationSettings,
    sendsMail: z.boolean(),
    failure: z.object({ attempts: z.int(), at: Instant, hasEnded: z.boolean() }).nullable(),
  })
  .meta({ id: 'NotificationSettingsAnswer' });
export type NotificationSettingsAnswer = z.output<typeof NotificationSettingsAnswer>;
