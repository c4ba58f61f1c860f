import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { SubscriptionType } from './account.ts';

/** Stream `account-<id>`. The account of a person begins. */
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
/** `keptSessionId` is the only session that survives; null if none does. */
export const passwordChanged = event('password-changed', {
  version: 1,
  shape: { accountId: Id, passwordHash: z.string(), keptSessionId: Id.nullable() },
  open: { accountId: because.key, keptSessionId: because.id },
});
/**
 * A link to a new password, mailed on request (`byMail`) or made by an administrator. Only the hash
 * of its token is stored.
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

/** Stream `session-<id>`. `device` is the user agent that signed in. */
export const sessionOpened = event('session-opened', {
  version: 2,
  shape: { accountId: Id, sessionId: Id, device: z.string().optional() },
  open: { accountId: because.key, sessionId: because.id },
});
/** Tokens of an earlier generation expire one minute later. */
export const sessionRenewed = event('session-renewed', {
  version: 1,
  shape: { accountId: Id, sessionId: Id, generation: z.int() },
  open: { accountId: because.key, sessionId: because.id },
});
/**
 * Ends a session because a superseded token was to be renewed, so that two clients hold its tokens.
 * `device` and `openedAt` tell the person which session it was.
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
 * Stream `email-<hmac>`. Reserves an address before its account exists, so that no two accounts
 * share it.
 */
export const emailReserved = event('email-reserved', {
  version: 1,
  needsRoom: true,
  shape: { accountId: Id },
  open: { accountId: because.key },
});
export const emailReleased = event('email-released', {
  version: 1,
  shape: { accountId: Id },
  open: { accountId: because.key },
});

/** Stream `installation-admin`. The first account to register becomes the administrator. */
export const adminClaimed = event('admin-claimed', {
  version: 1,
  shape: { accountId: Id },
  open: { accountId: because.key },
});
