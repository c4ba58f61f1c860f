import * as z from 'zod';
import { Hour, OnlinePerson, ProcessHour, ProcessPerson } from './activity.ts';
import { BackupState } from './backups.ts';
import { Instant } from './call.ts';

/** Counts of the last sixty seconds, oldest first. */
const PerSecond = z.array(z.number());

/**
 * The event at which a view is paused, and why: the event is `damaged` (`reason` is its kind), the
 * `projection` threw, or the read model `refused` the resulting changes.
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

/** A running process, as of its last heartbeat. */
export const ProcessState = z.object({
  id: z.string(),
  roles: z.array(z.string()),
  version: z.string(),
  startedAt: Instant,
  /** Time of the heartbeat; a process without a recent one is gone. */
  at: Instant,
  /** Resident memory in bytes. */
  memory: z.number(),
  commands: PerSecond,
  /** Events handled by the views or, if another process writes them, published to sockets. */
  events: PerSecond,
  /** Requests refused in the last minute, by code. */
  refusals: z.record(z.string(), z.int()),
  sockets: z.int(),
  watchers: z.int(),
  /** Whether this process writes the views. */
  isWriter: z.boolean(),
  paused: z.record(z.string(), Paused),
  rebuilding: z.record(
    z.string(),
    z.object({ share: z.number(), secondsLeft: z.number().nullable() }),
  ),
  /** Views whose rebuild stopped, and why. */
  rebuildStopped: z.record(z.string(), Paused),
  /** Absent if no backup folder is configured. */
  backups: BackupState.optional(),
  /** Absent in processes of another version. */
  hour: ProcessHour.optional(),
  online: z.array(ProcessPerson).optional(),
});

const GONE_MS = 5_000;
/** Whether the last heartbeat is so old at `now` that the process must have ended. */
export const isGone = ({ at }: Pick<ProcessState, 'at'>, now: string): boolean =>
  Date.parse(now) - Date.parse(at) > GONE_MS;

/** One view of the read model. */
export const ViewState = z.object({
  name: z.string(),
  version: z.int(),
  position: z.string(),
  /** Events not yet handled, counted up to `MAX_LAG`. */
  lagEvents: z.int(),
  /** Seconds since the first of them was appended. */
  lagSeconds: z.number(),
  paused: Paused.nullable(),
  /** The share of the log handled by the replacement view being built, 0 to 1. */
  rebuilding: z.object({ share: z.number(), secondsLeft: z.number().nullable() }).nullable(),
  /** The event at which the rebuild stopped. */
  rebuildStopped: Paused.nullable(),
});
export const MAX_LAG = 1_000;

export const Status = z.object({
  at: Instant,
  processes: z.array(ProcessState.omit({ hour: true, online: true })),
  /** The last hour over all processes, minute by minute. */
  hour: Hour,
  /** Connected people in order of arrival, at most 200. */
  online: z.array(OnlinePerson),
  views: z.array(ViewState),
  /** `size` is in bytes, `growth` in bytes per hour; null while unknown. */
  eventStore: z.object({
    kind: z.string(),
    isReachable: z.boolean(),
    head: z.string().nullable(),
    size: z.number().nullable(),
    growth: z.number().nullable(),
  }),
  readModel: z.object({ kind: z.string(), isReachable: z.boolean() }),
  /**
   * Unreadable events of the log: the first ones and the known total. Only the first event of an
   * unknown type is listed.
   */
  damaged: z.object({ first: z.array(DamagedInLog), total: z.int() }),
  /** `erasing` counts destroyed keys whose bytes may still be found in a file. */
  keyVault: z.object({ kind: z.string(), erasing: z.int() }),
  /** The state of the process that makes backups; null without one. */
  backups: BackupState.nullable(),
});

export type Paused = z.output<typeof Paused>;
export type DamagedInLog = z.output<typeof DamagedInLog>;
export type ProcessState = z.output<typeof ProcessState>;
export type ViewState = z.output<typeof ViewState>;
export type Status = z.output<typeof Status>;
