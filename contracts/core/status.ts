import * as z from 'zod';
import { Hour, OnlinePerson, ProcessHour, ProcessPerson } from './activity.ts';
import { BackupState } from './backups.ts';
import { Instant } from './call.ts';

/** How many of something there were in each of the last sixty seconds, the oldest first. */
const PerSecond = z.array(z.number());

/**
 * The event that a view stands still before, and why: it is `damaged` (`reason` is its kind), the
 * `projection` cannot handle it, or the read model
 * `refused` what the projection made of it.
 */
export const Paused = z.object({
  position: z.string(),
  stream: z.string(),
  type: z.string(),
  cause: z.enum(['damaged', 'projection', 'refused']),
  reason: z.string(),
});

/** An event of the log that cannot be opened. */
export const DamagedInLog = z.object({
  position: z.string(),
  stream: z.string(),
  type: z.string(),
  reason: z.enum([
    'unknown-type',
    'unknown-version',
    'unreadable',
    'seal-broken',
    'key-missing',
    'upcaster-failed',
  ]),
});

/** One running process, as it said itself a moment ago. */
export const ProcessState = z.object({
  id: z.string(),
  roles: z.array(z.string()),
  version: z.string(),
  startedAt: Instant,
  /** When it sent this; a process without a recent heartbeat is gone. */
  at: Instant,
  /** Resident, in bytes. */
  memory: z.number(),
  commands: PerSecond,
  /** Handled by the views or, if another process writes them, published to sockets. */
  events: PerSecond,
  /** Requests refused in the last minute, by code. */
  refusals: z.record(z.string(), z.int()),
  sockets: z.int(),
  watchers: z.int(),
  /** It is the one that writes the views. */
  isWriter: z.boolean(),
  paused: z.record(z.string(), Paused),
  rebuilding: z.record(
    z.string(),
    z.object({ share: z.number(), secondsLeft: z.number().nullable() }),
  ),
  /** Views that could not be built anew, and why. */
  rebuildStopped: z.record(z.string(), Paused),
  /** What it knows of backups; absent where no folder for them is set. */
  backups: BackupState.optional(),
  /** Absent where another version runs. */
  hour: ProcessHour.optional(),
  online: z.array(ProcessPerson).optional(),
});

const GONE_MS = 5_000;
/** The process ended without a word: what it said last is no longer so. `now`: when was asked. */
export const isGone = ({ at }: Pick<ProcessState, 'at'>, now: string): boolean =>
  Date.parse(now) - Date.parse(at) > GONE_MS;

/** One view of the read model. */
export const ViewState = z.object({
  name: z.string(),
  version: z.int(),
  position: z.string(),
  /** Events of the log that it has not handled; at most `MAX_LAG` are counted. */
  lagEvents: z.int(),
  /** Since the first of them happened. */
  lagSeconds: z.number(),
  paused: Paused.nullable(),
  /** The share of the log that the view being built beside this one has handled, 0 to 1. */
  rebuilding: z.object({ share: z.number(), secondsLeft: z.number().nullable() }).nullable(),
  /** Where building it anew stopped. */
  rebuildStopped: Paused.nullable(),
});
export const MAX_LAG = 1_000;

export const Status = z.object({
  at: Instant,
  processes: z.array(ProcessState.omit({ hour: true, online: true })),
  /** The last hour of all of them, minute by minute. */
  hour: Hour,
  /** Who is connected, those who came first first; at most 200. */
  online: z.array(OnlinePerson),
  views: z.array(ViewState),
  /** `size` in bytes; `growth` in bytes an hour, null while it is not known. */
  eventStore: z.object({
    kind: z.string(),
    isReachable: z.boolean(),
    head: z.string().nullable(),
    size: z.number().nullable(),
    growth: z.number().nullable(),
  }),
  readModel: z.object({ kind: z.string(), isReachable: z.boolean() }),
  /**
   * Events of the log that could not be opened: the first of them, and how many are known. Of a
   * type that is not known only the first is named.
   */
  damaged: z.object({ first: z.array(DamagedInLog), total: z.int() }),
  /** `erasing`: destroyed keys whose bytes may still be found in a file. */
  keyVault: z.object({ kind: z.string(), erasing: z.int() }),
  /** Of the process that makes them; null: none does. */
  backups: BackupState.nullable(),
});

export type Paused = z.output<typeof Paused>;
export type DamagedInLog = z.output<typeof DamagedInLog>;
export type ProcessState = z.output<typeof ProcessState>;
export type ViewState = z.output<typeof ViewState>;
export type Status = z.output<typeof Status>;
