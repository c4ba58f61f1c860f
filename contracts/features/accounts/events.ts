import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { SubscriptionType } from './account.ts';

/** Stream `account-<id>`: a person comes and goes. */
export const accountRegistered = event('account-registered', 1, {
  accountId: Id,
  name: z.string(),
  email: z.string(),
  passwordHash: z.string(),
  isAdmin: z.boolean(),
  subscriptionType: SubscriptionType,
  maxProjects: z.int(),
  maxTables: z.int(),
}, { accountId: because.key });
export const accountDeleted = event('account-deleted', 1, { accountId: Id }, { accountId: because.key });

/** Stream `session-<id>`. */
export const sessionOpened = event('session-opened', 1, { accountId: Id, sessionId: Id }, { accountId: because.key, sessionId: because.id });
export const sessionClosed = event('session-closed', 1, { accountId: Id, sessionId: Id }, { accountId: because.key, sessionId: because.id });

/** Stream `email-<hmac>`: who holds this address. Reserved before the account exists, so no two can have it. */
export const emailReserved = event('email-reserved', 1, { accountId: Id }, { accountId: because.key });
export const emailReleased = event('email-released', 1, { accountId: Id }, { accountId: because.key });

/** Stream `installation-admin`: the first who registers runs the place. */
export const adminClaimed = event('admin-claimed', 1, { accountId: Id }, { accountId: because.key });
