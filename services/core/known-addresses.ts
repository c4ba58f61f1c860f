import { createHmac, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { UsageCounter } from './usage-counter.ts';

/** Pairs that this process knows without asking the store. */
const MAX_RECENT = 10_000;
/**
 * The interval at which a pair is written again, in milliseconds: the store forgets what was not
 * seen for thirty days.
 */
const RECENT_MS = 86_400_000;

/**
 * The addresses from which an account or a key was used with its right password. Kept beside the
 * log
 * for thirty days, shared by all processes, as a keyed hash: nobody reads an address in it. Without
 * it, or where it is forgotten, an address counts as one that was never used.
 */
export class KnownAddresses {
  readonly #usage: Pick<UsageCounter, 'seen' | 'of'>;
  readonly #pepper: () => KeyObject;
  readonly #recent = new LRUCache<string, true>({ max: MAX_RECENT, ttl: RECENT_MS });

  /** @param pepper the key of the hash */
  constructor(usage: Pick<UsageCounter, 'seen' | 'of'>, pepper: () => KeyObject) {
    this.#usage = usage;
    this.#pepper = pepper;
  }

  remember(subject: string, address: string): void {
    const pair = `${subject} from ${address}`;
    if (this.#recent.has(pair)) return;
    this.#recent.set(pair, true);
    this.#usage.seen(this.#nameOf(pair));
  }

  async has(subject: string, address: string): Promise<boolean> {
    const pair = `${subject} from ${address}`;
    if (this.#recent.has(pair)) return true;
    const name = this.#nameOf(pair);
    // A store that rests knows nobody: they wait, and are not refused.
    return this.#usage.of([name]).then(
      found => (found.get(name)?.used ?? 0) > 0,
      () => false,
    );
  }

  #nameOf(pair: string): string {
    return `known ${createHmac('sha256', this.#pepper()).update(pair).digest('base64url')}`;
  }
}
