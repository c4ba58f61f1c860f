import * as z from 'zod';
import { Actor } from '../../core/actor.ts';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { RequestStatus } from '../endpoint-requests/request.ts';
import { MemberRole } from '../members/role.ts';

/** So many of a person's are told, the newest, of so many days. */
export const MAX_NOTIFICATIONS = 500;
export const NOTIFICATION_DAYS = 90;

/**
 * What people are told: a step of their request; a request about their project; an invitation to
 * their address; somebody took theirs, or declined it; their role changed; they were removed; a project was handed
 * to them, or away from them; keys of their project were switched off (`name`: which);
 * an administrator gave them a plan; their plan ended; the master credentials were renewed since
 * another administrator's right ended; somebody named them in a message, answered a message of
 * theirs, or wrote in a thread that they opened.
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
 * `id`: of what it is about; the same request or thread is told once, as it is now. `actor`: null
 * where nobody did it, or they are gone. `name`: of the request, the thread, the plan or the keys;
 * `step` of a
 * request, `role` in a project. `link`: the page of the web application, null where there is none.
 * `readAt`: null while it is unread. `position`: of its last change.
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
