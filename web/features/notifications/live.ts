import type { AnswerOf } from '@hzm/contracts/core/call';
import { listOwnInvitations } from '@hzm/contracts/features/members/api';
import { listNotifications } from '@hzm/contracts/features/notifications/api';
import { liveResource, resources } from '../../state/live-resource.ts';

export type NotificationPage = AnswerOf<typeof listNotifications>;

/** First page of a person's notifications. Reloads when one arrives or is read on any device. */
export const notificationsFor = resources<NotificationPage>(userId =>
  liveResource<NotificationPage>({
    topic: `user:${userId}`,
    load: ask => ask(listNotifications),
    apply: (data, { kind, id, op }) =>
      kind === 'notification' ||
      kind === 'notification-settings' ||
      (kind === 'read-mark' && id.startsWith('notification')) ||
      (kind === 'project' && op === 'drop')
        ? 'refetch'
        : data,
  }),
);

/** The open invitations to a person's address, as the bell tells them. */
export const invitationsTo = resources<AnswerOf<typeof listOwnInvitations>>(userId =>
  liveResource<AnswerOf<typeof listOwnInvitations>>({
    topic: `user:${userId}`,
    load: ask => ask(listOwnInvitations),
    apply: (data, { kind }) => (kind === 'notification' ? 'refetch' : data),
  }),
);
