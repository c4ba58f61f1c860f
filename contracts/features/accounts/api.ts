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

/** Text that may be an e-mail address, valid or not, so that the answer is the same. */
const AnyEmail = storable(z.string().trim().toLowerCase().min(1).max(254));

export const register = command({
  name: 'register',
  call: 'POST /auth/register',
  access: 'public',
  status: 201,
  body: z.strictObject({ name: PersonName, email: Email, password: NewPassword }),
  answer: z.object({ user: User, credentials: Credentials, ...issuedToken, project: Project }),
  summary: 'Register an account',
  description: 'Creates a default project and signs in.',
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
  summary: 'Sign in',
});

export const refresh = command({
  name: 'refresh',
  call: 'POST /auth/refresh',
  access: 'session',
  answer: z.object(issuedToken),
  summary: 'Renew the token of this session',
  description: `A session ends ${SESSION_DAYS} days after signing in. The previous token is valid for one more minute; renewing it later ends the session, because two clients hold its tokens.`,
});

export const logout = command({
  name: 'logout',
  call: 'POST /auth/logout',
  access: 'session',
  answer: nothing,
  summary: 'Sign out',
  description: 'Ends this session immediately, on all servers.',
});

export const me = query({
  name: 'me',
  call: 'GET /auth/me',
  access: 'session',
  answer: z.object({ user: User, credentials: Credentials, looks: z.array(Look) }),
  summary: 'Retrieve the signed-in person',
  description: '`looks` lists the administrators who look as this person now.',
});

export const changePassword = command({
  name: 'change-password',
  call: 'PUT /auth/password',
  access: 'session',
  body: z.strictObject({ currentPassword: Password, newPassword: NewPassword }),
  answer: nothing,
  summary: 'Change the own password',
  description: 'Ends all other sessions of the account.',
});

export const forgotPassword = command({
  name: 'forgot-password',
  call: 'POST /auth/password/forgotten',
  access: 'public',
  status: 202,
  body: z.strictObject({ email: AnyEmail }),
  answer: z.object({ sendsMail: z.boolean() }),
  summary: 'Request a password reset link',
  description:
    'The link is mailed and valid for one hour, at most three times an hour. The answer does not reveal whether the address has an account; `sendsMail` says whether this server sends mails at all.',
});

export const resetPassword = command({
  name: 'reset-password',
  call: 'POST /auth/password/reset',
  access: 'public',
  body: z.strictObject({ token: LinkToken, newPassword: NewPassword }),
  answer: nothing,
  summary: 'Reset a password',
  description:
    'Takes the token of a link and ends all sessions of the account. A used, replaced or expired link answers 404.',
});

export const makePasswordLink = command({
  name: 'make-password-link',
  call: 'POST /admin/users/:accountId/password-link',
  access: 'admin:session',
  status: 201,
  params: z.strictObject({ accountId: Id }),
  answer: z.object({ url: z.string(), expiresAt: Instant }),
  summary: 'Create a password reset link for a person',
  description:
    'Valid for 24 hours and shown in this answer only; earlier links end. The link answers 404 once its creator is no active administrator. `url` is a path of this server if `HZM_PUBLIC_URL` is not set.',
});

export const listSessions = query({
  name: 'list-sessions',
  call: 'GET /auth/sessions',
  access: 'session',
  answer: z.object({ sessions: z.array(OpenSession), reused: z.array(ReusedSession) }),
  summary: 'List own sessions',
  description: `Last seen first. \`reused\` lists sessions of the last ${REUSED_DAYS} days that the server ended because one of their tokens was renewed twice.`,
});

export const endSession = command({
  name: 'end-session',
  call: 'DELETE /auth/sessions/:sessionId',
  access: 'session',
  params: z.strictObject({ sessionId: Id }),
  answer: nothing,
  summary: 'End a session',
  description: 'Signs out that device immediately.',
});

export const deleteAccount = command({
  name: 'delete-account',
  call: 'DELETE /admin/users/:accountId',
  access: 'admin',
  params: z.strictObject({ accountId: Id }),
  answer: nothing,
  summary: 'Delete a person',
  description: 'Deletes all their projects, too; their history becomes unreadable.',
});
