import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { name } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';
import { KeyType } from '../projects/project.ts';

/** Maximum keys per project besides its main key. */
export const MAX_KEYS = 100;

export const KeyPermission = z.enum(['read', 'write', 'delete', 'admin']);
export type KeyPermission = z.output<typeof KeyPermission>;

/** Hours for which the former text of a regenerated key can stay valid. */
export const MAX_OVERLAP_HOURS = 168;

/** The end of a key's validity. A day stands for its end in UTC. */
const End = z
  .union([Instant, z.iso.date().transform(day => `${day}T23:59:59.999Z`)])
  .meta({ description: 'A moment, or a day: the key then ends with that day in UTC.' });

/** Permissions, expiry and rate limit of a key. */
export const KeyTerms = z.strictObject({
  name: name({ max: 100, empty: 'api-key-name-empty' }),
  permissions: list(KeyPermission, { min: 1, max: 4 }).meta({
    description: 'Of a key with the scope `project`, `admin` allows nothing more.',
  }),
  /** Null means that the key does not expire. */
  expiresAt: End.nullable(),
  /** Requests per minute; the project's own maximum applies, too. */
  rateLimit: z.int().min(1).max(10_000),
  isActive: z.boolean(),
});
export type KeyTerms = z.output<typeof KeyTerms>;

export const defaultTerms: Omit<KeyTerms, 'name'> = {
  permissions: ['read'],
  expiresAt: null,
  rateLimit: 1000,
  isActive: true,
};

/**
 * `key` is null for callers that may not see it; `rateLimit` of the main key is the project's
 * maximum. Counts are accurate to 10 s.
 */
export const ApiKey = z
  .object({
    id: Id,
    projectId: Id,
    name: z.string(),
    key: z.string().nullable(),
    maskedKey: z.string(),
    isMain: z.boolean(),
    scope: KeyType,
    permissions: z.array(KeyPermission),
    isActive: z.boolean(),
    isSuspended: z.boolean().meta({
      description:
        'Switched off by a hand-over or a removal. Only the owner and administrators switch it on again.',
    }),
    expiresAt: Instant.nullable(),
    rateLimit: z.int(),
    createdAt: Instant,
    updatedAt: Instant,
    usageCount: z.int(),
    lastUsed: Instant.nullable(),
    wrongCount: z.int().meta({
      description:
        'How often it was refused: expired, inactive, or with a wrong e-mail or password.',
    }),
    lastWrong: Instant.nullable(),
    former: z
      .object({
        since: Instant,
        until: Instant,
        usageCount: z.int(),
        lastUsed: Instant.nullable(),
      })
      .nullable()
      .meta({
        description:
          'The text before the last regeneration, valid until its end: how often, and when, it was used since. `usageCount` of the key counts it, too.',
      }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof ApiKey>;

/** Whether a key suffices alone, needs its e-mail and password, or does not suffice. */
export const Reach = z.enum(['alone', 'complete', 'no']);
export type Reach = z.output<typeof Reach>;
