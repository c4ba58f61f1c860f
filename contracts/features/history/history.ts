import * as z from 'zod';
import { Actor } from '../../core/actor.ts';
import { Instant } from '../../core/call.ts';
import { AnyJson } from '../../core/shapes.ts';

/**
 * One thing that happened, in the reader's language. `row`: of an event about one row, with its
 * first text, which is empty where it has none or is gone. `endpoint`: the published endpoint that
 * it was asked through; its name is empty where it is gone. `data` names fields by their names; it
 * is null when it was erased, or cannot be read because the event is damaged.
 */
export const HistoryEntry = z
  .object({
    position: z.string(),
    type: z.string(),
    at: Instant,
    actor: Actor,
    summary: z.string(),
    row: z.object({ id: z.string(), name: z.string() }).optional(),
    endpoint: z.object({ id: z.string(), name: z.string() }).optional(),
    data: z.record(z.string(), AnyJson).nullable(),
    isDamaged: z.literal(true).optional(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.output<typeof HistoryEntry>;
