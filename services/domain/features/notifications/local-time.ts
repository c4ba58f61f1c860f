import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Cached formats, because creating one is the most expensive step here; about 400 zones exist. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  formats.set(timeZone, known);
  return known;
}

/** A zone's clock: the day since 1970 and the minute of the day. */
interface Clock {
  readonly day: number;
  readonly minute: number;
}

const floor = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;

/** Returns the milliseconds by which a zone is ahead of UTC at an instant. */
function offsetAt(timeZone: string, at: number): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return (
    Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute']) -
    floor(at)
  );
}

function clockAt(timeZone: string, at: number): Clock {
  const minutes = Math.floor((at + offsetAt(timeZone, at)) / MINUTE_MS);
  return {
    day: Math.floor(minutes / DAY_MINUTES),
    minute: ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES,
  };
}

/**
 * Returns the minute of a clock change between two instants, or undefined. No zone changes twice
 * within a day.
 */
function changeBetween(timeZone: string, from: number, to: number): number | undefined {
  const offset = offsetAt(timeZone, from);
  if (offsetAt(timeZone, to) === offset) return undefined;
  let [before, after] = [floor(from), to];
  while (after - before > MINUTE_MS) {
    const middle = floor((before + after) / 2);
    if (offsetAt(timeZone, middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}

/**
 * Returns the first instant from `from` on with a wanted clock, which can only begin at a minute of
 * the day or at a clock change.
 */
function firstFrom(
  timeZone: string,
  from: number,
  minute: number,
  isWanted: (clock: Clock) => boolean,
): number {
  for (let at = from; ;) {
    const clock = clockAt(timeZone, at);
    if (isWanted(clock)) return at;
    const next =
      floor(at) + ((minute - clock.minute + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES) * MINUTE_MS;
    at = changeBetween(timeZone, at, next) ?? next;
  }
}

/** Returns the minute of the day of a text such as `08:30`. */
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * Returns the first instant from `from` on (milliseconds since 1970) outside the quiet hours of the
 * zone.
 */
export function quietEnd(
  from: number,
  quiet: { readonly from: string; readonly to: string } | null,
  timeZone: string,
): number {
  if (!quiet) return from;
  const [begin, end] = [minuteOf(quiet.from), minuteOf(quiet.to)];
  return firstFrom(
    timeZone,
    from,
    end,
    ({ minute }) =>
      !(begin < end ? minute >= begin && minute < end : minute >= begin || minute < end),
  );
}

/**
 * Returns when the zone's clocks next show a time of day. A skipped time comes at the skip; a
 * repeated time counts once.
 */
export function nextAt(after: number, time: string, timeZone: string): number {
  const minute = minuteOf(time);
  const passed = (clock: Clock): number => (clock.minute >= minute ? clock.day : clock.day - 1);
  const last = passed(clockAt(timeZone, after));
  return firstFrom(timeZone, after, minute, clock => passed(clock) > last);
}
