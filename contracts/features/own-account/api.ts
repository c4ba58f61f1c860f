import * as z from 'zod';
import { command, Instant, nothing, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { LinkToken } from '../../core/link-token.ts';
import {
  Email,
  OpenSession,
  Password,
  PersonName,
  ReusedSession,
  User,
} from '../accounts/account.ts';
import { Look } from '../looks/look.ts';
import { ProjectRole } from '../members/role.ts';
import { NotificationSettings } from '../notifications/settings.ts';
import { EMAIL_LINK_HOURS } from './own-account.ts';

export const changeOwnName = command({
  name: 'change-own-name',
  call: 'PUT /auth/me',
  access: 'session',
  body: z.strictObject({ name: PersonName }),
  answer: z.object({ user: User }),
  summary: 'Change the own name',
});

export const changeOwnEmail = command({
  name: 'change-own-email',
  call: 'PUT /auth/email',
  access: 'session',
  body: z.strictObject({ email: Email, password: Password }),
  answer: z.object({ user: User, sendsMail: z.boolean() }),
  summary: 'Change the own e-mail address',
  description: `If this server sends mails (\`sendsMail\`), the address changes once the mailed link is used, within ${EMAIL_LINK_HOURS} hours; otherwise it changes at once. Programs with own keys must send the new address from then on.`,
});

export const confirmOwnEmail = command({
  name: 'confirm-own-email',
  call: 'POST /auth/email/confirm',
  access: 'public',
  body: z.strictObject({ token: LinkToken }),
  answer: z.object({ email: z.string() }),
  summary: 'Confirm a new e-mail address',
  description:
    'Takes the token of the mailed link. A used, replaced or expired link, or one that a new password ended, answers 404.',
});

export const deleteOwnAccount = command({
  name: 'delete-own-account',
  call: 'DELETE /auth/me',
  access: 'session',
  body: z.strictObject({ password: Password }),
  answer: nothing,
  summary: 'Delete the own account',
  description: 'Deletes all own projects, too; their history becomes unreadable.',
});

export const ownData = query({
  name: 'own-data',
  call: 'GET /auth/me/data',
  access: 'session',
  answer: z.object({
    user: User,
    sessions: z.array(OpenSession),
    reusedSessions: z.array(ReusedSession),
    looks: z.array(Look),
    notificationSettings: NotificationSettings,
    projects: z.array(z.object({ id: Id, name: z.string(), role: ProjectRole, since: Instant })),
  }),
  summary: 'Export the own account',
  description: 'Rows, messages and files belong to projects and are exported with them.',
});
