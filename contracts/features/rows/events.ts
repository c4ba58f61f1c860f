import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { Cells } from './row.ts';

const ofTable = { projectId: Id, tableId: Id };
const ofRow = { ...ofTable, rowId: Id };
const openOfTable = { projectId: because.key, tableId: because.id };
const openOfRow = { ...openOfTable, rowId: because.id };

/** Stream `row-<tableId>-<rowId>`: one row. `before` holds what the change replaced. */
export const rowAdded = event('row-added', {
  version: 1,
  needsRoom: true,
  shape: { ...ofRow, values: Cells },
  open: openOfRow,
});
export const rowChanged = event('row-changed', {
  version: 1,
  needsRoom: true,
  shape: { ...ofRow, values: Cells, before: Cells },
  open: openOfRow,
});
export const rowRemoved = event('row-removed', {
  version: 1,
  shape: { ...ofRow, before: Cells },
  open: openOfRow,
});
/**
 * A removed row is there again, as this version: versions go on, so that none ever means two
 * things.
 */
export const rowRestored = event('row-restored', {
  version: 1,
  needsRoom: true,
  shape: { ...ofRow, values: Cells, version: z.int(), createdAt: Instant },
  open: openOfRow,
});

/**
 * Stream `row-<tableId>-<rowId>`: the row is locked for a batch until event `attempt` + 1 of the
 * stream `batch-<batchId>` is there.
 * It stands for what that event says of the row: when it is `batch-abandoned`, nothing.
 */
export const rowHeld = event('row-held', {
  version: 1,
  shape: { batchId: Id, attempt: z.int() },
  open: { batchId: because.id, attempt: because.id },
});

/**
 * Stream `batch-<id>`: many rows of one table at once, all or nothing; at most `ROWS_PER_EVENT` in
 * each event, and none behind the one with which they are `BYTES_PER_EVENT` as JSON.
 * `revision`: of the `row-held` in the row's own stream; null in batches that were written before
 * rows were held.
 */
export const rowsAdded = event('rows-added', {
  version: 1,
  needsRoom: true,
  shape: { ...ofTable, rows: z.array(z.object({ id: Id, values: Cells })) },
  open: openOfTable,
});
export const rowsChanged = event('rows-changed', {
  version: 2,
  needsRoom: true,
  shape: {
    ...ofTable,
    rows: z.array(z.object({ id: Id, revision: z.int().nullable(), values: Cells, before: Cells })),
  },
  open: openOfTable,
});
export const rowsRemoved = event('rows-removed', {
  version: 1,
  shape: { ...ofTable, rows: z.array(z.object({ id: Id, before: Cells })) },
  open: openOfTable,
});
/** Removed rows are there again, each as the version it says; see `row-restored`. */
export const rowsRestored = event('rows-restored', {
  version: 1,
  needsRoom: true,
  shape: {
    ...ofTable,
    rows: z.array(
      z.object({ id: Id, revision: z.int(), values: Cells, version: z.int(), createdAt: Instant }),
    ),
  },
  open: openOfTable,
});
/** Voids an attempt and its holds: the batch decides again, or its process has ended. */
export const batchAbandoned = event('batch-abandoned', {
  version: 1,
  shape: { batchId: Id },
  open: { batchId: because.id },
});

export const ROWS_PER_EVENT = 500;
export const BYTES_PER_EVENT = 1_048_576;
