import * as z from 'zod';
import { Instant } from '../../core/call.ts';

/** Maximum duration of an impersonation, in minutes. */
export const LOOK_MINUTES = 30;

/**
 * An impersonation by an administrator. `endedAt` is null while it lasts and if it expired at
 * `expiresAt` or before. `name` is empty if the administrator is gone.
 */
export const Look = z
  .object({
    id: z.string(),
    by: z.object({ id: z.string(), name: z.string() }),
    begunAt: Instant,
    expiresAt: Instant,
    endedAt: Instant.nullable(),
  })
  .meta({ id: 'Look' });
export type Look = z.output<typeof Look>;
