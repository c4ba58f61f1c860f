import * as z from 'zod';
import { Actor } from '../../core/actor.ts';
import { Instant } from '../../core/call.ts';
import { AnyJson } from '../../core/shapes.ts';

/**
 * An entry in the reader's language. `row` names an event's only row, `endpoint` the one used; both
 * names are empty if gone. `labels` names rows by the ids in `data`, which uses field names and is
 * null if erased or unreadable.
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
    labels: z.record(z.string(), z.string()).optional(),
    data: z.record(z.string(), AnyJson).nullable(),
    isDamaged: z.literal(true).optional(),
  })
  .meta({ id: 'HistoryEntry' });
export type HistoryEntry = z.output<typeof HistoryEntry>;
