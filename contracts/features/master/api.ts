import * as z from 'zod';
import { command, Instant, query } from '../../core/call.ts';
import { secret } from '../../core/marks.ts';

const MasterEmail = z
  .string('master-email-empty')
  .trim()
  .toLowerCase()
  .min(1, { error: 'master-email-empty', abort: true })
  // Aborts: the pattern takes the square of the length of points.
  .max(254, { abort: true })
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'master-email-invalid');
const CreationPassword = secret(
  z.string('creation-password-empty').min(1, 'creation-password-empty').max(1024),
);
const Proof = z.strictObject({
  master_email: MasterEmail,
  api_creation_password: CreationPassword,
});

export const MasterCredentials = z
  .object({
    master_email: z.string(),
    master_key: z.string(),
    master_password: z.string(),
    last_updated: Instant,
  })
  .meta({ id: 'MasterCredentials' });
export type MasterCredentials = z.output<typeof MasterCredentials>;

export const currentMaster = query({
  name: 'current-master',
  call: 'GET /master-admin/current',
  access: 'admin:session',
  isFlat: true,
  answer: z.object({ exists: z.boolean(), credentials: MasterCredentials.nullable() }),
  summary: 'Retrieve the master credentials, if any',
});

export const masterLogin = command({
  name: 'master-login',
  call: 'POST /master-admin/login',
  access: 'admin:session',
  isFlat: true,
  body: Proof,
  answer: z.object({ credentials: MasterCredentials }),
  summary: 'Reveal the master credentials',
  description: 'Requires their e-mail address and the creation password; a wrong one answers 403.',
});

export const createMaster = command({
  name: 'create-master',
  call: 'POST /master-admin/create-master-credentials',
  access: 'admin:session',
  isFlat: true,
  body: Proof,
  answer: z.object({ master_key: z.string(), master_password: z.string() }),
  summary: 'Create the master credentials',
  description:
    'The creation password is `HZM_API_CREATION_PASSWORD`; if that is not set, the first creation sets it.',
});

export const refreshMasterKey = command({
  name: 'refresh-master-key',
  call: 'POST /master-admin/refresh-api-key',
  access: 'admin:session',
  isFlat: true,
  body: Proof,
  answer: z.object({ new_api_key: z.string() }),
  summary: 'Regenerate the master key',
  description: 'The old key is refused immediately.',
});

export const refreshMasterPassword = command({
  name: 'refresh-master-password',
  call: 'POST /master-admin/refresh-password',
  access: 'admin:session',
  isFlat: true,
  body: Proof,
  answer: z.object({ new_password: z.string() }),
  summary: 'Regenerate the master password',
  description: 'The old password is refused immediately.',
});
