import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';

/** The key that seals data of the installation. */
export const OF_MASTER = 'master';
const installation = z.literal(OF_MASTER);
const open = { installation: because.key };

/**
 * Stream `installation-master`. The credentials that open everything. `creationHash` hashes the
 * password set by the first creation.
 */
export const masterCredentialsCreated = event('master-credentials-created', {
  version: 1,
  shape: {
    installation,
    email: z.string(),
    apiKey: z.string(),
    password: z.string(),
    creationHash: z.string(),
  },
  open,
});
export const masterKeyRefreshed = event('master-key-refreshed', {
  version: 1,
  shape: { installation, apiKey: z.string() },
  open,
});
export const masterPasswordRefreshed = event('master-password-refreshed', {
  version: 1,
  shape: { installation, password: z.string() },
  open,
});
/**
 * Renews key and password because an administrator's right ended. `told` lists the remaining
 * administrators.
 */
export const masterCredentialsRenewed = event('master-credentials-renewed', {
  version: 1,
  shape: { installation, apiKey: z.string(), password: z.string(), told: z.array(Id) },
  open,
});
