import * as z from 'zod';
import { Actor } from '../../core/actor.ts';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';

/** The number of deleted projects at which an account gets no further project. */
export const MAX_BINNED_PROJECTS = 100;

export const BinnedProject = z
  .object({
    id: Id,
    name: z.string(),
    tableCount: z.int(),
    hasTestEnvironment: z.boolean().meta({
      description: 'Whether a test environment comes back with it.',
    }),
    isProtected: z.boolean(),
    deletedAt: Instant,
    deletedBy: Actor,
    until: Instant.meta({ description: 'The end of its stay.' }),
  })
  .meta({ id: 'BinnedProject' });
export type BinnedProject = z.output<typeof BinnedProject>;
