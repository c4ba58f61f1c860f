import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { ImportColumn, RefusalCount, RowFileSource, RowImportOutcome } from './row-import.ts';

const ofImport = { projectId: Id, importId: Id };
const open = { projectId: because.key, importId: because.id } as const;

/**
 * Stream `row-import-<id>`. Somebody uploaded a file of rows. `by` is the account or key, `payer` the
 * account that its work counts for, `name` that of the file; `digest` is the SHA-256 of the file, `size` is in bytes.
 */
export const rowImportPrepared = event('row-import-prepared', {
  version: 1,
  needsRoom: true,
  shape: {
    ...ofImport,
    by: z.string(),
    payer: z.string(),
    name: z.string(),
    size: z.int(),
    digest: z.string(),
  },
  open,
});
/** `mapping` names fields of the table, also those that were created for the import. */
export const rowImportStarted = event('row-import-started', {
  version: 1,
  needsRoom: true,
  shape: {
    ...ofImport,
    tableId: Id,
    name: z.string(),
    source: RowFileSource,
    mapping: z.array(ImportColumn),
  },
  open: { ...open, tableId: because.id },
});
/** Checkpoint: the first `read` rows of the file are dealt with. */
export const rowImportAdvanced = event('row-import-advanced', {
  version: 1,
  shape: {
    ...ofImport,
    read: z.int(),
    added: z.int(),
    refused: z.int(),
    reasons: z.array(RefusalCount),
  },
  open,
});
export const rowImportEnded = event('row-import-ended', {
  version: 1,
  shape: {
    ...ofImport,
    tableId: Id.nullable(),
    name: z.string(),
    outcome: RowImportOutcome,
    /** Rows that were added. */
    count: z.int(),
    refused: z.int(),
  },
  open: { ...open, tableId: because.id },
});
/** Somebody asked to remove the rows that the import added, unless they were changed since. */
export const rowImportUndoStarted = event('row-import-undo-started', {
  version: 1,
  shape: { ...ofImport, tableId: Id, name: z.string() },
  open: { ...open, tableId: because.id },
});
/** Checkpoint: the rows made of the first `read` rows of the file are dealt with. */
export const rowImportUndoAdvanced = event('row-import-undo-advanced', {
  version: 1,
  shape: {
    ...ofImport,
    read: z.int(),
    removed: z.int(),
    changed: z.int(),
  },
  open,
});
export const rowImportUndone = event('row-import-undone', {
  version: 1,
  shape: {
    ...ofImport,
    tableId: Id,
    name: z.string(),
    /** Rows that were removed. */
    count: z.int(),
    changed: z.int(),
  },
  open: { ...open, tableId: because.id },
});
