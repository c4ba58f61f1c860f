import { Problem } from '@hzm/contracts/core/problem';

/**
 * A waiting command: `signal` ends its waiting, `bytes` is its approximate memory, `account` is
 * whom it counts for.
 */
export interface Waiting {
  readonly signal?: AbortSignal | undefined;
  readonly bytes?: number | undefined;
  readonly account?: string | undefined;
}

interface Lane {
  /** Resolves when all work queued on the stream so far has ended. */
  last: Promise<void>;
  waiting: number;
  bytes: number;
  /** Waiting commands per account. */
  accounts: Map<string, Amount> | undefined;
}

interface Amount {
  waiting: number;
  bytes: number;
}

/** Bounds per stream. */
const MAX_WAITING_COMMANDS = 1_000;
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** Bound for all streams together. */
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;
/** The share of one account: half of a stream, and a quarter of all streams. */
const MAX_ACCOUNT_COMMANDS = MAX_WAITING_COMMANDS / 2;
const MAX_ACCOUNT_BYTES = MAX_WAITING_BYTES / 2;
const MAX_ACCOUNT_TOTAL_BYTES = MAX_TOTAL_BYTES / 4;

const NOTHING: Amount = { waiting: 0, bytes: 0 };

const count = (
  amounts: Map<string, Amount>,
  account: string,
  waiting: number,
  bytes: number,
): void => {
  const before = amounts.get(account) ?? NOTHING;
  const after = { waiting: before.waiting + waiting, bytes: before.bytes + bytes };
  if (after.waiting > 0) amounts.set(account, after);
  else amounts.delete(account);
};

const full = (): Problem => new Problem('NOT_READY', { retryAfter: 1 });

/**
 * Runs work on a stream sequentially in order of arrival, within this process. Work on several
 * streams is queued on all of them at once, so that no two pieces of work deadlock.
 */
export class StreamQueue {
  readonly #lanes = new Map<string, Lane>();
  readonly #accounts = new Map<string, Amount>();
  #bytes = 0;

  /** @throws Problem NOT_READY when too much is waiting, or when `signal` aborts before its turn */
  async run<T>(
    streams: readonly string[],
    work: () => Promise<T>,
    waiting: Waiting = {},
  ): Promise<T> {
    const before = streams.flatMap(stream => this.#lanes.get(stream) ?? []);
    if (before.length > 0 && this.#isFull(before, waiting)) throw full();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const earlier = Promise.all(before.map(({ last }) => last));
    const lanes = streams.map(stream => this.#enter(stream, over));
    try {
      if (before.length > 0) await this.#turn(earlier, before, waiting);
      return await work();
    } finally {
      // Cancelled work keeps its place in the chain: later work waits for earlier work.
      void earlier.then(() => {
        resolve();
        for (const [at, stream] of streams.entries())
          if (lanes[at]!.last === over) this.#lanes.delete(stream);
      });
    }
  }

  #isFull(lanes: readonly Lane[], { bytes = 0, account }: Waiting): boolean {
    if (
      this.#bytes + bytes > MAX_TOTAL_BYTES ||
      lanes.some(
        lane => lane.waiting >= MAX_WAITING_COMMANDS || lane.bytes + bytes > MAX_WAITING_BYTES,
      )
    )
      return true;
    if (account === undefined) return false;
    const isOver = (amount: Amount | undefined): boolean =>
      amount !== undefined &&
      (amount.waiting >= MAX_ACCOUNT_COMMANDS || amount.bytes + bytes > MAX_ACCOUNT_BYTES);
    return (
      (this.#accounts.get(account)?.bytes ?? 0) + bytes > MAX_ACCOUNT_TOTAL_BYTES ||
      lanes.some(({ accounts }) => isOver(accounts?.get(account)))
    );
  }

  #enter(stream: string, over: Promise<void>): Lane {
    let lane = this.#lanes.get(stream);
    if (!lane)
      this.#lanes.set(stream, (lane = { last: over, waiting: 0, bytes: 0, accounts: undefined }));
    lane.last = over;
    return lane;
  }

  async #turn(
    earlier: Promise<unknown>,
    lanes: readonly Lane[],
    { signal, bytes = 0, account }: Waiting,
  ): Promise<void> {
    const add = (by: 1 | -1): void => {
      this.#bytes += by * bytes;
      if (account !== undefined) count(this.#accounts, account, by, by * bytes);
      for (const lane of lanes) {
        lane.waiting += by;
        lane.bytes += by * bytes;
        if (account !== undefined) count((lane.accounts ??= new Map()), account, by, by * bytes);
      }
    };
    add(1);
    const { promise: cancelled, reject } = Promise.withResolvers<never>();
    const cancel = (): void => reject(full());
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      if (signal?.aborted) cancel();
      await Promise.race([earlier, cancelled]);
    } finally {
      signal?.removeEventListener('abort', cancel);
      add(-1);
    }
  }
}
