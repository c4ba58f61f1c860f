import * as z from 'zod';
import { Instant } from '../../core/call.ts';

/** The longest that one may look, in minutes. */
export const LOOK_MINUTES = 30;

/**
 * That an administrator looked as a person, from when to when. `endedAt`: null while it lasts, or
 * where it ended by itself, at the latest at `expiresAt`. `name`: empty where they are gone.
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
