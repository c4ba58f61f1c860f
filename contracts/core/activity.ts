import * as z from 'zod';
import { Instant } from './call.ts';

export const MINUTES = 60;

const PerMinute = z.array(z.int());
const Milliseconds = z.array(z.number().nullable());
/** A call that took longest in its minute; `ms`: from the request to the answer. */
const SlowCall = z.object({ call: z.string(), ms: z.number(), minute: z.int() });

/**
 * The last sixty minutes of one process, the oldest first, the last one not over yet. `minute`: of
 * the last, in minutes since 1970. `people`: the most at once who were connected.
 * `times`: how many calls took how long, one count for each of `TIME_BOUNDS` and one for what is
 * beyond, without zeros at the end.
 */
export const ProcessHour = z.object({
  minute: z.int(),
  commands: PerMinute,
  refusals: PerMinute,
  people: PerMinute,
  times: z.array(PerMinute),
  slow: z.array(SlowCall),
});

/** Upper bounds of what is counted together, in milliseconds. */
export const TIME_BOUNDS = [
  1, 2, 3, 5, 7.5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000,
  5_000, 10_000, 30_000,
] as const;

/**
 * The same over all processes: somebody who is connected to two processes counts twice in `people`.
 * `median`, `p95`, `p99`: what that share of the calls took at most, in milliseconds, to the next
 * of `TIME_BOUNDS`; null where there was none. `slow`: the slowest calls of the hour, the slowest
 * first.
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

/**
 * Where in the product somebody is, as far as it is known from what they watch: never which row.
 */
const Area = z.enum(['data', 'threads', 'requests', 'project', 'administration']);
const place = { area: Area, projectId: z.string().optional() };

/**
 * Somebody who is connected to a process. `since`: of their first connection; `places` of all of
 * them, at most three.
 */
export const ProcessPerson = z.object({
  userId: z.string(),
  since: Instant,
  places: z.array(z.object(place)),
});
/** The same over all processes, with names. */
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
