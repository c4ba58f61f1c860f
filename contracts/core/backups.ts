import * as z from 'zod';
import { Instant } from './call.ts';

/**
 * A restore of a backup into a scratch place, of which all views were built and compared with those
 * that run.
 */
export const Rehearsal = z.object({
  at: Instant,
  seconds: z.number(),
  /** Everything was there, and the views are the same. */
  isGood: z.boolean(),
  /** Why not, in English, as an error says it. */
  reason: z.string().nullable(),
  events: z.int(),
  documents: z.int(),
  /**
   * Documents that were changed each time they were looked at, and so were compared with nothing.
   */
  uncompared: z.int(),
  /** Of all documents that the backup and what came since make, when they were compared last. */
  fingerprint: z.string().nullable(),
});

/** One file of the backup folder. `problem`: why it cannot be read. */
export const Backup = z.object({
  name: z.string(),
  bytes: z.number(),
  startedAt: Instant.nullable(),
  /** What was answered before is in it. */
  endedAt: Instant.nullable(),
  events: z.int().nullable(),
  keys: z.int().nullable(),
  /** The newest position when it was begun, and that of its last event. */
  begin: z.string().nullable(),
  end: z.string().nullable(),
  isEncrypted: z.boolean(),
  problem: z.string().nullable(),
  rehearsal: Rehearsal.nullable(),
});

/** The backups of the process that makes them. */
export const BackupState = z.object({
  /** Where it keeps them, as that process names it. */
  directory: z.string(),
  /** In its local time, `03:00`. */
  times: z.array(z.string()),
  keep: z.int(),
  next: Instant,
  /** What is under way. */
  running: z
    .object({ kind: z.enum(['backup', 'rehearsal']), startedAt: Instant, share: z.number() })
    .nullable(),
  /** The last attempt that failed since the last one that did not. */
  failed: z
    .object({ kind: z.enum(['backup', 'rehearsal']), at: Instant, reason: z.string() })
    .nullable(),
  /** The newest first. */
  backups: z.array(Backup),
});

export type Rehearsal = z.output<typeof Rehearsal>;
export type Backup = z.output<typeof Backup>;
export type BackupState = z.output<typeof BackupState>;
