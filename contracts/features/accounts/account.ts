import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { secret } from '../../core/marks.ts';
import { name } from '../../core/name.ts';

export const SubscriptionType = z.enum(['free', 'basic', 'premium', 'enterprise']);

/** The limit that means unlimited. */
export const UNLIMITED = -1;

export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const PersonName = name({ max: 100 });
/** Its maximum length keeps hashing affordable. */
export const NewPassword = secret(z.string().min(6, 'password-too-short').max(1024));
/** An existing password; shorter ones than new passwords may have are accepted. */
export const Password = secret(z.string().min(1).max(1024));

/** Hours for which a link to a new password works: mailed, and made by an administrator. */
export const MAIL_LINK_HOURS = 1;
export const ADMIN_LINK_HOURS = 24;
/** Maximum reset mails per person and hour. */
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
    /** Bytes per project. */
    maxStorage: z.int(),
    createdAt: Instant,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof User>;

/** Days after which a session ends, however often its token is renewed. */
export const SESSION_DAYS = 30;
/** Bytes that an account may write to the log of itself in a day. */
export const OWN_BYTES_PER_DAY = 4 * 2 ** 20;

/** A token with its expiry and that of its session, which no renewal extends. */
export const issuedToken = {
  token: z.string(),
  expiresAt: Instant,
  sessionExpiresAt: Instant,
} as const;

/**
 * A session that has not expired. `device` names browser and system, or is empty; `lastSeenAt` is
 * accurate to 10 s; `expiresAt` is the latest possible end.
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
 * A session that the server ended because a superseded token of it was renewed, so that two clients
 * held its tokens.
 */
export const ReusedSession = z
  .object({ id: Id, createdAt: Instant, endedAt: Instant, device: z.string() })
  .meta({ id: 'ReusedSession' });
export type ReusedSession = z.output<typeof ReusedSession>;
/** Days for which the person is shown the reused session. */
export const REUSED_DAYS = 30;

const KeyScope = z.enum(['project', 'admin_project', 'master']);

/** The values of the three credential headers; all null for a person without a project. */
export const Credentials = z
  .object({
    email: z.string(),
    apiKey: z.string().nullable(),
    projectPassword: z.string().nullable(),
    scope: KeyScope.nullable(),
  })
  .meta({ id: 'Credentials' });
export type Credentials = z.output<typeof Credentials>;
