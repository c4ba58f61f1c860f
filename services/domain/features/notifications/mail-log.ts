import { START, type Position } from '@hzm/contracts/core/position';
import {
  notificationMailFailed,
  notificationsMailed,
} from '@hzm/contracts/features/notifications/events';
import {
  notificationMailDocs,
  type NotificationMailDoc,
} from '@hzm/projections/features/notifications/settings';
import { decider, type Decision } from '@hzm/services/core/commands/decider';
import type { Engine } from '@hzm/services/core/engine';
import type { Snapshot } from '../../../core/commands/command-executor.ts';
import { NO_STREAM } from '../../../core/ports/event-store.ts';
import { utcDay } from './mail-due.ts';

/**
 * The mail state of a person: the mailed position, the mails on the day of `at`, and whether the
 * last attempt failed.
 */
export type Mailed = Pick<NotificationMailDoc, 'upTo' | 'ofDay' | 'failures' | 'isFailing' | 'at'>;

export const mailLog = decider<Mailed>(
  { upTo: START, ofDay: 0, failures: 0, isFailing: false, at: '' },
  when => [
    when(notificationsMailed, (s, { upTo, ofDay, failures }, { meta }) => ({
      upTo: upTo as Position,
      ofDay,
      failures,
      isFailing: false,
      at: meta?.at ?? s.at,
    })),
    when(notificationMailFailed, (s, { upTo, ofDay, failures }, { meta }) => ({
      upTo: upTo as Position,
      ofDay,
      failures,
      isFailing: true,
      at: meta?.at ?? s.at,
    })),
  ],
);

export const mailStream = (accountId: string): string => `notification-mails-${accountId}`;

/** The document suffices as a snapshot, because the last event holds the whole state. */
export const mailSnapshot =
  ({ model }: Pick<Engine, 'model'>, accountId: string) =>
  async (): Promise<Snapshot<Mailed>> => {
    const doc = await model.get(notificationMailDocs, accountId);
    const state = doc ?? mailLog.initial;
    return {
      state,
      position: doc?.position ?? START,
      revision: doc?.revision ?? NO_STREAM,
      at: async () => state,
    };
  };

/**
 * Records that everything up to a position is being mailed; nothing if another mail was recorded
 * since `seen` was read.
 * @param failures consecutive failed attempts right before
 */
export const beginMail =
  (accountId: string, seen: Mailed, upTo: Position, failures: number, now: Date) =>
  (s: Mailed): Decision => {
    if (
      upTo <= s.upTo ||
      s.upTo !== seen.upTo ||
      s.isFailing !== seen.isFailing ||
      s.at !== seen.at
    )
      return [];
    const ofDay =
      s.at !== '' && utcDay(Date.parse(s.at)) === utcDay(now.getTime()) ? s.ofDay + 1 : 1;
    return [notificationsMailed({ accountId, upTo, ofDay, failures })];
  };

/**
 * Records that a mail failed and counts as not sent.
 * @param before the mailed position before the attempt
 */
export const failMail =
  (accountId: string, upTo: Position, before: Position) =>
  (s: Mailed): Decision =>
    s.upTo === upTo && !s.isFailing
      ? [
          notificationMailFailed({
            accountId,
            upTo: before,
            ofDay: s.ofDay,
            failures: s.failures + 1,
          }),
        ]
      : [];
