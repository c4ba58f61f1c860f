import type { Collection } from '../../mongodb/database.ts';
import { leadOf } from '../kinds.ts';

interface Held {
  readonly _id: string;
  readonly account: string;
}

/** The index of an account's entries in their order; it holds all that a query asks of them. */
export const BY_ACCOUNT = { account: 1, _id: 1, kind: 1, actor: 1 } as const;

/** Milliseconds after which all entries are counted again, because other processes remove some. */
const COUNTED_MS = 3_600_000;

/**
 * Numbers of entries by account, for the process that keeps the log within its bounds. All are
 * counted once an hour, which takes seconds; between, those that came and went.
 */
export class Holders {
  readonly #entries: Collection<Held>;
  readonly #counts = new Map<string, number>();
  /** The last id that was counted; empty for none. */
  #last = '';
  #countedAt = -Infinity;

  constructor(entries: Collection<Held>) {
    this.#entries = entries;
  }

  /** Returns the account with the most entries, and by how many it leads. */
  async largest(): Promise<{ readonly account: string; readonly lead: number } | undefined> {
    await this.#count();
    let [account, most, second] = ['', 0, 0];
    for (const [name, entries] of this.#counts)
      if (entries > most) [account, most, second] = [name, entries, most];
      else second = Math.max(second, entries);
    return most === 0 ? undefined : { account, lead: leadOf(most, second) };
  }

  /** Subtracts removed entries. */
  less(account: string, entries: number): void {
    const left = (this.#counts.get(account) ?? 0) - entries;
    if (left > 0) this.#counts.set(account, left);
    else this.#counts.delete(account);
  }

  /** Forgets the count of an account that has no entries. */
  none(account: string): void {
    this.#counts.delete(account);
  }

  /** Counts all again before the next answer. */
  forget(): void {
    this.#countedAt = -Infinity;
  }

  async #count(): Promise<void> {
    const isAll = performance.now() - this.#countedAt > COUNTED_MS;
    const after = isAll ? '' : this.#last;
    const came = await this.#entries
      .aggregate<{ _id: string; entries: number; last: string }>(
        [
          { $match: { _id: { $gt: after } } },
          { $group: { _id: '$account', entries: { $sum: 1 }, last: { $max: '$_id' } } },
        ],
        // All are counted from the index alone.
        { hint: isAll ? BY_ACCOUNT : { _id: 1 } },
      )
      .toArray();
    if (isAll) {
      this.#counts.clear();
      this.#last = '';
      this.#countedAt = performance.now();
    }
    for (const { _id, entries, last } of came) {
      this.#counts.set(_id, (this.#counts.get(_id) ?? 0) + entries);
      if (last > this.#last) this.#last = last;
    }
  }
}
