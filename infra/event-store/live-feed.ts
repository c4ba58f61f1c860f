import type { Position } from '@hzm/contracts/core/position';
import type { StoredEvent } from '@hzm/services/core/ports/event-store';

const BATCH = 500;
/** A subscriber that lets more than this pile up reads from the log again instead. */
const PILE = 2_000;

interface Subscriber {
  pile: StoredEvent[];
  live: boolean;
  wake: () => void;
}

/** Hands what was just committed to those who are up to date; the others read the log until they are. */
export class LiveFeed {
  readonly #subscribers = new Set<Subscriber>();
  readonly #read: (after: Position, limit: number) => Promise<StoredEvent[]>;

  constructor(read: (after: Position, limit: number) => Promise<StoredEvent[]>) {
    this.#read = read;
  }

  /** Called with each commit, in order. */
  publish(events: readonly StoredEvent[]): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.live && subscriber.pile.length < PILE) subscriber.pile.push(...events);
      else subscriber.live = false;
      subscriber.wake();
    }
  }

  /** Everything later than `after`, then everything new, until `signal` aborts. */
  async *subscribe(after: Position, signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    const subscriber: Subscriber = { pile: [], live: false, wake: () => undefined };
    const abort = () => subscriber.wake();
    signal.addEventListener('abort', abort);
    this.#subscribers.add(subscriber);
    try {
      for (let position = after; !signal.aborted; ) {
        const { promise, resolve } = Promise.withResolvers<void>();
        subscriber.wake = resolve;
        if (!subscriber.live) {
          // From here on commits pile up, so nothing falls between what is read and what is handed over.
          subscriber.pile = [];
          subscriber.live = true;
          const batch = await this.#read(position, BATCH);
          if (batch.length === BATCH) subscriber.live = false;
          if (batch.length > 0) {
            position = batch.at(-1)!.position;
            yield batch;
          }
          continue;
        }
        const batch = subscriber.pile.splice(0, BATCH).filter(event => event.position > position);
        if (batch.length > 0) {
          position = batch.at(-1)!.position;
          yield batch;
        } else if (subscriber.pile.length === 0 && !signal.aborted) await promise;
      }
    } finally {
      this.#subscribers.delete(subscriber);
      signal.removeEventListener('abort', abort);
    }
  }
}
