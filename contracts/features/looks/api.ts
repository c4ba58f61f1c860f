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
  summary:
    "Look as a person: the token reads what they may read, without secrets, and writes nothing. For 30 minutes at most, while one's own session lasts; the person is told.",
});

export const endLook = command({
  name: 'end-look',
  call: 'DELETE /admin/looks/:lookId',
  access: 'admin:session',
  params: z.strictObject({ lookId: Id }),
  answer: nothing,
  summary: 'Stop looking as a person, at once, everywhere.',
});

export const listLooks = query({
  name: 'list-looks',
  call: 'GET /auth/looks',
  access: 'session',
  answer: z.object({ looks: z.array(Look) }),
  summary: 'Who looked as me, from when to when: the last hundred, the latest first.',
});
