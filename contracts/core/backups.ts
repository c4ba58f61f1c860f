import * as z from 'zod';
import { Instant } from './call.ts';

/** A trial restore of a backup, whose rebuilt views are compared with the running ones. */
export const Rehearsal = z.object({
  at: Instant,
  seconds: z.number(),
  /** Whether every event was restored and the rebuilt views match the running ones. */
  isGood: z.boolean(),
  /** The failure in English, as the error states it. */
  reason: z.string().nullable(),
  events: z.int(),
  documents: z.int(),
  /** Documents that changed during every comparison and were therefore not compared. */
  uncompared: z.int(),
  /** Fingerprint of all documents of the backup and the later events at the last comparison. */
  fingerprint: z.string().nullable(),
});

/** One file of the backup folder. `problem` says why it cannot be read. */
export const Backup = z.object({
  name: z.string(),
  bytes: z.number(),
  startedAt: Instant.nullable(),
  /** The backup contains every write that was answered before this time. */
  endedAt: Instant.nullable(),
  events: z.int().nullable(),
  keys: z.int().nullable(),
  /** The newest position when the backup started, and the position of its last event. */
  begin: z.string().nullable(),
  end: z.string().nullable(),
  isEncrypted: z.boolean(),
  problem: z.string().nullable(),
  rehearsal: Rehearsal.nullable(),
});

/** The backups of the process that writes them. */
export const BackupState = z.object({
  /** The folder, as that process names it. */
  directory: z.string(),
  /** Local times of day of that process, such as `03:00`. */
  times: z.array(z.string()),
  keep: z.int(),
  next: Instant,
  /** The job in progress. */
  running: z
    .object({ kind: z.enum(['backup', 'rehearsal']), startedAt: Instant, share: z.number() })
    .nullable(),
  /** The last failure since the last success. */
  failed: z
    .object({ kind: z.enum(['backup', 'rehearsal']), at: Instant, reason: z.string() })
    .nullable(),
  /** Newest first. */
  backups: z.array(Backup),
});

export type Rehearsal = z.output<typeof Rehearsal>;
export type Backup = z.output<typeof Backup>;
export type BackupState = z.output<typeof BackupState>;
