const MIB = 1_048_576;
const SECOND_MS = 1_000;

/** Calls and bytes. */
interface Load {
  readonly calls: number;
  readonly bytes: number;
}

/** Maximum sent at once, and each second after that. */
interface Limits {
  readonly burst: Load;
  readonly second: Load;
}

/** Limits of an account. */
const OF_ACCOUNT: Limits = {
  burst: { calls: 20_000, bytes: 512 * MIB },
  second: { calls: 300, bytes: 4 * MIB },
};
/** Limits of a destination, for all accounts together. */
export const TO_DESTINATION: Limits = {
  burst: { calls: 40_000, bytes: 1_024 * MIB },
  second: { calls: 600, bytes: 8 * MIB },
};
/** Limits of a destination for calls that people ask for: tests, and single events again. */
export const ASKED_OF_DESTINATION: Limits = {
  burst: { calls: 60, bytes: 16 * MIB },
  second: { calls: 0.5, bytes: MIB / 4 },
};

/** Returns the destination of an address: host and port, whatever its path; itself if it has none. */
export function destinationOf(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return `${url.hostname.replace(/\.$/, '')}:${port}`;
}

/** Names that are remembered before those that have regained everything are looked for. */
const LOOKED_FROM = 1_000;

interface Spent extends Load {
  readonly at: number;
}

/**
 * Bounds what webhooks of one account send, all its projects together, or what one destination is
 * sent, because sending again costs a person one request and as many calls as there are events.
 */
export class DeliveryRate {
  readonly #limits: Limits;
  readonly #spent = new Map<string, Spent>();
  /** The number of names at which those that have regained everything are looked for. */
  #lookAt = LOOKED_FROM;

  constructor(limits: Limits = OF_ACCOUNT) {
    this.#limits = limits;
  }

  /** Names that are remembered. */
  get size(): number {
    return this.#spent.size;
  }

  /** Counts a call. @param now in milliseconds */
  spend(name: string, bytes: number, now: number): void {
    const { calls, bytes: sent } = this.#spentBy(name, now);
    this.#spent.set(name, { calls: calls + 1, bytes: sent + bytes, at: now });
    if (this.#spent.size >= this.#lookAt) this.#forget(now);
  }

  /** Returns the milliseconds until more may be sent. @param now in milliseconds */
  waitMs(name: string, now: number): number {
    const { burst, second } = this.#limits;
    const { calls, bytes } = this.#spentBy(name, now);
    const seconds = Math.max(
      (calls - burst.calls) / second.calls,
      (bytes - burst.bytes) / second.bytes,
    );
    return seconds <= 0 ? 0 : Math.ceil(seconds * SECOND_MS);
  }

  /** Forgets the names that have regained everything. */
  #forget(now: number): void {
    for (const name of this.#spent.keys()) {
      const { calls, bytes } = this.#spentBy(name, now);
      if (calls === 0 && bytes === 0) this.#spent.delete(name);
    }
    // Twice as many before the next look, so that a call looks at few on average.
    this.#lookAt = Math.max(LOOKED_FROM, 2 * this.#spent.size);
  }

  /** Returns what was spent and is not regained. */
  #spentBy(name: string, now: number): Load {
    const known = this.#spent.get(name);
    if (!known) return { calls: 0, bytes: 0 };
    // A clock that was put back counts from its new time on.
    if (known.at > now) this.#spent.set(name, { ...known, at: now });
    const seconds = Math.max(0, now - known.at) / SECOND_MS;
    const { second } = this.#limits;
    return {
      calls: Math.max(0, known.calls - seconds * second.calls),
      bytes: Math.max(0, known.bytes - seconds * second.bytes),
    };
  }
}
