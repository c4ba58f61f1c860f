import {
  MINUTES,
  TIME_BOUNDS,
  type Hour,
  type ProcessHour,
  type ProcessPerson,
} from '@hzm/contracts/core/activity';

const MAX_SLOW_CALLS = 5;
/** Maximum people listed. */
const MAX_PEOPLE = 200;
const MAX_PLACES = 3;

/** Merges the hours of all processes into one that ends with the current minute. */
export function joinHours(hours: readonly ProcessHour[], now: number): Hour {
  const minute = Math.floor(now / 60_000);
  const at = <T>(values: readonly T[], hour: ProcessHour, i: number): T | undefined =>
    values[i + minute - hour.minute];
  const perMinute = <T>(make: (i: number) => T): T[] =>
    Array.from({ length: MINUTES }, (_, i) => make(i));
  const sum = (of: (hour: ProcessHour) => readonly number[]): number[] =>
    perMinute(i => hours.reduce((all, hour) => all + (at(of(hour), hour, i) ?? 0), 0));
  const times = perMinute(i => added(hours.map(hour => at(hour.times, hour, i) ?? [])));
  const shareOf = (share: number): (number | null)[] =>
    times.map(counts => percentile(counts, share));
  return {
    minute,
    commands: sum(({ commands }) => commands),
    refusals: sum(({ refusals }) => refusals),
    people: sum(({ people }) => people),
    median: shareOf(0.5),
    p95: shareOf(0.95),
    p99: shareOf(0.99),
    slow: hours
      .flatMap(({ slow }) => slow)
      .filter(one => one.minute > minute - MINUTES)
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, MAX_SLOW_CALLS),
  };
}

const added = (all: readonly (readonly number[])[]): number[] =>
  Array.from({ length: Math.max(0, ...all.map(({ length }) => length)) }, (_, i) =>
    all.reduce((sum, counts) => sum + (counts[i] ?? 0), 0),
  );

/**
 * Returns the bucket bound that this share of the calls keeps; the last bound stands for the
 * overflow.
 */
function percentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  const place = counts.findIndex(count => (seen += count) >= share * total);
  return TIME_BOUNDS[Math.min(place, TIME_BOUNDS.length - 1)]!;
}

/** Lists each person once, in order of arrival. */
export function joinPeople(people: readonly ProcessPerson[]): ProcessPerson[] {
  const joined = [...Map.groupBy(people, ({ userId }) => userId)].map(
    ([userId, same]): ProcessPerson => {
      const places = new Map(
        same.flatMap(one => one.places).map(place => [`${place.area} ${place.projectId}`, place]),
      );
      return {
        userId,
        since: same.map(({ since }) => since).toSorted()[0]!,
        places: [...places.values()].slice(0, MAX_PLACES),
      };
    },
  );
  return joined.toSorted((a, b) => (a.since < b.since ? -1 : 1)).slice(0, MAX_PEOPLE);
}
