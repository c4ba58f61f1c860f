import * as z from 'zod';
import { command, nothing } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';

export const erasePerson = command({
  name: 'erase-person',
  call: 'POST /admin/users/:accountId/erase',
  access: 'admin',
  params: z.strictObject({ accountId: Id }),
  body: z.strictObject({ name: z.string().max(100) }),
  answer: nothing,
  summary:
    "Delete a person with all their projects, and erase their name and addresses wherever else they stand: in others' histories, invitations, lists and threads, where their messages keep their place and say no more. `name`: theirs, typed exactly.",
});
