import {
  AWAY_MINUTES,
  MAX_MAIL_FAILURES,
  MAX_MAILS_A_DAY,
} from '@hzm/contracts/features/notifications/settings';
import type {
  NotificationMailDoc,
  NotificationSettingsDoc,
} from '@hzm/projections/features/notifications/settings';
import { nextAt, quietEnd } from './local-time.ts';
import { failuresOf } from './settings-view.ts';

const AWAY_MS = AWAY_MINUTES * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Returns the back-off after this many failed attempts, in milliseconds; it doubles each time. */
const backoffMs = (failures: number): number => AWAY_MS * 2 ** (failures - 1);

/** Returns the UTC day of an instant, by which mails are counted. */
export const utcDay = (at: number): number => Math.floor(at / DAY_MS);

/** The inputs of the schedule; instants are in milliseconds since 1970. */
export interface Waiting {
  readonly settings: Pick<
    NotificationSettingsDoc,
    'mail' | 'changedAt' | 'digestAt' | 'quiet' | 'timeZone'
  >;
  readonly mailed: Pick<NotificationMailDoc, 'at' | 'ofDay' | 'failures' | 'isFailing'> | undefined;
  /** Time of the oldest waiting notification. */
  readonly oldest: number;
  /** Time of the person's last activity. */
  readonly seenAt: number;
}

/** Returns when to mail the waiting notifications; undefined if not before something changes. */
export function dueAt(
  { settings, mailed, oldest, seenAt }: Waiting,
  now: number,
): number | undefined {
  const { mail, digestAt, quiet, timeZone } = settings;
  const failures = failuresOf(settings, mailed);
  if (mail === 'never' || failures >= MAX_MAIL_FAILURES) return undefined;
  const last = mailed ? Date.parse(mailed.at) : -Infinity;
  const again = failures > 0 ? last + backoffMs(failures) : last + AWAY_MS;
  // A digest that failed is retried today, not put off until tomorrow.
  const ready =
    mail === 'soon'
      ? Math.max(oldest, seenAt) + AWAY_MS
      : failures > 0
        ? again
        : nextAt(Math.max(oldest, last), digestAt, timeZone);
  const early = Math.max(ready, again, now);
  const isFull =
    mailed !== undefined && mailed.ofDay >= MAX_MAILS_A_DAY && utcDay(early) === utcDay(last);
  return quietEnd(isFull ? (utcDay(last) + 1) * DAY_MS : early, quiet, timeZone);
}
