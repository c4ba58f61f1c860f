import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ProcessPerson } from '@hzm/contracts/core/activity';
import { LastHour } from './last-hour.ts';

const WINDOW_SECONDS = 60;
/** How often it is looked how late this thread is, in milliseconds. */
const LOOK_MS = 10;
/** In a second. */
const NANOSECONDS = 1e9;

/** How much of something there was, in all and in each of the last seconds. */
export class Rate {
  total = 0;
  readonly #counts = Array.from({ length: WINDOW_SECONDS + 1 }, () => 0);
  #second = 0;

  /** @param now in milliseconds, of a clock that never goes back */
  add(count: number, now = performance.now()): void {
    this.#advance(now);
    this.#counts[this.#second % this.#counts.length]! += count;
    this.total += count;
  }

  /** The last sixty whole seconds, the oldest first. */
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
  /** Who is connected. */
  readonly people: readonly ProcessPerson[];
}

/** What this process does, counted. */
export class Metrics {
  readonly #delay = monitorEventLoopDelay({ resolution: LOOK_MS });
  readonly commands = new Rate();
  readonly events = new Rate();
  /** Subscriptions to the log that the store ended because they were too slow. */
  readonly drops = new Rate();
  readonly hour = new LastHour();
  readonly #refusals = new Map<string, Rate>();
  #audience: () => Audience = () => ({ sockets: 0, watchers: 0, people: [] });

  /** From now on it is looked how late this thread is. */
  watchDelay(): void {
    this.#delay.enable();
  }

  /**
   * How late it was since the last time that was asked, in seconds: by the share of the looks at
   * which it was no later; 1: the latest.
   */
  takeDelay(): ReadonlyMap<number, number> {
    // A look is a timer: what it takes when nothing is late is no delay.
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

  /** Says who can tell how many listen. */
  listenTo(audience: () => Audience): void {
    this.#audience = audience;
  }

  get audience(): Audience {
    return this.#audience();
  }
}
