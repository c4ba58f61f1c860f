import { MINUTES, TIME_BOUNDS, type ProcessHour } from '@hzm/contracts/core/activity';

interface Minute {
  minute: number;
  commands: number;
  refusals: number;
  people: number;
  times: number[];
  slow: { call: string; ms: number } | undefined;
}
const empty = (minute: number): Minute => ({
  minute,
  commands: 0,
  refusals: 0,
  people: 0,
  times: [],
  slow: undefined,
});

const MINUTE_MS = 60_000;
const minuteOf = (now: number): number => Math.floor(now / MINUTE_MS);

/** Activity of this process per minute of the last hour. Times are epoch milliseconds. */
export class LastHour {
  readonly #minutes = Array.from({ length: MINUTES }, () => empty(0));

  command(now = Date.now()): void {
    this.#at(now).commands++;
  }

  refusal(now = Date.now()): void {
    this.#at(now).refusals++;
  }

  /** @param count connected people */
  people(count: number, now = Date.now()): void {
    const minute = this.#at(now);
    minute.people = Math.max(minute.people, count);
  }

  /** @param ms duration of the call in milliseconds */
  answer(call: string, ms: number, now = Date.now()): void {
    const minute = this.#at(now);
    const bound = TIME_BOUNDS.findIndex(most => ms <= most);
    const place = bound < 0 ? TIME_BOUNDS.length : bound;
    while (minute.times.length <= place) minute.times.push(0);
    minute.times[place]!++;
    if (ms > (minute.slow?.ms ?? -1)) minute.slow = { call, ms: Math.round(ms * 10) / 10 };
  }

  state(now = Date.now()): ProcessHour {
    const last = minuteOf(now);
    const minutes = Array.from({ length: MINUTES }, (_, i) => {
      const minute = last - MINUTES + 1 + i;
      const known = this.#minutes[minute % MINUTES]!;
      return known.minute === minute ? known : empty(minute);
    });
    return {
      minute: last,
      commands: minutes.map(({ commands }) => commands),
      refusals: minutes.map(({ refusals }) => refusals),
      people: minutes.map(({ people }) => people),
      times: minutes.map(({ times }) => [...times]),
      slow: minutes.flatMap(({ slow, minute }) => (slow ? [{ ...slow, minute }] : [])),
    };
  }

  #at(now: number): Minute {
    const minute = minuteOf(now);
    const known = this.#minutes[minute % MINUTES]!;
    // After a clock was set back, counts go to the existing minute.
    if (known.minute >= minute) return known;
    return (this.#minutes[minute % MINUTES] = empty(minute));
  }
}
