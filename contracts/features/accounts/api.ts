import * as z from 'zod';
import { command, nothing, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { Project } from '../projects/project.ts';
import { Credentials, Email, NewPassword, OpenSession, Password, PersonName, User } from './account.ts';

export const register = command({
  name: 'register', call: 'POST /auth/register', access: 'public', status: 201,
  body: z.strictObject({ name: PersonName, email: Email, password: NewPassword }),
  answer: z.object({ user: User, credentials: Credentials, token: z.string(), project: Project }),
  summary: 'Make an account with a default project, and sign in.',
});

export const login = command({
  name: 'login', call: 'POST /auth/login', access: 'public',
  body: z.strictObject({ email: z.string().trim().toLowerCase().min(1).max(254), password: Password }),
  answer: z.object({ user: User, credentials: Credentials, token: z.string(), projects: z.array(Project) }),
  summary: 'Sign in with e-mail and password.',
});

export const refresh = command({
  name: 'refresh', call: 'POST /auth/refresh', access: 'session',
  answer: z.object({ token: z.string() }),
  summary: 'A fresh token for the same session.',
});

export const logout = command({
  name: 'logout', call: 'POST /auth/logout', access: 'session',
  answer: nothing,
  summary: 'End this session at once, everywhere.',
});

export const me = query({
  name: 'me', call: 'GET /auth/me', access: 'session',
  answer: z.object({ user: User, credentials: Credentials }),
  summary: 'Who am I?',
});

export const changePassword = command({
  name: 'change-password', call: 'PUT /auth/password', access: 'session',
  body: z.strictObject({ currentPassword: Password, newPassword: NewPassword }),
  answer: nothing,
  summary: 'Change my password; all my other sessions end.',
});

export const listSessions = query({
  name: 'list-sessions', call: 'GET /auth/sessions', access: 'session',
  answer: z.object({ sessions: z.array(OpenSession) }),
  summary: 'Where I am signed in, the last seen first.',
});

export const endSession = command({
  name: 'end-session', call: 'DELETE /auth/sessions/:sessionId', access: 'session',
  params: z.strictObject({ sessionId: Id }),
  answer: nothing,
  summary: 'Sign out there, at once.',
});

export const deleteAccount = command({
  name: 'delete-account', call: 'DELETE /admin/users/:accountId', access: 'admin',
  params: z.strictObject({ accountId: Id }),
  answer: nothing,
  summary: 'Delete a person with all their projects; their history becomes unreadable.',
});
