import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { LimitStore, LimitWindow } from '../core/ports/limit-store.ts';

/** The counts of a key in one window, as this process knows them. */
export interface Window {
  /** The counts that the store has, lent ones included. */
  total: number;
  /** Counts in `total` that this process has not spent. */
  lent: number;
  /** Counts that are not in `total`. */
  untold: number;
  /** Counts beyond the limit, which are nobody else's matter. */
  beyond: number;
  /** When it ends, by this process's monotonic clock. */
  end: number;
  /** Callers that wait for a count to be lent. */
  wanted: number;
  exchange?: Promise<void> | undefined;
  /** When the store answered last. */
  heard?: number;
  /** When the window ends, by the store's clock. */
  storedEnd?: number;
}

/** A limit's fraction that a process borrows at once. */
const BATCH = 1 / 40;
/** Longest wait of a request for the store, in milliseconds; then this process counts alone. */
const WAIT_MS = 1_000;
/** Parts of that wait: a process too busy to read the answer has waited for one of them only. */
const WAIT_STEPS = 10;
/** Milliseconds without waiting after the store was slow or failed. */
const ALONE_MS = 1_000;
/** The age of an answer, in milliseconds, beyond which the next count asks again. */
const STALE_MS = 1_000;
/** The same for a window without room, where others may have given counts back. */
const FULL_STALE_MS = 250;
/** Maximum exchanges under way, so that a flood does not queue for the store. */
const MAX_EXCHANGES = 200;

/** The counts within the limit. */
export const usedIn = ({ total, lent, untold }: Window): number => total - lent + untold;

const batchOf = (limit: number, isExact: boolean): number =>
  isExact ? 0 : Math.floor(limit * BATCH);

/**
 * Counts together with other processes: each borrows a fortieth of a limit at once and spends it
 * without asking. The sum of all stays within the limit, give or take two such batches a process
 * (decision 0055).
 */
export class SharedWindows {
  readonly #store: LimitStore;
  readonly #now: () => number;
  readonly #isExact: boolean;
  #exchanges = 0;
  #aloneUntil = -Infinity;

  constructor({
    store,
    now,
    isExact,
  }: {
    readonly store: LimitStore;
    readonly now: () => number;
    readonly isExact: boolean;
  }) {
    this.#store = store;
    this.#now = now;
    this.#isExact = isExact;
  }

  /** Returns the wait for counts to spend; undefined if this process may count at once. */
  lacking(window: Window, of: LimitWindow): Promise<void> | undefined {
    const { limit } = of;
    if (window.lent > 0 || window.untold < 2 * batchOf(limit, this.#isExact)) return undefined;
    if (this.#isFull(window, limit) || !this.#isAsked()) return undefined;
    window.wanted++;
    return this.#waited(this.#exchange(window, of));
  }

  /** Tells, borrows and gives back in the background after a count, as far as that is due. */
  counted(window: Window, of: LimitWindow, isTakenBack: boolean): void {
    const batch = batchOf(of.limit, this.#isExact);
    const { lent, untold, total, heard } = window;
    const age = this.#now() - (heard ?? window.end - of.seconds * 1_000);
    const isLow = heard !== undefined && lent < batch / 2 && total < of.limit;
    // Right after an answer, those who waited for it are about to spend.
    const isMuch = lent > 2 * batch && (isTakenBack || age > FULL_STALE_MS);
    const isStale = age > STALE_MS && lent + untold > 0;
    if (!isLow && !isMuch && !isStale && (batch === 0 || untold <= batch)) return;
    if (!window.exchange && !this.#isFull(window, of.limit) && this.#isAsked())
      void this.#exchange(window, of).then(() => this.counted(window, of, isTakenBack));
  }

  /** Whether the window had no room when the store was asked a moment ago. */
  #isFull(window: Window, limit: number): boolean {
    const { heard = -Infinity } = window;
    return usedIn(window) >= limit && this.#now() - heard < FULL_STALE_MS;
  }

  #isAsked(): boolean {
    return this.#exchanges < MAX_EXCHANGES && this.#now() >= this.#aloneUntil;
  }

  /** Resolves with the exchange; sooner if the store is slow. */
  async #waited(exchange: Promise<void>): Promise<void> {
    const answered = exchange.then(() => true);
    for (let step = 0; step < WAIT_STEPS; step++) {
      const slow = sleep(WAIT_MS / WAIT_STEPS, false, { ref: false });
      if (await Promise.race([answered, slow])) return;
    }
    this.#countAlone();
  }

  #countAlone(): void {
    this.#aloneUntil = this.#now() + ALONE_MS;
  }

  #exchange(window: Window, of: LimitWindow): Promise<void> {
    return (window.exchange ??= this.#exchanged(window, of)
      .catch(() => this.#countAlone())
      .finally(() => (window.exchange = undefined)));
  }

  async #exchanged(window: Window, of: LimitWindow): Promise<void> {
    this.#exchanges++;
    // All callers of this turn borrow in one exchange, before anything is given back.
    await (window.wanted > 0 ? Promise.resolve() : turn());
    const batch = batchOf(of.limit, this.#isExact);
    const { untold: told, wanted, storedEnd } = window;
    const surplus = wanted > 0 ? 0 : Math.max(0, window.lent - 2 * batch);
    window.lent -= surplus;
    window.total -= surplus;
    window.wanted = 0;
    try {
      const want = wanted + Math.max(0, batch - window.lent);
      const { lent, used, end, left } = await this.#store.exchange({
        ...of,
        spent: told - surplus,
        end: storedEnd,
        want,
      });
      // The store began another window, whose counts and loans are its own.
      const isNext = storedEnd !== undefined && end !== storedEnd;
      if (isNext) Object.assign(window, { lent: 0, beyond: 0 });
      window.storedEnd = end;
      window.heard = this.#now();
      window.end = window.heard + left;
      window.total = used;
      // The store has counted what was taken back meanwhile, so that it is lent.
      const rest = window.untold - told;
      window.untold = Math.max(0, rest);
      window.lent += lent + (isNext ? 0 : Math.max(0, -rest));
    } catch (error) {
      window.lent += surplus;
      window.total += surplus;
      throw error;
    } finally {
      this.#exchanges--;
    }
  }
}
