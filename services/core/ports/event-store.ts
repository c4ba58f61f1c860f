import type { JsonObject } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { jsonBytes, READ_BYTES, weigh } from './byte-budget.ts';
import { Unavailable } from './unavailable.ts';

/** Events of one append, so that it never floods a subscriber. */
export const MAX_APPEND_EVENTS = 1_000;

/** A fact to be appended. `id` is derived from the request, so appending it again is recognised. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly meta: JsonObject;
}

/** A fact in the log. `revision` counts from 0 in its stream; `position` orders all streams. */
export interface StoredEvent extends NewEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  /** What the store keeps of it is no JSON: `data` and `meta` are empty. */
  readonly isUnreadable?: true;
}

/** The revision of a stream that has no events. */
export const NO_STREAM = -1;

export interface Appended {
  /** Revision of the last event appended. */
  readonly revision: number;
  /** Position of the last event appended. */
  readonly position: Position;
}

/** The stream is not at the revision the caller expected; nothing was written. */
export class WrongRevision extends Error {
  override readonly name = 'WrongRevision';
  readonly actual: number;
  constructor(expected: number, actual: number) {
    super(`the stream is at revision ${actual}, not ${expected}`);
    this.actual = actual;
  }
}

/** The log cannot be read from there: no event stands at that position. */
export class UnknownPosition extends Error {
  override readonly name = 'UnknownPosition';
  readonly position: Position;
  constructor(position: Position) {
    super(`the log has no event at ${position}`);
    this.position = position;
  }
}

/**
 * The store ended a subscription that was too slow. An ordinary event: subscribing again misses
 * nothing.
 */
export class SubscriptionDropped extends Unavailable {}

/** The outcome of the append is unknown. Retry with the same ids and the same expected revision. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

/**
 * The sealed part of an event that `EventStore.empty` has emptied; no base64. Stores of 0.3.0 left
 * an
 * empty text there.
 */
export const EMPTIED = '-';

/** Whether the sealed part of an event was taken out, by this version or by 0.3.0. */
export const isEmptied = (sealed: unknown): boolean => sealed === EMPTIED || sealed === '';

/** Roughly the memory that an event holds as the log keeps it, in bytes. */
export const storedBytes = ({ data }: Pick<NewEvent, 'data'>): number => weigh(data);

/** Bytes of an event beside its data: place, id, metadata, index. */
const PLACE_BYTES = 100;
const ID_BYTES = 17;
const ID_LENGTH = 36;

/** Size of a text in the log, where an id takes its bytes and base64 the bytes it stands for. */
const textBytes = (name: string, text: string): number =>
  name === '$sealed'
    ? Math.ceil((text.length * 3) / 4)
    : text.length === ID_LENGTH
      ? ID_BYTES
      : Buffer.byteLength(text);

/**
 * Size of an event in the log, in bytes, sealed as it is. It depends on the event alone, so that
 * every store counts alike.
 */
export function loggedBytes({ data }: Pick<NewEvent, 'data'>): number {
  let bytes = PLACE_BYTES;
  for (const [name, value] of Object.entries(data))
    bytes += typeof value === 'string' ? textBytes(name, value) : jsonBytes(value);
  return bytes;
}

const sumOf = (events: readonly StoredEvent[]): number =>
  events.reduce((sum, event) => sum + storedBytes(event), 0);

/**
 * Whether a reading of all streams went to the end of the log: it was cut by neither count nor
 * bytes.
 */
export const isEnd = (read: readonly StoredEvent[], limit: number): boolean =>
  read.length < limit && sumOf(read) < READ_BYTES;

/**
 * The log: the only truth of the product. Every adapter passes `tests/contracts/event-store.ts`.
 *
 * Events of one append are contiguous, all or nothing, and durable before the promise resolves.
 */
export interface EventStore {
  /**
   * Appends to one stream when its last revision is `expected` (`NO_STREAM` when it has none).
   * The same event ids with the same `expected` again: the first outcome, and nothing is written.
   * At least one event, at most `MAX_APPEND_EVENTS`, at most 1 MiB of data.
   * @throws WrongRevision, OutcomeUnknown, Unavailable
   */
  append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended>;

  /**
   * Events of one stream from revision `from` (default 0) in order, at most `limit` (default all),
   * and no more behind the one with which they weigh `bytes`
   * (default: no bound; `storedBytes`). A stream without events: [].
   */
  readStream(
    stream: string,
    options?: { from?: number; limit?: number; bytes?: number },
  ): Promise<StoredEvent[]>;

  /**
   * Events of all streams later than `after`, in order, at most `limit`, and no more behind the one
   * with which they weigh `READ_BYTES`. `isEnd` tells whether there are more. @throws
   * UnknownPosition from a store that reads only from an event's position
   */
  readAll(options: { after: Position; limit: number }): Promise<StoredEvent[]>;

  /** Position of the newest event; `START` when there is none. */
  head(): Promise<Position>;

  /** The id of the event at a position; undefined when this log has none there. */
  eventIdAt(position: Position): Promise<string | undefined>;

  /**
   * Everything later than `after`, then everything new, in bounded batches (at most 500 events, and
   * none behind the one with which they weigh `READ_BYTES`), each event once and in order.
   * The next batch is asked for when the last is handled. Ends when `signal` aborts; may end or
   * throw at any other
   * time, which only means: subscribe again from the last handled position.
   */
  subscribe(after: Position, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]>;

  /** How much the log holds, in bytes, about. */
  size(): Promise<number>;

  /**
   * Takes the sealed bytes out of the events of these scopes, whose keys are destroyed, in its own
   * time. Places, ids, types, metadata and open members stay, so that every event is
   * read as it was: erased. Ends early when `signal` aborts; harmless when repeated. Absent: the
   * store cannot change what it holds.
   */
  empty?(scopes: readonly string[], signal: AbortSignal): Promise<void>;

  /**
   * Identity of this log; a position is only valid in the log that gave it. Stable across restarts.
   */
  identity(): Promise<string>;

  /** Waits for work in flight, then releases everything. */
  close(): Promise<void>;
}
