import * as z from 'zod';
import { command, nothing, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { Credentials, User } from '../accounts/account.ts';
import { Look } from './look.ts';

export const beginLook = command({
  name: 'begin-look',
  call: 'POST /admin/users/:accountId/look',
  access: 'admin:session',
  status: 201,
  params: z.strictObject({ accountId: Id }),
  answer: z.object({ user: User, credentials: Credentials, token: z.string(), look: Look }),
  summary: 'Start looking as a person',
  description:
    "The token reads what the person may read, without secrets, and writes nothing. It lasts for 30 minutes at most and ends with the administrator's session; the person is notified.",
});

export const endLook = command({
  name: 'end-look',
  call: 'DELETE /admin/looks/:lookId',
  access: 'admin:session',
  params: z.strictObject({ lookId: Id }),
  answer: nothing,
  summary: 'Stop looking as a person',
  description: 'Takes effect immediately, on all servers.',
});

export const listLooks = query({
  name: 'list-looks',
  call: 'GET /auth/looks',
  access: 'session',
  answer: z.object({ looks: z.array(Look) }),
  summary: 'List administrators who looked as me',
  description: 'The last hundred with their times, newest first.',
});
