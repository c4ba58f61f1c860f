import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';

/** A row on the wire: its own members, and one value per field name. */
export const Row = z.looseObject({ id: Id, created_at: Instant, updated_at: Instant, _version: z.int() }).meta({ id: 'Row' });
export type Row = z.output<typeof Row>;

/** Values by field name, checked against the table's fields by the server. */
export const Values = z.record(z.string().max(200), z.json());

export const MAX_BULK = 1000;
