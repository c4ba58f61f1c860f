import * as z from 'zod';
import { command, Instant, nothing, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { LinkToken } from '../../core/link-token.ts';
import { storable } from '../../core/name.ts';
import { Look } from '../looks/look.ts';
import { Project } from '../projects/project.ts';
import {
  Credentials,
  Email,
  issuedToken,
  NewPassword,
  OpenSession,
  Password,
  PersonName,
  REUSED_DAYS,
  ReusedSession,
  SESSION_DAYS,
  User,
} from './account.ts';

/** What may be somebody's address; whether it is one makes no difference. */
const AnyEmail = storable(z.string().trim().toLowerCase().min(1).max(254));

export const register = command({
  name: 'register',
  call: 'POST /auth/register',
  access: 'public',
  status: 201,
  body: z.strictObject({ name: PersonName, email: Email, password: NewPassword }),
  answer: z.object({ user: User, credentials: Credentials, ...issuedToken, project: Project }),
  summary: 'Make an account with a default project, and sign in.',
});

export const login = command({
  name: 'login',
  call: 'POST /auth/login',
  access: 'public',
  body: z.strictObject({ email: AnyEmail, password: Password }),
  answer: z.object({
    user: User,
    credentials: Credentials,
    ...issuedToken,
    projects: z.array(Project),
  }),
  summary: 'Sign in with e-mail and password.',
});

export const refresh = command({
  name: 'refresh',
  call: 'POST /auth/refresh',
  access: 'session',
  answer: z.object(issuedToken),
  summary: `A fresh token for the same session, at most until it ends, ${SESSION_DAYS} days after signing in. The one before counts a minute longer; renewing it after that ends the session, since somebody else has its tokens.`,
});

export const logout = command({
  name: 'logout',
  call: 'POST /auth/logout',
  access: 'session',
  answer: nothing,
  summary: 'End this session at once, everywhere.',
});

export const me = query({
  name: 'me',
  call: 'GET /auth/me',
  access: 'session',
  answer: z.object({ user: User, credentials: Credentials, looks: z.array(Look) }),
  summary: 'Who am I? `looks`: who looks as me now.',
});

export const changePassword = command({
  name: 'change-password',
  call: 'PUT /auth/password',
  access: 'session',
  body: z.strictObject({ currentPassword: Password, newPassword: NewPassword }),
  answer: nothing,
  summary: 'Change my password; all my other sessions end.',
});

export const forgotPassword = command({
  name: 'forgot-password',
  call: 'POST /auth/password/forgotten',
  access: 'public',
  status: 202,
  body: z.strictObject({ email: AnyEmail }),
  answer: z.object({ sendsMail: z.boolean() }),
  summary:
    'Ask for a link to a new password, which is mailed: for an hour, at most three times an hour. The answer is the same whether anybody has the address; `sendsMail`: whether this server sends mails at all.',
});

export const resetPassword = command({
  name: 'reset-password',
  call: 'POST /auth/password/reset',
  access: 'public',
  body: z.strictObject({ token: LinkToken, newPassword: NewPassword }),
  answer: nothing,
  summary:
    'Set a new password by the token of a link; all sessions of the account end. A link that was used, replaced or has expired: 404.',
});

export const makePasswordLink = command({
  name: 'make-password-link',
  call: 'POST /admin/users/:accountId/password-link',
  access: 'admin:session',
  status: 201,
  params: z.strictObject({ accountId: Id }),
  answer: z.object({ url: z.string(), expiresAt: Instant }),
  summary:
    'Make a link by which a person sets a new password, for 24 hours, in this answer only. Links from before end; it is refused (404) once whoever made it is no active administrator. `url`: a path of this server where `HZM_PUBLIC_URL` is not set.',
});

export const listSessions = query({
  name: 'list-sessions',
  call: 'GET /auth/sessions',
  access: 'session',
  answer: z.object({ sessions: z.array(OpenSession), reused: z.array(ReusedSession) }),
  summary: `Where I am signed in, the last seen first. \`reused\`: sessions of the last ${REUSED_DAYS} days that the server ended, since one of their tokens was renewed twice.`,
});

export const endSession = command({
  name: 'end-session',
  call: 'DELETE /auth/sessions/:sessionId',
  access: 'session',
  params: z.strictObject({ sessionId: Id }),
  answer: nothing,
  summary: 'Sign out there, at once.',
});

export const deleteAccount = command({
  name: 'delete-account',
  call: 'DELETE /admin/users/:accountId',
  access: 'admin',
  params: z.strictObject({ accountId: Id }),
  answer: nothing,
  summary: 'Delete a person with all their projects; their history becomes unreadable.',
});
