import type { Position } from '@hzm/contracts/core/position';
import { LRUCache } from 'lru-cache';
import { FOLDED_BYTES, weigh } from '../ports/byte-budget.ts';
import type { StoredEvent } from '../ports/event-store.ts';
import type { Decider } from './decider.ts';
import type { Request } from './request.ts';
import { textHash } from './text-hash.ts';

/** The state folded from a stream's events up to `revision`, whose position is `position`. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number;
  readonly position: Position;
  /**
   * Hashes of the events' requests, to test whether a request is among them, with rare false
   * positives.
   */
  readonly requests: readonly number[];
}

/** Memory of a hash in bytes. */
const MARK_BYTES = 8;

/** Hashes a request's actor and id to 31 bits. */
const markOf = (actor: string, id: string): number => textHash(`${actor}\n${id}`) >>> 1;

/** Returns the hashes of the requests that made these events. */
export const requestsOf = (events: readonly Pick<StoredEvent, 'meta'>[]): number[] =>
  events.map(({ meta }) => markOf(meta['actor'] as string, meta['request'] as string));

/** Whether one of these hashes matches a request. */
export const mayHold = (
  requests: readonly number[],
  { actor, id }: Pick<Request, 'actor' | 'id'>,
): boolean => requests.includes(markOf(actor, id));

/** Minimum events since the last cached state; folding fewer is faster than weighing a state. */
const MIN_FOLDED_EVENTS = 32;

/**
 * Cached states of long streams, so that a command folds only new events. Streams only grow, so a
 * state never becomes wrong; its user continues from its revision. Evicts the least recently used
 * beyond the memory bound.
 */
export class StreamStates {
  readonly #kept: LRUCache<string, Folded<unknown>>;
  /** Numbers of deciders: those of one stream must not evict each other's states by turns. */
  readonly #deciders = new WeakMap<object, number>();
  #count = 0;

  constructor(bytes = FOLDED_BYTES) {
    this.#kept = new LRUCache<string, Folded<unknown>>({
      maxSize: bytes,
      maxEntrySize: bytes / 4,
      sizeCalculation: ({ state, requests }, key) =>
        weigh(state) + weigh(key) + requests.length * MARK_BYTES,
    });
  }

  find<State>(stream: string, decider: Decider<State>): Folded<State> | undefined {
    return this.#kept.get(this.#keyOf(stream, decider)) as Folded<State> | undefined;
  }

  /** @param folded number of events folded since the cached state */
  keep<State>(stream: string, decider: Decider<State>, state: Folded<State>, folded: number): void {
    if (folded >= MIN_FOLDED_EVENTS) this.#kept.set(this.#keyOf(stream, decider), state);
  }

  /** Evicts the states of a person or project whose key is destroyed. */
  forget(id: string): void {
    for (const key of this.#kept.keys()) if (key.endsWith(`-${id}`)) this.#kept.delete(key);
  }

  /** Returns a key that ends with the stream. */
  #keyOf(stream: string, decider: object): string {
    const number = this.#deciders.get(decider) ?? this.#count++;
    this.#deciders.set(decider, number);
    return `${number}:${stream}`;
  }
}
