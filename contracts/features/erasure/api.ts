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
  summary: 'Delete a person and erase their name',
  description:
    'Deletes all their projects, and erases name and addresses in histories, invitations, lists and threads of others, whose messages keep their place without content. `name` must be typed exactly.',
});
