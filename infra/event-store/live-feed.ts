import type { Position } from '@hzm/contracts/core/position';
import { BUFFERED_BYTES } from '@hzm/services/core/ports/byte-budget';
import { isEnd, storedBytes, type StoredEvent } from '@hzm/services/core/ports/event-store';
import { MAX_BATCH_EVENTS, Reading } from './limits.ts';

/**
 * Bounds a subscriber's buffer, besides `BUFFERED_BYTES`; beyond it the subscriber reads from the
 * log again.
 */
const MAX_BUFFERED_EVENTS = 2_000;

interface Subscriber {
  buffer: StoredEvent[];
  bytes: number;
  live: boolean;
  wake: () => void;
}

/**
 * Passes committed events to subscribers that are up to date; the others read the log until they
 * are.
 */
export class LiveFeed {
  readonly #subscribers = new Set<Subscriber>();
  readonly #read: (after: Position, limit: number) => Promise<StoredEvent[]>;

  constructor(read: (after: Position, limit: number) => Promise<StoredEvent[]>) {
    this.#read = read;
  }

  /** Must be called with each commit, in order. */
  publish(events: readonly StoredEvent[]): void {
    const bytes = events.reduce((sum, event) => sum + storedBytes(event), 0);
    for (const subscriber of this.#subscribers) {
      if (
        subscriber.live &&
        subscriber.buffer.length < MAX_BUFFERED_EVENTS &&
        subscriber.bytes < BUFFERED_BYTES
      ) {
        subscriber.buffer.push(...events);
        subscriber.bytes += bytes;
      } else subscriber.live = false;
      subscriber.wake();
    }
  }

  /** Makes every subscriber read from the log, after a commit that could not be published. */
  skip(): void {
    for (const subscriber of this.#subscribers) {
      subscriber.live = false;
      subscriber.wake();
    }
  }

  /** Yields every event later than `after`, then each new one, until `signal` aborts. */
  async *subscribe(after: Position, signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    const subscriber: Subscriber = { buffer: [], bytes: 0, live: false, wake: () => undefined };
    const abort = () => subscriber.wake();
    signal.addEventListener('abort', abort);
    this.#subscribers.add(subscriber);
    try {
      for (let position = after; !signal.aborted;) {
        const { promise, resolve } = Promise.withResolvers<void>();
        subscriber.wake = resolve;
        if (!subscriber.live) {
          // Buffers commits from before the read on, so none falls between the read and the buffer.
          subscriber.buffer = [];
          subscriber.bytes = 0;
          subscriber.live = true;
          const batch = await this.#read(position, MAX_BATCH_EVENTS);
          if (!isEnd(batch, MAX_BATCH_EVENTS)) subscriber.live = false;
          if (batch.length > 0) {
            position = batch.at(-1)!.position;
            yield batch;
          }
          continue;
        }
        const batch = taken(subscriber).filter(event => event.position > position);
        if (batch.length > 0) {
          position = batch.at(-1)!.position;
          yield batch;
        } else if (subscriber.buffer.length === 0 && !signal.aborted) await promise;
      }
    } finally {
      this.#subscribers.delete(subscriber);
      signal.removeEventListener('abort', abort);
    }
  }
}

function taken(subscriber: Subscriber): StoredEvent[] {
  const batch = new Reading(MAX_BATCH_EVENTS);
  for (const event of subscriber.buffer) {
    if (batch.isFull) break;
    batch.take(event);
    subscriber.bytes -= storedBytes(event);
  }
  subscriber.buffer.splice(0, batch.events.length);
  return batch.events;
}
