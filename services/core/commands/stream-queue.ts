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

/** Work that waits for its streams or runs on them. */
interface Entry {
  readonly lanes: readonly Lane[];
  readonly account: string | undefined;
  /** Its place among others: an account that has much waiting comes later with each command. */
  readonly turn: number;
  readonly start: () => void;
}

interface Lane {
  readonly stream: string;
  running: Entry | undefined;
  /** In order of turns, and of arrival within one. */
  waiting: Entry[];
  bytes: number;
  /** The turn of the work that began last. */
  turn: number;
  /** Waiting commands per account, and the last turn of each. */
  accounts: Map<string, Amount & { readonly turn: number }>;
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

const full = (): Problem => new Problem('NOT_READY', { retryAfter: 1 });

/**
 * Runs work on a stream sequentially within this process: accounts take turns, and the work of one
 * goes in order of arrival. Work on several streams begins once it is the next on all of them. Every
 * stream goes by the same turns, so that no two pieces of work deadlock and none is passed for ever.
 */
export class StreamQueue {
  readonly #lanes = new Map<string, Lane>();
  /** Waiting bytes, in all and per account. */
  #bytes = 0;
  readonly #accounts = new Map<string, number>();

  /** @throws Problem NOT_READY when too much is waiting, or when `signal` aborts before its turn */
  async run<T>(
    streams: readonly string[],
    work: () => Promise<T>,
    waiting: Waiting = {},
  ): Promise<T> {
    const known = streams.flatMap(stream => this.#lanes.get(stream) ?? []);
    if (known.length > 0 && this.#isFull(known, waiting)) throw full();
    const lanes = [...new Set(streams)].map(stream => this.#lane(stream));
    const { promise, resolve } = Promise.withResolvers<void>();
    const entry: Entry = {
      lanes,
      account: waiting.account,
      turn: turnOf(lanes, waiting.account),
      start: resolve,
    };
    if (known.length === 0) this.#begin(entry);
    else await this.#turn(entry, promise, waiting);
    try {
      return await work();
    } finally {
      for (const lane of lanes) lane.running = undefined;
      this.#next(lanes);
    }
  }

  #isFull(lanes: readonly Lane[], { bytes = 0, account }: Waiting): boolean {
    if (
      this.#bytes + bytes > MAX_TOTAL_BYTES ||
      lanes.some(
        lane =>
          lane.waiting.length >= MAX_WAITING_COMMANDS || lane.bytes + bytes > MAX_WAITING_BYTES,
      )
    )
      return true;
    if (account === undefined) return false;
    const isOver = (amount: Amount | undefined): boolean =>
      amount !== undefined &&
      (amount.waiting >= MAX_ACCOUNT_COMMANDS || amount.bytes + bytes > MAX_ACCOUNT_BYTES);
    return (
      (this.#accounts.get(account) ?? 0) + bytes > MAX_ACCOUNT_TOTAL_BYTES ||
      lanes.some(({ accounts }) => isOver(accounts.get(account)))
    );
  }

  #lane(stream: string): Lane {
    const lane = this.#lanes.get(stream) ?? {
      stream,
      running: undefined,
      waiting: [],
      bytes: 0,
      turn: 0,
      accounts: new Map(),
    };
    this.#lanes.set(stream, lane);
    return lane;
  }

  async #turn(entry: Entry, started: Promise<void>, { signal, bytes = 0 }: Waiting): Promise<void> {
    const { promise: cancelled, reject } = Promise.withResolvers<never>();
    const cancel = (): void => reject(full());
    this.#count(entry, 1, bytes);
    for (const { waiting } of entry.lanes) insert(waiting, entry);
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      if (signal?.aborted) cancel();
      else this.#next(entry.lanes);
      await Promise.race([started, cancelled]);
    } catch (error) {
      // It may have been started in the turn in which it was cancelled.
      for (const lane of entry.lanes) {
        if (lane.running === entry) lane.running = undefined;
        lane.waiting = lane.waiting.filter(other => other !== entry);
      }
      this.#next(entry.lanes);
      throw error;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#count(entry, -1, bytes);
    }
  }

  /** Counts an entry as waiting, or with -1 as not waiting any more. */
  #count({ lanes, account, turn }: Entry, by: 1 | -1, bytes: number): void {
    this.#bytes += by * bytes;
    for (const lane of lanes) lane.bytes += by * bytes;
    if (account === undefined) return;
    const own = (this.#accounts.get(account) ?? 0) + by * bytes;
    if (own > 0) this.#accounts.set(account, own);
    else this.#accounts.delete(account);
    for (const { accounts } of lanes) {
      const before = accounts.get(account) ?? { waiting: 0, bytes: 0, turn: 0 };
      const after = { waiting: before.waiting + by, bytes: before.bytes + by * bytes };
      if (after.waiting > 0) accounts.set(account, { ...after, turn: Math.max(before.turn, turn) });
      else accounts.delete(account);
    }
  }

  #begin(entry: Entry): void {
    for (const lane of entry.lanes) {
      lane.running = entry;
      lane.turn = Math.max(lane.turn, entry.turn);
    }
    entry.start();
  }

  /** Begins the work that is next on these streams and all its others, and forgets idle streams. */
  #next(lanes: readonly Lane[]): void {
    for (const lane of lanes) {
      const [next] = lane.waiting;
      if (next?.lanes.every(({ running, waiting }) => !running && waiting[0] === next)) {
        for (const { waiting } of next.lanes) waiting.shift();
        this.#begin(next);
      }
      if (!lane.running && lane.waiting.length === 0) this.#lanes.delete(lane.stream);
    }
  }
}

/** Returns the turn of an account's next work: behind its last one, and behind what runs. */
const turnOf = (lanes: readonly Lane[], account: string | undefined): number =>
  1 +
  Math.max(
    ...lanes.map(({ turn, accounts }) =>
      Math.max(turn, (account === undefined ? undefined : accounts.get(account)?.turn) ?? 0),
    ),
  );

function insert(waiting: Entry[], entry: Entry): void {
  const at = waiting.findLastIndex(({ turn }) => turn <= entry.turn);
  waiting.splice(at + 1, 0, entry);
}
