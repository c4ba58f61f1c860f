import { newId } from '@hzm/contracts/core/ids';
import type { LaneStore } from '../ports/lane-store.ts';
import { pause } from './pause.ts';
import type { StreamQueue, Waiting } from './stream-queue.ts';

/** One piece of work at a time may concern it. `key` is an id, whose last digit is random. */
export interface Lane {
  readonly group: string;
  readonly key: string;
}

/** Longer than a command goes on, in milliseconds. */
const HELD_MS = 15_000;
/** Longest pause before a lane of another process is asked for again, in milliseconds. */
const PAUSE_MS = 20;

const nameOf = ({ group, key }: Lane): string => `${group}-${key}`;
/** One lane for all keys that end alike, so that work on thousands of keys takes sixteen at most. */
const sharedNameOf = ({ group, key }: Lane): string => `${group}-${key.slice(-1)}`;

/** Runs work alone in its lanes: within this process, and among all that share a store. */
export class Lanes {
  readonly #queue: StreamQueue;
  readonly #store: LaneStore | undefined;

  constructor(queue: StreamQueue, store: LaneStore | undefined) {
    this.#queue = queue;
    this.#store = store;
  }

  /** @throws Problem NOT_READY when too much is waiting, or when `signal` aborts before its turn */
  run<T>(lanes: readonly Lane[], work: () => Promise<T>, waiting: Waiting): Promise<T> {
    const store = this.#store;
    if (!store) return this.#queue.run(lanes.map(nameOf), work, waiting);
    // All take them in one order, so that no two wait for each other.
    const names = [...new Set(lanes.map(sharedNameOf))].toSorted();
    return this.#queue.run(names, () => alone(store, names, work, waiting.signal), waiting);
  }
}

async function alone<T>(
  store: LaneStore,
  lanes: readonly string[],
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const holder = newId();
  try {
    for (const lane of lanes)
      for (let attempt = 0; !(await store.take(lane, holder, HELD_MS)); attempt++)
        await pause(attempt, signal, PAUSE_MS);
    return await work();
  } finally {
    // A lane that cannot be given back ends by itself.
    await store.release(lanes, holder).catch(() => undefined);
  }
}
