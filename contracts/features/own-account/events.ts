import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';

/**
 * Stream `account-<id>`. A link to confirm the address was mailed to it; the log holds only the
 * token's hash.
 */
export const emailChangeRequested = event('email-change-requested', {
  version: 1,
  shape: { accountId: Id, email: z.string(), tokenHash: z.string(), expiresAt: Instant },
  open: { accountId: because.key },
});
