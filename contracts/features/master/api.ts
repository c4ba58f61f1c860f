import * as z from 'zod';
import { command, Instant, query } from '../../core/call.ts';
import { secret } from '../../core/marks.ts';

const MasterEmail = z
  .string('master-email-empty')
  .trim()
  .toLowerCase()
  .min(1, { error: 'master-email-empty', abort: true })
  .max(254)
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
  summary: 'The master credentials, if there are any.',
});

export const masterLogin = command({
  name: 'master-login',
  call: 'POST /master-admin/login',
  access: 'admin:session',
  isFlat: true,
  body: Proof,
  answer: z.object({ credentials: MasterCredentials }),
  summary:
    'The master credentials, for whoever knows their address and the creation password; a wrong one: 403.',
});

export const createMaster = command({
  name: 'create-master',
  call: 'POST /master-admin/create-master-credentials',
  access: 'admin:session',
  isFlat: true,
  body: Proof,
  answer: z.object({ master_key: z.string(), master_password: z.string() }),
  summary:
    'Make the master credentials. The creation password is `HZM_API_CREATION_PASSWORD`; where that is not set, what the first creation gives.',
});

export const refreshMasterKey = command({
  name: 'refresh-master-key',
  call: 'POST /master-admin/refresh-api-key',
  access: 'admin:session',
  isFlat: true,
  body: Proof,
  answer: z.object({ new_api_key: z.string() }),
  summary: 'Give the master key another text; the one before is refused from then on.',
});

export const refreshMasterPassword = command({
  name: 'refresh-master-password',
  call: 'POST /master-admin/refresh-password',
  access: 'admin:session',
  isFlat: true,
  body: Proof,
  answer: z.object({ new_password: z.string() }),
  summary: 'Give the master key another password; the one before is refused from then on.',
});
