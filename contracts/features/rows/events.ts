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

/** Stream `batch-<id>`: many rows of one table at once, all or nothing; at most `ROWS_PER_EVENT` in each event. */
export const rowsAdded = event('rows-added', 1, { ...ofTable, rows: z.array(z.object({ id: Id, values: Cells })) }, ['rows']);
export const rowsChanged = event('rows-changed', 1, { ...ofTable, rows: z.array(z.object({ id: Id, values: Cells, before: Cells })) }, ['rows']);
export const rowsRemoved = event('rows-removed', 1, { ...ofTable, rows: z.array(z.object({ id: Id, before: Cells })) }, ['rows']);
/** Removed rows are there again, each as it was before it was removed and as this version. */
export const rowsRestored = event('rows-restored', 1, { ...ofTable, rows: z.array(z.object({ id: Id, values: Cells, version: z.int(), createdAt: Instant })) }, ['rows']);

export const ROWS_PER_EVENT = 500;
