import * as z from 'zod';
import { Instant } from './call.ts';

export const MINUTES = 60;

const PerMinute = z.array(z.int());
const Milliseconds = z.array(z.number().nullable());
/** One of the slowest calls of its minute. `ms` is the time from request to response. */
const SlowCall = z.object({ call: z.string(), ms: z.number(), minute: z.int() });

/**
 * The last 60 minutes of one process, oldest first; the newest is still running. `minute` is the
 * newest, in minutes since 1970. `people` is the peak of connected people. `times` counts calls per
 * bucket of `TIME_BOUNDS` plus one overflow bucket, without trailing zeros.
 */
export const ProcessHour = z.object({
  minute: z.int(),
  commands: PerMinute,
  refusals: PerMinute,
  people: PerMinute,
  times: z.array(PerMinute),
  slow: z.array(SlowCall),
});

/** Upper bounds of the latency buckets, in milliseconds. */
export const TIME_BOUNDS = [
  1, 2, 3, 5, 7.5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000,
  5_000, 10_000, 30_000,
] as const;

/**
 * The sum over all processes; a person connected to two of them counts twice in `people`. The
 * percentiles are in milliseconds, rounded up to a bucket of `TIME_BOUNDS`, and null for a minute
 * without calls. `slow` lists the hour's slowest calls, slowest first.
 */
export const Hour = z.object({
  minute: z.int(),
  commands: PerMinute,
  refusals: PerMinute,
  people: PerMinute,
  median: Milliseconds,
  p95: Milliseconds,
  p99: Milliseconds,
  slow: z.array(SlowCall),
});

/** The part of the product that a person's subscriptions point to; never a row. */
const Area = z.enum(['data', 'threads', 'requests', 'project', 'administration']);
const place = { area: Area, projectId: z.string().optional() };

/**
 * A person connected to a process. `since` is the time of the first connection; `places` merges all
 * connections, at most three.
 */
export const ProcessPerson = z.object({
  userId: z.string(),
  since: Instant,
  places: z.array(z.object(place)),
});
/** A connected person, merged over all processes and with names. */
export const OnlinePerson = z.object({
  userId: z.string(),
  name: z.string(),
  since: Instant,
  places: z.array(z.object({ ...place, projectName: z.string().optional() })),
});

type SlowCall = z.output<typeof SlowCall>;
export type ProcessHour = z.output<typeof ProcessHour>;
export type Hour = z.output<typeof Hour>;
export type ProcessPerson = z.output<typeof ProcessPerson>;
export type OnlinePerson = z.output<typeof OnlinePerson>;
