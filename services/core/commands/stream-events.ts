import type { DamagedEvent, Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { opened, type Codec } from '../events/codec.ts';
import { MIB } from '../ports/byte-budget.ts';
import { NO_STREAM, sumOf, type EventStore, type StoredEvent } from '../ports/event-store.ts';
import { claimant, letGo } from '../ports/memory.ts';
import { slice } from '../ports/slices.ts';

/** Bounds of the events, and their bytes, of a stream that are read in one turn. */
export const READ_TOGETHER = 256;
const PART_BYTES = 2 * MIB;
/** Bounds of the bytes and events of a stream that one command holds. */
const MAX_HELD_BYTES = 2 * MIB;
const MAX_HELD_EVENTS = 4_096;
/**
 * Bytes above which a part counts for the reading account, twice, because memory holds two copies.
 */
const MIN_CLAIMED_BYTES = MIB / 4;

type Log = Pick<EventStore, 'readStream'>;

/** Consecutive events of a stream and their memory in bytes, so that nobody weighs them again. */
interface StreamPart {
  readonly events: readonly StoredEvent[];
  readonly bytes: number;
}

/**
 * Yields a stream from a revision to its end in parts; other requests get their turns in between.
 */
export async function* partsOfStream(
  store: Log,
  stream: string,
  from = 0,
): AsyncGenerator<StreamPart> {
  for (let next = from; ;) {
    const events = await store.readStream(stream, {
      from: next,
      limit: READ_TOGETHER,
      bytes: PART_BYTES,
    });
    const last = events.at(-1);
    const bytes = sumOf(events);
    const passed = letGo();
    if (bytes > MIN_CLAIMED_BYTES) claimant()?.claim(2 * bytes);
    if (last) yield { events, bytes };
    passed();
    if (!last || (events.length < READ_TOGETHER && bytes < PART_BYTES)) return;
    next = last.revision + 1;
    await slice();
  }
}

/** The events of a stream from a revision on. */
export interface History {
  /** All events; of a long stream, only the selected ones, since all may exceed the memory. */
  readonly events: readonly StoredEvent[];
  readonly last: Pick<StoredEvent, 'revision' | 'position'> | undefined;
  /** The revision from which a long stream is read again; absent if `events` are complete. */
  readonly from?: number;
}

/** Reads a stream from a revision to its end. @param isAsked selects the events of a long stream */
export async function historyOf(
  store: Log,
  stream: string,
  from: number,
  isAsked: (event: StoredEvent) => boolean,
): Promise<History> {
  let events: StoredEvent[] = [];
  let [bytes, isLong] = [0, false];
  let last: History['last'];
  for await (const part of partsOfStream(store, stream, from)) {
    bytes += part.bytes;
    if (!isLong && (bytes > MAX_HELD_BYTES || events.length > MAX_HELD_EVENTS)) {
      isLong = true;
      events = events.filter(isAsked);
    }
    for (const event of part.events) if (!isLong || isAsked(event)) events.push(event);
    const { revision, position } = part.events.at(-1)!;
    last = { revision, position };
  }
  return { events, last, ...(isLong && { from }) };
}

interface Later {
  readonly after: Position;
  /** Whether the event before them is yielded, too. */
  readonly withBefore: boolean;
  /** The last revision; default: the end of the stream. */
  readonly until?: number | undefined;
}

/** Yields the events of a history that are later than a position, in parts. */
export async function* laterParts(
  store: Log,
  stream: string,
  { events, last, from }: History,
  { after, withBefore, until = Infinity }: Later,
): AsyncGenerator<readonly StoredEvent[]> {
  const end = Math.min(until, last?.revision ?? NO_STREAM);
  let before: StoredEvent | undefined;
  const parts = from === undefined ? [{ events }] : partsOfStream(store, stream, from);
  for await (const part of parts) {
    const wanted = part.events.filter(({ revision }) => revision <= end);
    const at = wanted.findIndex(({ position }) => position > after);
    if (at < 0) before = wanted.at(-1) ?? before;
    else {
      const first = wanted[at - 1] ?? before;
      const later = wanted.slice(at);
      yield withBefore && first ? [first, ...later] : later;
      before = undefined;
    }
    if (wanted.length < part.events.length) break;
  }
  if (withBefore && before) yield [before];
}

interface Sources {
  readonly store: Log;
  readonly codec: Codec;
}

/**
 * Yields the events of a stream in order from a revision, read and opened a few at a time, damaged
 * ones included.
 */
export async function* eventsOfStream(
  { store, codec }: Sources,
  stream: string,
  from = 0,
): AsyncGenerator<Event | DamagedEvent> {
  for await (const part of partsOfStream(store, stream, from))
    for await (const { events } of codec.slices(part.events, PART_BYTES)) yield* events;
}

/** Opens stored events that are all required, a few at a time. @throws Problem EVENT_DAMAGED */
export async function* openedParts(
  codec: Codec,
  stored: readonly StoredEvent[],
): AsyncGenerator<readonly Event[]> {
  for await (const { events } of codec.slices(stored, PART_BYTES)) yield events.map(opened);
}
