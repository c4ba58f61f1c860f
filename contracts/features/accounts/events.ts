import * as z from 'zod';
import { event } from '../../core/event.ts';
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
}, ['name', 'email', 'passwordHash']);
export const accountDeleted = event('account-deleted', 1, { accountId: Id });

/** Stream `session-<id>`. */
export const sessionOpened = event('session-opened', 1, { accountId: Id, sessionId: Id });
export const sessionClosed = event('session-closed', 1, { accountId: Id, sessionId: Id });

/** Stream `email-<hmac>`: who holds this address. Reserved before the account exists, so no two can have it. */
export const emailReserved = event('email-reserved', 1, { accountId: Id });
export const emailReleased = event('email-released', 1, { accountId: Id });

/** Stream `installation-admin`: the first who registers runs the place. */
export const adminClaimed = event('admin-claimed', 1, { accountId: Id });
