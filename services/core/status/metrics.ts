import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessPerson } from '@hzm/contracts/core/activity';
import { LastHour } from './last-hour.ts';

const WINDOW_SECONDS = 60;
/** Resolution of measuring the event loop's delay, in milliseconds. */
const LOOK_MS = 10;
/** Nanoseconds per second. */
const NANOSECONDS = 1e9;

/** A count in total and per second of the last minute. */
export class Rate {
  total = 0;
  readonly #counts = Array.from({ length: WINDOW_SECONDS + 1 }, () => 0);
  #second = 0;

  /** @param now milliseconds of a monotonic clock */
  add(count: number, now = performance.now()): void {
    this.#advance(now);
    this.#counts[this.#second % this.#counts.length]! += count;
    this.total += count;
  }

  /** Returns the last sixty whole seconds, oldest first. */
  perSecond(now = performance.now()): number[] {
    this.#advance(now);
    return Array.from(
      { length: WINDOW_SECONDS },
      (_, at) => this.#counts[(this.#second + 1 + at) % this.#counts.length]!,
    );
  }

  lastMinute(now = performance.now()): number {
    return this.perSecond(now).reduce((sum, count) => sum + count, 0);
  }

  #advance(now: number): void {
    const second = Math.floor(now / 1000);
    for (let next = Math.max(this.#second + 1, second - WINDOW_SECONDS); next <= second; next++)
      this.#counts[next % this.#counts.length] = 0;
    this.#second = Math.max(this.#second, second);
  }
}

export interface Audience {
  readonly sockets: number;
  readonly watchers: number;
  /** Connected people. */
  readonly people: readonly ProcessPerson[];
}

/** Counters of this process. */
export class Metrics {
  readonly #delay = monitorEventLoopDelay({ resolution: LOOK_MS });
  readonly commands = new Rate();
  readonly events = new Rate();
  /** Subscriptions to the log that the store ended because they were too slow. */
  readonly drops = new Rate();
  readonly hour = new LastHour();
  readonly #refusals = new Map<string, Rate>();
  #audience: () => Audience = () => ({ sockets: 0, watchers: 0, people: [] });

  /** Starts measuring the event loop's delay. */
  watchDelay(): void {
    this.#delay.enable();
  }

  /**
   * Returns percentiles of the delay since the last call, in seconds, by share; 1 is the maximum.
   */
  takeDelay(): ReadonlyMap<number, number> {
    // The timer's own interval is not a delay.
    const seconds = (nanoseconds: number): number =>
      Math.max(0, nanoseconds / NANOSECONDS - LOOK_MS / 1000);
    const delays = new Map(
      [0.5, 0.99, 0.999, 1].map(share => [
        share,
        this.#delay.count === 0 ? 0 : seconds(this.#delay.percentile(100 * share)),
      ]),
    );
    this.#delay.reset();
    return delays;
  }

  command(): void {
    this.commands.add(1);
    this.hour.command();
  }

  /** @param code of the problem */
  refused(code: string): void {
    const rate = this.#refusals.get(code) ?? new Rate();
    this.#refusals.set(code, rate);
    rate.add(1);
    this.hour.refusal();
  }

  get refusals(): ReadonlyMap<string, Rate> {
    return this.#refusals;
  }

  /** Sets the source of the audience's counts. */
  listenTo(audience: () => Audience): void {
    this.#audience = audience;
  }

  get audience(): Audience {
    return this.#audience();
  }
}
