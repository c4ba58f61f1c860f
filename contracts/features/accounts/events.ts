import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { SubscriptionType } from './account.ts';

/** Stream `account-<id>`: a person comes and goes. */
export const accountRegistered = event('account-registered', {
  version: 2,
  shape: {
    accountId: Id,
    name: z.string(),
    email: z.string(),
    passwordHash: z.string(),
    isAdmin: z.boolean(),
    subscriptionType: SubscriptionType,
    maxProjects: z.int(),
    maxTables: z.int(),
    maxStorage: z.int(),
  },
  open: { accountId: because.key },
});
/** `keptSessionId`: the only session that outlives it; null: none does. */
export const passwordChanged = event('password-changed', {
  version: 1,
  shape: { accountId: Id, passwordHash: z.string(), keptSessionId: Id.nullable() },
  open: { accountId: because.key, keptSessionId: because.id },
});
/**
 * `byMail`: mailed on request of whoever knows the address; otherwise made by an administrator. Of
 * the link only the hash is kept.
 */
export const passwordResetRequested = event('password-reset-requested', {
  version: 1,
  shape: { accountId: Id, tokenHash: z.string(), expiresAt: Instant, byMail: z.boolean() },
  open: { accountId: because.key },
});
/** The account used a link that only the mailbox of this address was sent. */
export const emailProven = event('email-proven', {
  version: 1,
  shape: { accountId: Id, email: z.string() },
  open: { accountId: because.key },
});
export const accountDeleted = event('account-deleted', {
  version: 1,
  shape: { accountId: Id },
  open: { accountId: because.key },
  shreds: true,
});

/** Stream `session-<id>`. `device`: what the program called itself that signed in. */
export const sessionOpened = event('session-opened', {
  version: 2,
  shape: { accountId: Id, sessionId: Id, device: z.string().optional() },
  open: { accountId: because.key, sessionId: because.id },
});
/** Tokens of an earlier generation end after a minute. */
export const sessionRenewed = event('session-renewed', {
  version: 1,
  shape: { accountId: Id, sessionId: Id, generation: z.int() },
  open: { accountId: because.key, sessionId: because.id },
});
/**
 * A superseded token was to be renewed: two hold tokens of the session, and it ends. `device`,
 * `openedAt`: to tell its person which it was.
 */
export const sessionReused = event('session-reused', {
  version: 1,
  shape: { accountId: Id, sessionId: Id, device: z.string(), openedAt: Instant },
  open: { accountId: because.key, sessionId: because.id },
});
export const sessionClosed = event('session-closed', {
  version: 1,
  shape: { accountId: Id, sessionId: Id },
  open: { accountId: because.key, sessionId: because.id },
});

/**
 * Stream `email-<hmac>`: who holds this address. Reserved before the account exists, so no two can
 * have it.
 */
export const emailReserved = event('email-reserved', {
  version: 1,
  shape: { accountId: Id },
  open: { accountId: because.key },
});
export const emailReleased = event('email-released', {
  version: 1,
  shape: { accountId: Id },
  open: { accountId: because.key },
});

/** Stream `installation-admin`: the first who registers runs the place. */
export const adminClaimed = event('admin-claimed', {
  version: 1,
  shape: { accountId: Id },
  open: { accountId: because.key },
});
