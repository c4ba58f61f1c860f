import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { Cells } from './row.ts';

const ofTable = { projectId: Id, tableId: Id };
const ofRow = { ...ofTable, rowId: Id };
const openOfTable = { projectId: because.key, tableId: because.id };
const openOfRow = { ...openOfTable, rowId: because.id };
/** The times of a row that was imported; absent: those of the event. */
const broughtTimes = { createdAt: Instant.optional(), updatedAt: Instant.optional() };

/** Stream `row-<tableId>-<rowId>`. `before` holds the replaced values. */
export const rowAdded = event('row-added', {
  version: 1,
  needsRoom: true,
  // Parts of `rows-added` are read as this event, with their times.
  shape: { ...ofRow, values: Cells, ...broughtTimes },
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
/** The author of a restored row, if it has one; events before 0.9.0 name none. */
const firstAuthor = { createdBy: Id.optional() };
/** Restores a removed row as this version; version numbers continue, so that none is used twice. */
export const rowRestored = event('row-restored', {
  version: 1,
  needsRoom: true,
  shape: { ...ofRow, values: Cells, version: z.int(), createdAt: Instant, ...firstAuthor },
  open: openOfRow,
});

/**
 * Stream `row-<tableId>-<rowId>`. Locks the row for a batch until event `attempt` + 1 of stream
 * `batch-<batchId>` exists, and then stands for that event's effect on the row; none for
 * `batch-abandoned`.
 */
export const rowHeld = event('row-held', {
  version: 1,
  shape: { batchId: Id, attempt: z.int() },
  open: { batchId: because.id, attempt: because.id },
});

/**
 * Stream `batch-<id>`. Many rows of one table, all or nothing, split into events of at most
 * `ROWS_PER_EVENT` rows and about `BYTES_PER_EVENT` of JSON. `revision` is that of `row-held` in
 * the row's stream; null before rows were locked.
 */
export const rowsAdded = event('rows-added', {
  version: 2,
  needsRoom: true,
  shape: { ...ofTable, rows: z.array(z.object({ id: Id, values: Cells, ...broughtTimes })) },
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
  shape: {
    ...ofTable,
    rows: z.array(z.object({ id: Id, before: Cells })),
    /** The table with the deleted rows that these pointed to. */
    cause: z.strictObject({ tableId: Id }).optional(),
  },
  open: openOfTable,
});
/** Restores removed rows, each as the given version; see `row-restored`. */
export const rowsRestored = event('rows-restored', {
  version: 1,
  needsRoom: true,
  shape: {
    ...ofTable,
    rows: z.array(
      z.object({
        id: Id,
        revision: z.int(),
        values: Cells,
        version: z.int(),
        createdAt: Instant,
        ...firstAuthor,
      }),
    ),
  },
  open: openOfTable,
});
/**
 * Voids an attempt and its locks: the batch decides again, or its process has ended. The batch
 * itself says whose storage its locks (`held`) count for; before 0.8.0, nobody did.
 */
export const batchAbandoned = event('batch-abandoned', {
  version: 1,
  shape: { batchId: Id, projectId: Id.optional(), held: z.int().optional() },
  open: { batchId: because.id, projectId: because.id, held: because.erasure },
});

export const ROWS_PER_EVENT = 500;
export const BYTES_PER_EVENT = 1_048_576;
