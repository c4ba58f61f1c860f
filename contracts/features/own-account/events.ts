import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';

/**
 * Stream `account-<id>`. A confirmation link was mailed to the new address; only the hash of its
 * token is stored.
 */
export const emailChangeRequested = event('email-change-requested', {
  version: 1,
  needsRoom: true,
  shape: { accountId: Id, email: z.string(), tokenHash: z.string(), expiresAt: Instant },
  open: { accountId: because.key },
});
