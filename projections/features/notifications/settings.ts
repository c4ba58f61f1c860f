import { collection } from '@hzm/contracts/core/collection';
import type { DataOf } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { accountDeleted } from '@hzm/contracts/features/accounts/events';
import {
  notificationMailFailed,
  notificationSettingsChanged,
  notificationsMailed,
} from '@hzm/contracts/features/notifications/events';
import { drop, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/**
 * The settings of a person, `usualSettings` without a document. `changedAt` and `position` are
 * those of the last change.
 */
export type NotificationSettingsDoc = Omit<
  DataOf<typeof notificationSettingsChanged>,
  'accountId'
> & { readonly id: string; readonly changedAt: string; readonly position: Position };
/**
 * The mail state of a person: everything up to `upTo` is mailed. `at` is the last attempt, which
 * failed if `isFailing`; `revision` is the last event of the stream.
 */
export type NotificationMailDoc = {
  readonly id: string;
  readonly upTo: Position;
  readonly ofDay: number;
  readonly failures: number;
  readonly isFailing: boolean;
  readonly at: string;
  readonly position: Position;
  readonly revision: number;
};

export const notificationSettingsDocs = collection<NotificationSettingsDoc>({
  name: 'notification-settings',
  indexes: [['mail']],
});
export const notificationMailDocs = collection<NotificationMailDoc>({ name: 'notification-mails' });

/** Changed notification settings and the mail state, per person. */
export const notificationSettings = projection({
  name: 'notification-settings',
  version: 1,
  collections: [notificationSettingsDocs, notificationMailDocs],
  on: [
    on(
      notificationSettingsChanged,
      ({ data: { accountId: id, ...chosen }, meta: { at: changedAt }, position }) => [
        put(notificationSettingsDocs, { id, ...chosen, changedAt, position }),
      ],
    ),
    on(
      notificationsMailed,
      ({ data: { accountId: id, upTo, ...counts }, meta: { at }, position, revision }) => [
        put(notificationMailDocs, {
          id,
          upTo: upTo as Position,
          ...counts,
          isFailing: false,
          at,
          position,
          revision,
        }),
      ],
    ),
    on(
      notificationMailFailed,
      ({ data: { accountId: id, upTo, ...counts }, meta: { at }, position, revision }) => [
        put(notificationMailDocs, {
          id,
          upTo: upTo as Position,
          ...counts,
          isFailing: true,
          at,
          position,
          revision,
        }),
      ],
    ),
    on(accountDeleted, ({ data: { accountId } }) => [
      drop(notificationSettingsDocs, accountId),
      drop(notificationMailDocs, accountId),
    ]),
  ],
});
