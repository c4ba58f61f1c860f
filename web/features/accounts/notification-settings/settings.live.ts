import {
  changeNotificationSettings,
  getNotificationSettings,
} from '@hzm/contracts/features/notifications/api';
import type {
  NotificationSettings,
  NotificationSettingsAnswer,
} from '@hzm/contracts/features/notifications/settings';
import { send } from '../../../lib/http.ts';
import { liveResource, resources } from '../../../state/live-resource.ts';

/** A person's notification settings, live on all of their devices. */
export const settingsOf = resources<NotificationSettingsAnswer>(userId =>
  liveResource({
    topic: `user:${userId}`,
    load: ask => ask(getNotificationSettings),
    apply: (known, { kind, op, doc }) =>
      kind === 'notification-settings' && op === 'put'
        ? (doc as unknown as NotificationSettingsAnswer)
        : known,
  }),
);

/** Saves all settings. @returns them as stored */
export async function save(
  userId: string,
  body: NotificationSettings,
): Promise<NotificationSettings> {
  const { data } = await send(changeNotificationSettings, { body });
  settingsOf(userId).update(() => data);
  return data.settings;
}
