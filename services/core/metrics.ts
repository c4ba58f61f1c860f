const WINDOW_SECONDS = 60;

/** How much of something there was, in all and in each of the last seconds. */
export class Rate {
  total = 0;
  readonly #counts = Array.from({ length: WINDOW_SECONDS + 1 }, () => 0);
  #second = 0;

  /** @param now in milliseconds */
  add(count: number, now = Date.now()): void {
    this.#advance(now);
    this.#counts[this.#second % this.#counts.length]! += count;
    this.total += count;
  }

  /** The last sixty whole seconds, the oldest first. */
  perSecond(now = Date.now()): number[] {
    this.#advance(now);
    return Array.from({ length: WINDOW_SECONDS }, (_, at) => this.#counts[(this.#second + 1 + at) % this.#counts.length]!);
  }

  lastMinute(now = Date.now()): number {
    return this.perSecond(now).reduce((sum, count) => sum + count, 0);
  }

  #advance(now: number): void {
    const second = Math.floor(now / 1000);
    for (let next = Math.max(this.#second + 1, second - WINDOW_SECONDS); next <= second; next++) this.#counts[next % this.#counts.length] = 0;
    this.#second = Math.max(this.#second, second);
  }
}

export interface Audience {
  readonly sockets: number;
  readonly watchers: number;
}

/** What this process does, counted. */
export class Metrics {
  readonly commands = new Rate();
  readonly events = new Rate();
  readonly #refusals = new Map<string, Rate>();
  #audience: () => Audience = () => ({ sockets: 0, watchers: 0 });

  /** @param code of the problem */
  refused(code: string): void {
    const rate = this.#refusals.get(code) ?? new Rate();
    this.#refusals.set(code, rate);
    rate.add(1);
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
