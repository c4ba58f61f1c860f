import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { Cells } from './row.ts';

const ofTable = { projectId: Id, tableId: Id };
const ofRow = { ...ofTable, rowId: Id };

/** Stream `row-<tableId>-<rowId>`: one row. `before` holds what the change replaced. */
export const rowAdded = event('row-added', 1, { ...ofRow, values: Cells }, ['values']);
export const rowChanged = event('row-changed', 1, { ...ofRow, values: Cells, before: Cells }, ['values', 'before']);
export const rowRemoved = event('row-removed', 1, { ...ofRow, before: Cells }, ['before']);
/** A removed row is there again, as this version: versions go on, so that none ever means two things. */
export const rowRestored = event('row-restored', 1, { ...ofRow, values: Cells, version: z.int(), createdAt: Instant }, ['values']);

/**
 * Stream `row-<tableId>-<rowId>`: the row is promised to a batch, and nobody else writes it, until event `attempt` + 1 of the stream `batch-<batchId>` is there.
 * It stands for what that event says of the row: when it is `batch-abandoned`, nothing.
 */
export const rowHeld = event('row-held', 1, { batchId: Id, attempt: z.int() });

/**
 * Stream `batch-<id>`: many rows of one table at once, all or nothing; at most `ROWS_PER_EVENT` in each event.
 * `revision`: of the `row-held` in the row's own stream; null in batches that were written before rows were held.
 */
export const rowsAdded = event('rows-added', 1, { ...ofTable, rows: z.array(z.object({ id: Id, values: Cells })) }, ['rows']);
export const rowsChanged = event('rows-changed', 2, { ...ofTable, rows: z.array(z.object({ id: Id, revision: z.int().nullable(), values: Cells, before: Cells })) }, ['rows']);
export const rowsRemoved = event('rows-removed', 1, { ...ofTable, rows: z.array(z.object({ id: Id, before: Cells })) }, ['rows']);
/** An attempt that holds rows for nothing: whoever holds them decides again, or died. */
export const batchAbandoned = event('batch-abandoned', 1, { batchId: Id });

export const ROWS_PER_EVENT = 500;
