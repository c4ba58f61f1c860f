import * as z from 'zod';
import { Actor } from '../../core/actor.ts';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { RequestStatus } from '../endpoint-requests/request.ts';
import { MemberRole } from '../members/role.ts';

/** Maximum notifications shown to a person, newest first, and their maximum age in days. */
export const MAX_NOTIFICATIONS = 500;
export const NOTIFICATION_DAYS = 90;

/**
 * The kinds of notifications. `mention`, `reply` and `thread-reply` are a message that mentions the
 * person, answers a message of theirs, or stands in a thread that they opened. `keys-suspended`
 * lists the keys in `name`.
 */
export const NotificationKind = z.enum([
  'request-step',
  'request-added',
  'invitation',
  'invitation-accepted',
  'invitation-declined',
  'role-changed',
  'removed',
  'project-received',
  'keys-suspended',
  'webhook-suspended',
  'webhook-secret-renewed',
  'project-given-away',
  'plan-given',
  'plan-ended',
  'master-renewed',
  'mention',
  'reply',
  'thread-reply',
]);
export type NotificationKind = z.output<typeof NotificationKind>;

/**
 * A notification, one per subject (`id`) and in its latest state. `actor` is null if there is none
 * or the account is gone, `link` if the web application has no page for it, `readAt` while unread.
 * `position` is that of the last change.
 */
export const Notification = z
  .object({
    id: Id,
    kind: NotificationKind,
    at: Instant,
    actor: Actor.nullable(),
    projectId: Id.nullable(),
    projectName: z.string().nullable(),
    name: z.string().nullable(),
    step: RequestStatus.nullable(),
    role: MemberRole.nullable(),
    link: z.string().nullable(),
    readAt: Instant.nullable(),
    position: z.string(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof Notification>;
