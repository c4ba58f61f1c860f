import type { Position } from '@hzm/contracts/core/position';
import { LRUCache } from 'lru-cache';
import type { Decider } from './decider.ts';
import { FOLDED_BYTES, weigh } from './ports/byte-budget.ts';
import type { StoredEvent } from './ports/event-store.ts';
import type { Request } from './request.ts';

/** What the events of a stream up to `revision`, the one at `position`, make of it. */
export interface Folded<State> {
  readonly state: State;
  readonly revision: number;
  readonly position: Position;
  /**
   * A mark of each event's request: whether a request is among them, but for a rare mistake in its
   * favour.
   */
  readonly requests: readonly number[];
}

/** The bytes that a mark takes in memory. */
const MARK_BYTES = 8;

/** A number of 31 bits for a request's actor and id (FNV-1a). */
function markOf(actor: string, id: string): number {
  let hash = 0x811c9dc5;
  const text = `${actor}\n${id}`;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 1;
}

/** The marks of the requests that made these events. */
export const requestsOf = (events: readonly Pick<StoredEvent, 'meta'>[]): number[] =>
  events.map(({ meta }) => markOf(meta['actor'] as string, meta['request'] as string));

/** Whether one of these marks is a request's. */
export const mayHold = (
  requests: readonly number[],
  { actor, id }: Pick<Request, 'actor' | 'id'>,
): boolean => requests.includes(markOf(actor, id));

/**
 * A state is kept when so many events came since the last one that was: fewer are folded faster
 * than a state is weighed.
 */
const MIN_FOLDED_EVENTS = 32;

interface Kept extends Folded<unknown> {
  readonly decider: Decider<unknown>;
}

/**
 * States of long streams, so that a command folds what is new and not all there ever was. A stream
 * only grows, so a state is right for good; who uses it
 * goes on from its revision. In this process, as many as fit.
 */
export class StreamStates {
  readonly #kept: LRUCache<string, Kept>;

  constructor(bytes = FOLDED_BYTES) {
    this.#kept = new LRUCache<string, Kept>({
      maxSize: bytes,
      maxEntrySize: bytes / 4,
      sizeCalculation: ({ state, requests }, stream) =>
        weigh(state) + weigh(stream) + requests.length * MARK_BYTES,
    });
  }

  find<State>(stream: string, decider: Decider<State>): Folded<State> | undefined {
    const kept = this.#kept.get(stream);
    return kept?.decider === decider ? (kept as Folded<State>) : undefined;
  }

  /** @param folded how many events were folded since the state that is kept */
  keep<State>(stream: string, decider: Decider<State>, state: Folded<State>, folded: number): void {
    if (folded >= MIN_FOLDED_EVENTS)
      this.#kept.set(stream, { ...state, decider: decider as Decider<unknown> });
  }

  /** Of a person or project whose key is destroyed nothing stays in memory either. */
  forget(id: string): void {
    for (const stream of this.#kept.keys())
      if (stream.endsWith(`-${id}`)) this.#kept.delete(stream);
  }
}
