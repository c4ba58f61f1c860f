import { isGone, type ProcessState, type Status } from '@hzm/contracts/core/status';

/** Adds up series by second. */
const added = (series: readonly (readonly number[])[]): readonly number[] =>
  Array.from({ length: 60 }, (_, at) => series.reduce((sum, one) => sum + (one[at] ?? 0), 0));

export interface Sums {
  readonly commands: readonly number[];
  readonly events: readonly number[];
  readonly sockets: number;
  readonly watchers: number;
  /** Pairs of code and count, highest count first. */
  readonly refusals: readonly (readonly [code: string, count: number])[];
  readonly worstLag: { readonly events: number; readonly seconds: number };
}

/** The process that writes the views counts events; the others only relay them. */
const writers = (processes: readonly ProcessState[]): readonly ProcessState[] =>
  processes.filter(({ isWriter }) => isWriter);

/** Adds up running processes; one that is gone counts for nothing. */
export function sumsOf({ at, processes: all, views }: Status): Sums {
  const processes = all.filter(one => !isGone(one, at));
  const refusals = new Map<string, number>();
  for (const { refusals: own } of processes)
    for (const [code, count] of Object.entries(own))
      refusals.set(code, (refusals.get(code) ?? 0) + count);
  return {
    commands: added(processes.map(({ commands }) => commands)),
    events: added(writers(processes).map(({ events }) => events)),
    sockets: processes.reduce((sum, { sockets }) => sum + sockets, 0),
    watchers: processes.reduce((sum, { watchers }) => sum + watchers, 0),
    refusals: [...refusals].toSorted(([, a], [, b]) => b - a),
    worstLag: views.reduce(
      (worst, { lagEvents, lagSeconds }) => ({
        events: Math.max(worst.events, lagEvents),
        seconds: Math.max(worst.seconds, lagSeconds),
      }),
      { events: 0, seconds: 0 },
    ),
  };
}

/** Seconds of which `recently` is the average. */
const RECENT_SECONDS = 5;

/** Returns the average per second of the last seconds of a series. */
export const recently = (series: readonly number[]): number =>
  series.slice(-RECENT_SECONDS).reduce((sum, one) => sum + one, 0) / RECENT_SECONDS;
