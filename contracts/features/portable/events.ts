import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { Counts, ImportNotes, ImportOutcome } from './portable.ts';

const ofImport = {
  shape: { accountId: Id, importId: Id },
  open: { accountId: because.key, importId: because.id },
} as const;
const ofClearing = {
  shape: { accountId: Id, clearingId: Id },
  open: { accountId: because.key, clearingId: because.id },
} as const;
const report = { refused: ImportNotes, changed: ImportNotes };

/**
 * Stream `import-<id>`. An administrator uploaded a backup. `digest` is the SHA-256 of the file,
 * `size` is in bytes.
 */
export const importPrepared = event('import-prepared', {
  version: 3,
  shape: { ...ofImport.shape, size: z.int(), digest: z.string(), found: Counts, ...report },
  open: ofImport.open,
});
export const importStarted = event('import-started', { version: 1, ...ofImport });
/**
 * Checkpoint: everything before this project of the file, and before this row of the project, is
 * imported.
 */
export const importAdvanced = event('import-advanced', {
  version: 3,
  shape: { ...ofImport.shape, project: z.int(), row: z.int(), added: Counts, ...report },
  open: ofImport.open,
});
export const importEnded = event('import-ended', {
  version: 1,
  shape: { ...ofImport.shape, outcome: ImportOutcome },
  open: ofImport.open,
});

/**
 * Stream `clearing-<id>`. Deletes everything except the administrator. `sessionId` is the session
 * that survives.
 */
export const clearingBegun = event('clearing-begun', {
  version: 1,
  shape: { ...ofClearing.shape, sessionId: Id.nullable() },
  open: { ...ofClearing.open, sessionId: because.id },
});
export const clearingEnded = event('clearing-ended', {
  version: 1,
  shape: { ...ofClearing.shape, outcome: z.enum(['done', 'stopped']) },
  open: ofClearing.open,
});
