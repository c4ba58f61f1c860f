import type { AnswerOf } from '@hzm/contracts/core/call';
import { listNotifications } from '@hzm/contracts/features/notifications/api';
import { liveResource, resources } from '../../state/live-resource.ts';

export type Told = AnswerOf<typeof listNotifications>;

/** What a person is told, as far as the bell shows it; the rest is asked for there. Read again when something is told or read, on whatever device. */
export const toldTo = resources<Told>(userId => liveResource<Told>({
  topic: `user:${userId}`,
  load: ask => ask(listNotifications),
  apply: (data, { kind, id, op }) => (kind === 'notification' || kind === 'notification-settings' || (kind === 'read-mark' && id.startsWith('notification')) || (kind === 'project' && op === 'drop') ? 'refetch' : data),
}));
