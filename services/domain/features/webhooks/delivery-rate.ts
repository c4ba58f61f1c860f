const MIB = 1_048_576;
const SECOND_MS = 1_000;

/** Calls and bytes of an account. */
interface Load {
  readonly calls: number;
  readonly bytes: number;
}

/** Calls and bytes that an account may have sent at once, and each second after that. */
const LIMITS = {
  burst: { calls: 20_000, bytes: 512 * MIB },
  second: { calls: 300, bytes: 4 * MIB },
} as const;

/** Accounts that are remembered before those who have regained everything are looked for. */
const LOOKED_FROM = 1_000;

interface Spent extends Load {
  readonly at: number;
}

/**
 * Bounds what webhooks of one account send, all its projects together, because sending again costs
 * a person one request and the server as many calls as there are events.
 */
export class DeliveryRate {
  readonly #limits: { readonly burst: Load; readonly second: Load };
  readonly #spent = new Map<string, Spent>();
  /** The number of accounts at which those who have regained everything are looked for. */
  #lookAt = LOOKED_FROM;

  constructor(limits: { readonly burst: Load; readonly second: Load } = LIMITS) {
    this.#limits = limits;
  }

  /** Accounts that are remembered. */
  get size(): number {
    return this.#spent.size;
  }

  /** Counts a call. @param now in milliseconds */
  spend(account: string, bytes: number, now: number): void {
    const { calls, bytes: sent } = this.#spentBy(account, now);
    this.#spent.set(account, { calls: calls + 1, bytes: sent + bytes, at: now });
    if (this.#spent.size >= this.#lookAt) this.#forget(now);
  }

  /** Returns the milliseconds until the account may send again. @param now in milliseconds */
  waitMs(account: string, now: number): number {
    const { burst, second } = this.#limits;
    const { calls, bytes } = this.#spentBy(account, now);
    const seconds = Math.max(
      (calls - burst.calls) / second.calls,
      (bytes - burst.bytes) / second.bytes,
    );
    return seconds <= 0 ? 0 : Math.ceil(seconds * SECOND_MS);
  }

  /** Forgets the accounts that have regained everything. */
  #forget(now: number): void {
    for (const account of this.#spent.keys()) {
      const { calls, bytes } = this.#spentBy(account, now);
      if (calls === 0 && bytes === 0) this.#spent.delete(account);
    }
    // Twice as many before the next look, so that a call looks at few on average.
    this.#lookAt = Math.max(LOOKED_FROM, 2 * this.#spent.size);
  }

  /** Returns what the account has spent and not regained. */
  #spentBy(account: string, now: number): Load {
    const known = this.#spent.get(account);
    if (!known) return { calls: 0, bytes: 0 };
    // A clock that was put back counts from its new time on.
    if (known.at > now) this.#spent.set(account, { ...known, at: now });
    const seconds = Math.max(0, now - known.at) / SECOND_MS;
    const { second } = this.#limits;
    return {
      calls: Math.max(0, known.calls - seconds * second.calls),
      bytes: Math.max(0, known.bytes - seconds * second.bytes),
    };
  }
}
