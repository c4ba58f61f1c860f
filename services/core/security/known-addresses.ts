import { createHmac, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { UsageCounter } from '../limits/usage-counter.ts';

/** Maximum pairs cached in this process. */
const MAX_RECENT = 10_000;
/** Interval of writing a pair again, in milliseconds: the store forgets pairs after thirty days. */
const RECENT_MS = 86_400_000;

/**
 * IPs from which an account or key was used with its right password. Stored beside the log for
 * thirty days as keyed hashes, shared by all processes. A missing entry means an unknown IP.
 */
export class KnownAddresses {
  readonly #usage: Pick<UsageCounter, 'seen' | 'of'>;
  readonly #pepper: () => KeyObject;
  readonly #recent = new LRUCache<string, true>({ max: MAX_RECENT, ttl: RECENT_MS });

  /** @param pepper returns the key of the hash */
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
    // While the store is unreachable, callers count as unknown: they are slowed, not refused.
    return this.#usage.of([name]).then(
      found => (found.get(name)?.used ?? 0) > 0,
      () => false,
    );
  }

  #nameOf(pair: string): string {
    return `known ${createHmac('sha256', this.#pepper()).update(pair).digest('base64url')}`;
  }
}
