import type { Position } from '@hzm/contracts/core/position';
import type { EventStore, StoredEvent } from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';

/** A log to which the line can be cut: reads fail and subscriptions end then. */
export class CuttableLog implements EventStore {
  readonly #log: EventStore;
  #line = new AbortController();

  constructor(log: EventStore) {
    this.#log = log;
  }

  cut(): void {
    this.#line.abort(new Unavailable('the line is cut'));
  }

  mend(): void {
    this.#line = new AbortController();
  }

  append: EventStore['append'] = (...asked) => this.#reached().append(...asked);
  readStream: EventStore['readStream'] = (...asked) => this.#ask(log => log.readStream(...asked));
  readAll: EventStore['readAll'] = asked => this.#ask(log => log.readAll(asked));
  head: EventStore['head'] = () => this.#ask(log => log.head());
  eventIdAt: EventStore['eventIdAt'] = position => this.#ask(log => log.eventIdAt(position));
  size: EventStore['size'] = () => this.#ask(log => log.size());
  identity: EventStore['identity'] = () => this.#ask(log => log.identity());
  close: EventStore['close'] = () => this.#log.close();

  async *subscribe(after: Position, signal: AbortSignal): AsyncGenerator<readonly StoredEvent[]> {
    const line = this.#line.signal;
    line.throwIfAborted();
    yield* this.#log.subscribe(after, AbortSignal.any([signal, line]));
    line.throwIfAborted();
  }

  async #ask<T>(question: (log: EventStore) => Promise<T>): Promise<T> {
    return question(this.#reached());
  }

  #reached(): EventStore {
    this.#line.signal.throwIfAborted();
    return this.#log;
  }
}
