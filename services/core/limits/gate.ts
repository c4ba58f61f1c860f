import { Problem } from '@hzm/contracts/core/problem';
import { nextTurn } from '../concurrency/next-turn.ts';
import type { Source } from './source.ts';

export interface GateLimits {
  /** Maximum concurrent work, in all and per account. */
  readonly together: number;
  readonly each: number;
  /** Maximum queue length, in all and per account. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** Maximum wait before refusal, in milliseconds. */
  readonly timeoutMs: number;
}

interface Waiter {
  readonly source: Source;
  readonly enter: () => void;
  readonly refuse: () => void;
}

/** A place held by running work. */
export interface Place {
  /** Whether waiting work of another member or account could take the place now. */
  readonly isWanted: () => boolean;
}

const most = <T>(groups: ReadonlyMap<string, readonly T[]>): readonly T[] =>
  groups.values().reduce<readonly T[]>((a, b) => (b.length > a.length ? b : a), []);

/**
 * Limits concurrent work in all and per account; further work queues in order of arrival. Within an
 * account, the member with the least running work goes first; when the queue is full, those with
 * the longest queues are evicted. Yields to other requests in between.
 */
export class Gate {
  readonly #limits: GateLimits;
  /** Running work by account and by member. */
  readonly #running = new Map<string, number>();
  #total = 0;
  #waiting: Waiter[] = [];

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /**
   * @param signal ends the wait
   * @throws Problem NOT_READY when the queue is full or the wait too long; errors of `work`
   */
  async run<T>(
    source: Source,
    work: (place: Place) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    if (this.#mayEnter(source)) this.#enter(source);
    else await this.#wait(source, signal);
    try {
      // Work that only reads files does not yield by itself.
      await nextTurn();
      return await work({ isWanted: () => this.#isWanted(source) });
    } finally {
      this.#leave(source);
    }
  }

  #mayEnter({ account }: Source): boolean {
    return this.#total < this.#limits.together && this.#ofAccount(account) < this.#limits.each;
  }

  #ofAccount(account: string): number {
    return this.#running.get(accountName(account)) ?? 0;
  }

  #ofMember(source: Source): number {
    return this.#running.get(memberName(source)) ?? 0;
  }

  #isWanted({ account, member }: Source): boolean {
    return this.#waiting.some(({ source }) =>
      source.account === account
        ? source.member !== member
        : this.#ofAccount(source.account) < this.#limits.each,
    );
  }

  #count(source: Source, by: 1 | -1): void {
    this.#total += by;
    for (const name of [accountName(source.account), memberName(source)]) {
      const count = (this.#running.get(name) ?? 0) + by;
      if (count > 0) this.#running.set(name, count);
      else this.#running.delete(name);
    }
  }

  #enter(source: Source): void {
    this.#count(source, 1);
  }

  #leave(source: Source): void {
    this.#count(source, -1);
    for (let next = this.#next(); next; next = this.#next()) {
      this.#enter(next.source);
      this.#remove(next);
      next.enter();
    }
  }

  #remove(waiter: Waiter): void {
    this.#waiting = this.#waiting.filter(one => one !== waiter);
  }

  /**
   * Returns the next waiter: of the first account that may enter, the member with the least running
   * work.
   */
  #next(): Waiter | undefined {
    const first = this.#waiting.find(({ source }) => this.#mayEnter(source));
    if (!first) return undefined;
    const own = this.#waiting.filter(({ source }) => source.account === first.source.account);
    return own.reduce((a, b) => (this.#ofMember(b.source) < this.#ofMember(a.source) ? b : a));
  }

  /** Evicts a waiter of a queue longer than the newcomer's would be; false if there is none. */
  #makeRoom({ account, member }: Source): boolean {
    const { waiting, waitingEach } = this.#limits;
    const own = this.#waiting.filter(({ source }) => source.account === account);
    const isFull = own.length >= waitingEach;
    if (!isFull && this.#waiting.length < waiting) return true;
    const groups = isFull
      ? Map.groupBy(own, ({ source }) => source.member)
      : Map.groupBy(this.#waiting, ({ source }) => source.account);
    const largest = most(groups);
    if (largest.length <= (groups.get(isFull ? member : account)?.length ?? 0) + 1) return false;
    const last = largest.at(-1)!;
    this.#remove(last);
    last.refuse();
    return true;
  }

  async #wait(source: Source, signal: AbortSignal | undefined): Promise<void> {
    const { timeoutMs } = this.#limits;
    if (signal?.aborted || !this.#makeRoom(source)) throw busy(timeoutMs);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (): void => {
      clearTimeout(late);
      signal?.removeEventListener('abort', refuse);
    };
    const refuse = (): void => {
      end();
      this.#remove(waiter);
      reject(busy(timeoutMs));
    };
    const late = setTimeout(refuse, timeoutMs);
    signal?.addEventListener('abort', refuse, { once: true });
    const enter = (): void => {
      end();
      resolve();
    };
    const waiter: Waiter = { source, enter, refuse };
    this.#waiting.push(waiter);
    await promise;
  }
}

const accountName = (account: string): string => `account ${account}`;
const memberName = ({ account, member }: Source): string => `member ${account} ${member}`;

/** Returns the refusal for a full queue. */
export const busy = (timeoutMs: number): Problem =>
  new Problem('NOT_READY', { text: 'too-busy', retryAfter: Math.ceil(timeoutMs / 1000) });
