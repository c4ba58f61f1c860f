import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { secret } from '../../core/marks.ts';
import { name } from '../../core/name.ts';

export const SubscriptionType = z.enum(['free', 'basic', 'premium', 'enterprise']);

/** -1 means unlimited. */
export const UNLIMITED = -1;

export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const PersonName = name({ max: 100 });
/** The upper bound keeps hashing affordable. */
export const NewPassword = secret(z.string().min(6, 'password-too-short').max(1024));
/** One that somebody has already. */
export const Password = secret(z.string().min(1).max(1024));

/**
 * How long a link to a new password works: one that is mailed, and one that an administrator makes.
 */
export const MAIL_LINK_HOURS = 1;
export const ADMIN_LINK_HOURS = 24;
/** So many of them are mailed to one person within an hour. */
export const MAX_RESET_MAILS = 3;

export const User = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string(),
    isAdmin: z.boolean(),
    isActive: z.boolean(),
    subscriptionType: SubscriptionType,
    /** The plan that they took or were given; null without one. */
    planName: z.string().nullable(),
    maxProjects: z.int(),
    maxTables: z.int(),
    /** In bytes, of each project. */
    maxStorage: z.int(),
    createdAt: Instant,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;

/** Days after which a session ends, however often its token is renewed. */
export const SESSION_DAYS = 30;

/** A token: when it ends, and when its session does, beyond which no renewal goes. */
export const issuedToken = {
  token: z.string(),
  expiresAt: Instant,
  sessionExpiresAt: Instant,
} as const;

/**
 * A session that may still be used. `device`: browser and system in a few words, empty where
 * nothing tells; `lastSeenAt` is right within 10 s; `expiresAt`: when it ends at the latest.
 */
export const OpenSession = z
  .object({
    id: Id,
    current: z.boolean(),
    createdAt: Instant,
    lastSeenAt: Instant,
    expiresAt: Instant,
    device: z.string(),
  })
  .meta({ id: 'Session' });
export type OpenSession = z.output<typeof OpenSession>;

/**
 * A session that the server ended, since a token of it was renewed that had been renewed before:
 * two hold its tokens.
 */
export const ReusedSession = z
  .object({ id: Id, createdAt: Instant, endedAt: Instant, device: z.string() })
  .meta({ id: 'ReusedSession' });
export type ReusedSession = z.output<typeof ReusedSession>;
/** Days for which its person is told of it. */
export const REUSED_DAYS = 30;

const KeyScope = z.enum(['project', 'admin_project', 'master']);

/** The three values that the three headers carry. All null for a person without a project. */
export const Credentials = z
  .object({
    email: z.string(),
    apiKey: z.string().nullable(),
    projectPassword: z.string().nullable(),
    scope: KeyScope.nullable(),
  })
  .meta({ id: 'Credentials' });
export type Credentials = z.output<typeof Credentials>;
