import * as z from 'zod';
import { Actor } from '../../core/actor.ts';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import { AnyJson, named } from '../../core/shapes.ts';

/** A row on the wire: its own members and one value per field name. */
export const Row = z
  .object({ id: Id, created_at: Instant, updated_at: Instant, _version: z.int() })
  .catchall(AnyJson)
  .meta({ id: 'Row' });
export type Row = z.output<typeof Row>;

export const DeletedRow = z
  .object({
    id: Id,
    deletedAt: Instant,
    deletedBy: Actor,
    values: z.record(z.string(), AnyJson).nullable().meta({
      description: 'As at the deletion, by field; null if too large for a list.',
    }),
  })
  .meta({ id: 'DeletedRow' });
export type DeletedRow = z.output<typeof DeletedRow>;

/** Values by field name or id; the server validates them against the table's fields. */
export const Values = named(200);

/** Values by field id, which survive a rename; null means no value. */
export type Cells = { readonly [fieldId: string]: Json };
export const Cells: z.ZodType<Cells> = z.record(z.string(), AnyJson);

export const MAX_BULK = 1000;
/** Maximum conditions of a query, and maximum values of one `in`. */
export const MAX_CONDITIONS = 50;
export const MAX_IN = 1000;
/** Maximum values of all lists of a query together, each of which is read as one of its field. */
export const MAX_IN_ALL = 2000;
/** Maximum fields that rows are sorted by. */
export const MAX_SORT_KEYS = 3;
/**
 * Maximum size of a row's values as JSON, in bytes. Larger rows from older versions may only
 * shrink.
 */
export const MAX_ROW_BYTES = 1_048_576;
