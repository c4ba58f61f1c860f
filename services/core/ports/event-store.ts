import type { JsonObject } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { jsonBytes, READ_BYTES, weigh } from './byte-budget.ts';
import { Unavailable } from './unavailable.ts';

/** Maximum events of one append, so that it never floods a subscriber. */
export const MAX_APPEND_EVENTS = 1_000;

/** An event to append. `id` derives from the request, so that a repeated append is recognised. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly meta: JsonObject;
}

/** An event in the log. `revision` counts from 0 in its stream; `position` orders all streams. */
export interface StoredEvent extends NewEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  /** Whether the stored event is no JSON; `data` and `meta` are then empty. */
  readonly isUnreadable?: true;
}

/** The revision of a stream without events. */
export const NO_STREAM = -1;

export interface Appended {
  /** Revision of the last event appended. */
  readonly revision: number;
  /** Position of the last event appended. */
  readonly position: Position;
}

/** The stream is not at the expected revision; nothing was written. */
export class WrongRevision extends Error {
  override readonly name = 'WrongRevision';
  readonly actual: number;
  constructor(expected: number, actual: number) {
    super(`the stream is at revision ${actual}, not ${expected}`);
    this.actual = actual;
  }
}

/** The log cannot be read from a position without an event. */
export class UnknownPosition extends Error {
  override readonly name = 'UnknownPosition';
  readonly position: Position;
  constructor(position: Position) {
    super(`the log has no event at ${position}`);
    this.position = position;
  }
}

/**
 * The store ended a subscription that was too slow. Not an error: a new subscription misses
 * nothing.
 */
export class SubscriptionDropped extends Unavailable {}

/** The outcome of the append is unknown. Retry with the same ids and the same expected revision. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/**
 * The sealed part of an event emptied by `EventStore.empty`; no base64. Stores of 0.3.0 left an
 * empty text there.
 */
export const EMPTIED = '-';

/** Whether the sealed part of an event was emptied, by this version or by 0.3.0. */
export const isEmptied = (sealed: unknown): boolean => sealed === EMPTIED || sealed === '';

/** Returns the approximate memory of a stored event in bytes. */
export const storedBytes = ({ data }: Pick<NewEvent, 'data'>): number => weigh(data);

/** Bytes of an event besides its data: position, id, metadata, index. */
const PLACE_BYTES = 100;
const ID_BYTES = 17;
const ID_LENGTH = 36;

/**
 * Returns the size of a text in the log, where an id takes its binary size and base64 the decoded
 * size.
 */
const textBytes = (name: string, text: string): number =>
  name === '$sealed'
    ? Math.ceil((text.length * 3) / 4)
    : text.length === ID_LENGTH
      ? ID_BYTES
      : Buffer.byteLength(text);

/**
 * Returns the size of a sealed event in the log, in bytes. Depends on the event alone, so that all
 * stores count alike.
 */
export function loggedBytes({ data }: Pick<NewEvent, 'data'>): number {
  let bytes = PLACE_BYTES;
  for (const [name, value] of Object.entries(data))
    bytes += typeof value === 'string' ? textBytes(name, value) : jsonBytes(value);
  return bytes;
}

/** Returns the approximate memory of stored events in bytes. */
export const sumOf = (events: readonly StoredEvent[]): number =>
  events.reduce((sum, event) => sum + storedBytes(event), 0);

/** Whether a read of all streams reached the end of the log, cut by neither count nor bytes. */
export const isEnd = (read: readonly StoredEvent[], limit: number): boolean =>
  read.length < limit && sumOf(read) < READ_BYTES;

/**
 * The log, the only source of truth. Every adapter passes `tests/contracts/event-store.ts`. Events
 * of one append are contiguous, all or nothing, and durable when the promise resolves.
 */
export interface EventStore {
  /**
   * Appends 1 to `MAX_APPEND_EVENTS` events (at most 1 MiB of data) if the stream's last revision
   * is `expected`, `NO_STREAM` if empty. Repeating ids and `expected` returns the first outcome.
   * @throws WrongRevision, OutcomeUnknown, Unavailable
   */
  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended>;

  /**
   * Reads a stream in order from revision `from` (default 0): at most `limit` events (default all),
   * ending with the event that reaches `bytes` by `storedBytes` (default unbounded).
   */
  readStream(
    stream: string,
    options?: { from?: number; limit?: number; bytes?: number },
  ): Promise<StoredEvent[]>;

  /**
   * Reads all streams in order after a position: at most `limit` events, ending with the event that
   * reaches `READ_BYTES`. `isEnd` tells whether there are more.
   * @throws UnknownPosition from a store that reads only from an event's position
   */
  readAll(options: { after: Position; limit: number }): Promise<StoredEvent[]>;

  /** Returns the position of the newest event; `START` for an empty log. */
  head(): Promise<Position>;

  /** Returns the id of the event at a position; undefined if there is none. */
  eventIdAt(position: Position): Promise<string | undefined>;

  /**
   * Yields all events after a position, then new ones, each once and in order, in batches of at
   * most 500 events that end with the one that reaches `READ_BYTES`. Pulls a batch when the last is
   * handled. May end or throw at any time: subscribe again from the last handled position.
   */
  subscribe(after: Position, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]>;

  /** Returns the approximate size of the log in bytes. */
  size(): Promise<number>;

  /**
   * Removes sealed bytes from events of these scopes, whose keys are destroyed; all else stays.
   * Stops early when `signal` aborts; idempotent. Absent if the store is immutable.
   */
  empty?(scopes: readonly string[], signal: AbortSignal): Promise<void>;

  /**
   * Returns the identity of this log, stable across restarts. Positions are valid in this log only.
   */
  identity(): Promise<string>;

  /** Waits for work in flight, then releases all resources. */
  close(): Promise<void>;
}
