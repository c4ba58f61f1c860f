import { Problem } from '@hzm/contracts/core/problem';
import { nextTurn } from './next-turn.ts';

export interface GateLimits {
  /** Under way at once, in all and for one caller. */
  readonly together: number;
  readonly each: number;
  /** How many may wait, in all and for one caller. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** How long a caller waits before it is refused, in milliseconds. */
  readonly timeoutMs: number;
}

/** Readings of histories: each may hold the largest answer and some opened events. */
export const HISTORIES: GateLimits = { together: 4, each: 2, waiting: 64, waitingEach: 16, timeoutMs: 5_000 };

/** Answers that published endpoints compute: each reads thousands of rows. */
export const COMPUTING: GateLimits = { together: 2, each: 1, waiting: 64, waitingEach: 16, timeoutMs: 5_000 };

/** Lists that read a whole project for one page, as that of threads, which counts all of them. */
export const LISTS: GateLimits = { together: 2, each: 1, waiting: 256, waitingEach: 32, timeoutMs: 10_000 };

interface Waiter {
  readonly caller: string;
  readonly enter: () => void;
}

/** Limits concurrent work, in all and per caller; the rest waits in order of arrival, within bounds. Other requests run between two pieces of work. */
export class Gate {
  readonly #limits: GateLimits;
  readonly #running = new Map<string, number>();
  #total = 0;
  #waiting: Waiter[] = [];

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** @throws Problem NOT_READY when too many wait, or it waited too long; what `work` throws */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#mayEnter(caller)) this.#enter(caller);
    else await this.#wait(caller);
    try {
      // Work that only reads files does not yield by itself.
      await nextTurn();
      return await work();
    } finally {
      this.#leave(caller);
    }
  }

  #mayEnter(caller: string): boolean {
    return this.#total < this.#limits.together && (this.#running.get(caller) ?? 0) < this.#limits.each;
  }

  #enter(caller: string): void {
    this.#total++;
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1);
  }

  #leave(caller: string): void {
    this.#total--;
    const left = this.#running.get(caller)! - 1;
    if (left > 0) this.#running.set(caller, left);
    else this.#running.delete(caller);
    for (let next = this.#next(); next; next = this.#next()) {
      this.#enter(next.caller);
      this.#waiting = this.#waiting.filter(waiter => waiter !== next);
      next.enter();
    }
  }

  #next(): Waiter | undefined {
    return this.#waiting.find(({ caller }) => this.#mayEnter(caller));
  }

  async #wait(caller: string): Promise<void> {
    const { waiting, waitingEach, timeoutMs } = this.#limits;
    const own = this.#waiting.filter(waiter => waiter.caller === caller).length;
    if (this.#waiting.length >= waiting || own >= waitingEach) throw busy(timeoutMs);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      this.#waiting = this.#waiting.filter(one => one !== waiter);
      reject(busy(timeoutMs));
    }, timeoutMs);
    const waiter: Waiter = {
      caller,
      enter: () => {
        clearTimeout(late);
        resolve();
      },
    };
    this.#waiting.push(waiter);
    await promise;
  }
}

const busy = (timeoutMs: number): Problem => new Problem('NOT_READY', { text: 'too-busy', retryAfter: Math.ceil(timeoutMs / 1000) });
