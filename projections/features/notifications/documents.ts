import { collection } from '@hzm/contracts/core/collection';
import type { Event } from '@hzm/contracts/core/event';
import { START, type Position } from '@hzm/contracts/core/position';
import type { RequestStatus } from '@hzm/contracts/features/endpoint-requests/request';
import type { MemberRole } from '@hzm/contracts/features/members/role';
import {
  NOTIFICATION_DAYS,
  type NotificationKind,
} from '@hzm/contracts/features/notifications/notification';

/**
 * A notification of one person. `key` identifies its subject; `recipient` is an account id or
 * `recipientOf` an address without an account; `subjectId` is the request or thread. `position` is
 * that of its event. `name` is null for threads, whose title may be erased.
 */
export type NotificationDoc = {
  readonly id: string;
  readonly key: string;
  readonly recipient: string;
  readonly kind: NotificationKind;
  readonly at: string;
  readonly actor: string;
  readonly projectId: string | null;
  readonly subjectId: string | null;
  readonly name: string | null;
  readonly step: RequestStatus | null;
  readonly role: MemberRole | null;
  readonly position: Position;
};

const kept = {
  owner: 'projectId',
  indexes: [['recipient', 'position'], ['projectId'], ['key']],
  positions: ['position'],
} as const;
/** Single notifications. `day` is the date of the event in UTC. */
export const notificationDocs = collection<NotificationDoc & { readonly day: string }>({
  name: 'notifications',
  ...kept,
  expires: { by: 'day', days: NOTIFICATION_DAYS },
});
/**
 * Notifications updated to the latest state of their subject, as long as it exists; `position` is
 * `START` while there is nothing to show.
 */
export const followedDocs = collection<NotificationDoc>({
  name: 'followed-notifications',
  ...kept,
});

/** Returns the recipient for an e-mail address without an account. */
export const recipientOf = (email: string): string => `email:${email}`;

type About = Partial<Pick<NotificationDoc, 'projectId' | 'subjectId' | 'name' | 'step' | 'role'>>;

/**
 * Returns a person's notification of an event.
 * @param key identifies its subject
 */
export const told = (
  { meta: { at, actor }, position }: Event<unknown>,
  recipient: string,
  kind: NotificationKind,
  key: string,
  about: About,
): NotificationDoc => ({
  id: `${key}/${recipient}`,
  key,
  recipient,
  kind,
  at,
  actor,
  projectId: null,
  subjectId: null,
  name: null,
  step: null,
  role: null,
  ...about,
  position,
});

/**
 * Creates a followed notification with its subject, so that later events need not name the
 * recipient.
 */
export const followed = (
  event: Event<unknown>,
  recipient: string,
  kind: NotificationKind,
  id: string,
  about: About,
): NotificationDoc => ({ ...told(event, recipient, kind, id, about), id, position: START });
