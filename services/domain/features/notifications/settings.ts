import type { DataOf } from '@hzm/contracts/core/event';
import { sameJson } from '@hzm/contracts/core/json';
import { accountDeleted, accountRegistered } from '@hzm/contracts/features/accounts/events';
import { notificationSettingsChanged } from '@hzm/contracts/features/notifications/events';
import { NotificationKind } from '@hzm/contracts/features/notifications/notification';
import {
  usualSettings,
  type NotificationSettings,
} from '@hzm/contracts/features/notifications/settings';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

type Kept = Omit<DataOf<typeof notificationSettingsChanged>, 'accountId'>;

const { bellOff: _, ...usual } = usualSettings;

/** The notification settings of an account. */
export const notificationSettings = decider<{ readonly isThere: boolean; readonly kept: Kept }>(
  { isThere: false, kept: { ...usual, silent: [], mailSince: null } },
  when => [
    when(accountRegistered, s => ({ ...s, isThere: true })),
    when(notificationSettingsChanged, (s, { accountId: __, ...kept }) => ({ ...s, kept })),
    when(accountDeleted, s => ({ ...s, isThere: false })),
  ],
);
type State = typeof notificationSettings.initial;

const inOrder = (kinds: readonly NotificationKind[]): NotificationKind[] =>
  NotificationKind.options.filter(kind => kinds.includes(kind));

/**
 * Returns the settings to store: a kind switched off keeps the time since it is, and mails start
 * with events after they are switched on.
 */
function chosenFrom(
  { kept }: State,
  { bellOff, mailOff, ...rest }: NotificationSettings,
  at: string,
): Kept {
  const silent = inOrder(bellOff).map(
    kind => kept.silent.find(one => one.kind === kind) ?? { kind, since: at },
  );
  return {
    ...rest,
    silent,
    mailOff: inOrder(mailOff),
    mailSince: rest.mail === 'never' ? null : (kept.mailSince ?? at),
  };
}

const isSame = (a: Kept, b: Kept): boolean => sameJson(inLine(a), inLine(b));
const inLine = ({
  silent,
  mailOff,
  mail,
  mailSince,
  digestAt,
  quiet,
  timeZone,
  language,
}: Kept): unknown => [
  silent.map(({ kind, since }) => [kind, since]),
  mailOff,
  mail,
  mailSince,
  digestAt,
  quiet && [quiet.from, quiet.to],
  timeZone,
  language,
];

/** @param isAgain records unchanged settings, too, so that stopped mails are retried */
export const chooseNotifications =
  (accountId: string, chosen: NotificationSettings, now: Date, isAgain: boolean) =>
  (s: State): Decision => {
    if (!s.isThere) return reject('NOT_FOUND');
    const kept = chosenFrom(s, chosen, now.toISOString());
    return isAgain || !isSame(kept, s.kept)
      ? [notificationSettingsChanged({ accountId, ...kept })]
      : [];
  };

export const stopMails =
  (accountId: string) =>
  (s: State): Decision =>
    !s.isThere
      ? reject('NOT_FOUND')
      : s.kept.mail === 'never'
        ? []
        : [notificationSettingsChanged({ accountId, ...s.kept, mail: 'never', mailSince: null })];
