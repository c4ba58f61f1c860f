import { Problem } from '@hzm/contracts/core/problem';
import { nextTurn } from '../concurrency/next-turn.ts';
import { GateQueue, type Waiter } from './gate-queue.ts';
import type { Source } from './source.ts';

export interface GateLimits {
  /** Maximum places taken, in all and per account. */
  readonly together: number;
  readonly each: number;
  /** Maximum queue length, in all and per account. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** Maximum wait before refusal, in milliseconds. */
  readonly timeoutMs: number;
}

/** A place held by running work. */
export interface Place {
  /** Whether waiting work of another member or account could take the place now. */
  readonly isWanted: () => boolean;
  /**
   * Leaves the place to waiting work and waits for another one.
   * @throws Problem NOT_READY when the wait is too long
   */
  readonly giveWay: () => Promise<void>;
}

/**
 * Limits the places of concurrent work in all and per account; for further work, accounts take
 * turns, in each that of the member with the least running. Work larger than a share enters alone.
 * When the queue is full, those with the longest queues are evicted.
 */
export class Gate {
  readonly #limits: GateLimits;
  /** Places taken by account and by member. */
  readonly #running = new Map<string, number>();
  #total = 0;
  readonly #waiting = new GateQueue();
  /** The turns in which accounts that work or wait entered last; the lowest is next. */
  readonly #turns = new Map<string, number>();
  #turn = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /**
   * Runs work in one place, after a turn of the event loop.
   * @param signal ends the wait
   * @throws Problem NOT_READY when the queue is full or the wait too long; errors of `work`
   */
  async run<T>(
    source: Source,
    work: (place: Place) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    await this.enter(source, 1, signal);
    let isIn = true;
    const giveWay = async (): Promise<void> => {
      isIn = false;
      this.leave(source, 1);
      await this.enter(source, 1, signal);
      isIn = true;
    };
    try {
      // Work that only reads files does not yield by itself.
      await nextTurn();
      return await work({ isWanted: () => this.#isWanted(source), giveWay });
    } finally {
      if (isIn) this.leave(source, 1);
    }
  }

  /**
   * Takes places, waiting for them if necessary.
   * @throws Problem NOT_READY when the queue is full or the wait too long
   */
  async enter(source: Source, size: number, signal?: AbortSignal): Promise<void> {
    if (!this.tryEnter(source, size)) await this.#wait(source, size, signal);
  }

  /** Takes places if they are free and no other work of the account waits; whether it did. */
  tryEnter(source: Source, size: number): boolean {
    const isFree = this.#mayEnter(source, size) && !this.isAwaitedBy(source);
    if (isFree) this.force(source, size);
    return isFree;
  }

  /** Whether other work of the account waits, so that no more of it enters. */
  isAwaitedBy({ account }: Source): boolean {
    return this.#waiting.has(account);
  }

  /** Takes places beyond the limits, if need be. */
  force(source: Source, size: number): void {
    this.#turns.set(source.account, ++this.#turn);
    this.#count(source, size);
  }

  /** Gives places back to those who wait. */
  leave(source: Source, size: number): void {
    this.#count(source, -size);
    this.#forget(source);
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.force(next.source, next.size);
      this.#waiting.remove(next);
      next.enter();
    }
  }

  /**
   * Gives an account that neither worked nor waited a turn before the accounts that work, but not
   * before those that wait and do not work, which repeated requests would keep out.
   */
  #arrive({ account }: Source): void {
    if (this.#turns.has(account)) return;
    let [first, last] = [this.#turn, -Infinity];
    for (const [name, turn] of this.#turns)
      if (this.#ofAccount(name) > 0) first = Math.min(first, turn);
      else last = Math.max(last, turn);
    this.#turns.set(account, Math.max(first - 1, last));
  }

  /** Forgets the turn of an account that neither works nor waits. */
  #forget(source: Source): void {
    if (this.#ofAccount(source.account) === 0 && !this.isAwaitedBy(source))
      this.#turns.delete(source.account);
  }

  #mayEnter({ account }: Source, size: number): boolean {
    const { together, each } = this.#limits;
    const own = this.#ofAccount(account);
    return (
      (this.#total === 0 || this.#total + size <= together) && (own === 0 || own + size <= each)
    );
  }

  #ofAccount(account: string): number {
    return this.#running.get(accountName(account)) ?? 0;
  }

  #ofMember(source: Source): number {
    return this.#running.get(memberName(source)) ?? 0;
  }

  #isWanted(source: Source): boolean {
    return (
      this.#waiting.hasOther(source) ||
      this.#waiting.accounts.some(
        name => name !== source.account && this.#ofAccount(name) < this.#limits.each,
      )
    );
  }

  #count(source: Source, by: number): void {
    this.#total += by;
    for (const name of [accountName(source.account), memberName(source)]) {
      const count = (this.#running.get(name) ?? 0) + by;
      if (count > 0) this.#running.set(name, count);
      else this.#running.delete(name);
    }
  }

  /**
   * Returns the next waiter: of the account whose last turn is the longest ago, and may enter, the
   * member with the least running work. A waiter that needs more than is free keeps the rest of its
   * account waiting, so that it is not passed for ever.
   */
  #next(): Waiter | undefined {
    if (this.#total >= this.#limits.together) return undefined;
    let next: Waiter | undefined;
    for (const account of this.#waiting.accounts) {
      const one = this.#waiting.first(account, source => this.#ofMember(source))!;
      const isSooner = !next || this.#turnOf(one.source) < this.#turnOf(next.source);
      if (isSooner && this.#mayEnter(one.source, one.size)) next = one;
    }
    return next;
  }

  #turnOf({ account }: Source): number {
    return this.#turns.get(account) ?? 0;
  }

  /** Evicts a waiter of a queue longer than the newcomer's would be; false if there is none. */
  #makeRoom(source: Source): boolean {
    const { waiting, waitingEach } = this.#limits;
    const { account } = source;
    const own = this.#waiting.lengthOf(account);
    const isFull = own >= waitingEach;
    if (!isFull && this.#waiting.length < waiting) return true;
    const largest = isFull ? this.#waiting.largestMember(account) : this.#waiting.largestAccount();
    if (largest.size <= (isFull ? this.#waiting.lengthOfMember(source) : own) + 1) return false;
    largest.last!.refuse();
    return true;
  }

  async #wait(source: Source, size: number, signal: AbortSignal | undefined): Promise<void> {
    const { timeoutMs } = this.#limits;
    if (signal?.aborted || !this.#makeRoom(source)) throw busy(timeoutMs);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (): void => {
      clearTimeout(late);
      signal?.removeEventListener('abort', refuse);
    };
    const refuse = (): void => {
      end();
      this.#waiting.remove(waiter);
      this.#forget(source);
      reject(busy(timeoutMs));
      this.#admit();
    };
    const late = setTimeout(refuse, timeoutMs);
    signal?.addEventListener('abort', refuse, { once: true });
    const enter = (): void => {
      end();
      resolve();
    };
    const waiter: Waiter = { source, size, enter, refuse };
    this.#waiting.add(waiter);
    this.#arrive(source);
    await promise;
  }
}

const accountName = (account: string): string => `account ${account}`;
const memberName = ({ account, member }: Source): string => `member ${account} ${member}`;

/** Returns the refusal for a full queue. */
export const busy = (timeoutMs: number): Problem =>
  new Problem('NOT_READY', { text: 'too-busy', retryAfter: Math.ceil(timeoutMs / 1000) });
