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
 * One thing that one person is told. `key`: of what it is about; `recipient`: an account's id, or
 * `recipientOf` an address that may be nobody's yet; `subjectId`: of the request or the thread.
 * `position`: of the event that it tells.
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
/** What happened once. `day`: when that was, in UTC. */
export const notificationDocs = collection<NotificationDoc & { readonly day: string }>({
  name: 'notifications',
  ...kept,
  expires: { by: 'day', days: NOTIFICATION_DAYS },
});
/**
 * Things of which the latest is told, as long as there are; `position`: `START` while there is
 * nothing to tell.
 */
export const followedDocs = collection<NotificationDoc>({
  name: 'followed-notifications',
  ...kept,
});

/** To whom something is told that names an address, not an account. */
export const recipientOf = (email: string): string => `email:${email}`;

type About = Partial<Pick<NotificationDoc, 'projectId' | 'subjectId' | 'name' | 'step' | 'role'>>;

/** What one person is told of one event. @param key of what it is about */
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
 * A thing of which only the latest is told: there from its beginning, so that its later events need
 * not say whose it is.
 */
export const followed = (
  event: Event<unknown>,
  recipient: string,
  kind: NotificationKind,
  id: string,
  about: About,
): NotificationDoc => ({ ...told(event, recipient, kind, id, about), id, position: START });
