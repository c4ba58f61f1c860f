import { Problem } from '@hzm/contracts/core/problem';

/** What waits: `signal` ends its waiting, `bytes` is about what it holds in memory meanwhile. */
export interface Waiting {
  readonly signal?: AbortSignal | undefined;
  readonly bytes?: number | undefined;
}

interface Lane {
  /** Resolves when everything that has been queued on the stream so far is over. */
  last: Promise<void>;
  waiting: number;
  bytes: number;
}

/** On one stream. */
const MAX_WAITING_COMMANDS = 1_000;
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** On all streams together. */
const MAX_TOTAL_BYTES = 64 * 1024 * 1024;

const full = (): Problem => new Problem('NOT_READY', { retryAfter: 1 });

/**
 * Runs work on the same stream one after another, in the order in which it came, within this process. Work that names several streams waits for
 * all of them and is queued on all of them at once, so no two pieces of work ever wait for each other.
 */
export class StreamQueue {
  readonly #lanes = new Map<string, Lane>();
  #bytes = 0;

  /** @throws Problem NOT_READY when too much waits already, or when `signal` aborts before its turn */
  async run<T>(streams: readonly string[], work: () => Promise<T>, { signal, bytes = 0 }: Waiting = {}): Promise<T> {
    const before = streams.flatMap(stream => this.#lanes.get(stream) ?? []);
    if (before.some(lane => lane.waiting >= MAX_WAITING_COMMANDS || lane.bytes + bytes > MAX_WAITING_BYTES) || (before.length > 0 && this.#bytes + bytes > MAX_TOTAL_BYTES)) throw full();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const earlier = Promise.all(before.map(({ last }) => last));
    const lanes = streams.map(stream => this.#enter(stream, over));
    try {
      if (before.length > 0) await this.#turn(earlier, before, bytes, signal);
      return await work();
    } finally {
      // What gave up still keeps its place: those behind it wait for those before it.
      void earlier.then(() => {
        resolve();
        for (const [at, stream] of streams.entries()) if (lanes[at]!.last === over) this.#lanes.delete(stream);
      });
    }
  }

  #enter(stream: string, over: Promise<void>): Lane {
    let lane = this.#lanes.get(stream);
    if (!lane) this.#lanes.set(stream, (lane = { last: over, waiting: 0, bytes: 0 }));
    lane.last = over;
    return lane;
  }

  async #turn(earlier: Promise<unknown>, lanes: readonly Lane[], bytes: number, signal: AbortSignal | undefined): Promise<void> {
    const count = (by: 1 | -1): void => {
      this.#bytes += by * bytes;
      for (const lane of lanes) {
        lane.waiting += by;
        lane.bytes += by * bytes;
      }
    };
    count(1);
    const { promise: cancelled, reject } = Promise.withResolvers<never>();
    const cancel = (): void => reject(full());
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      if (signal?.aborted) cancel();
      await Promise.race([earlier, cancelled]);
    } finally {
      signal?.removeEventListener('abort', cancel);
      count(-1);
    }
  }
}
