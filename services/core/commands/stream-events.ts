import type { DamagedEvent, Event } from '@hzm/contracts/core/event';
import { opened, type Codec } from '../events/codec.ts';
import { MIB } from '../ports/byte-budget.ts';
import { isEnd, sumOf, type EventStore, type StoredEvent } from '../ports/event-store.ts';
import { claimant, letGo } from '../ports/memory.ts';
import { slice } from '../ports/slices.ts';

/** Bounds of the part of a stream that is read in one turn. */
export const READ_TOGETHER = 256;
const PART_BYTES = 2 * MIB;
/** Maximum bytes of a stream's events that one command holds. */
const MAX_HELD_BYTES = 2 * MIB;
/** Parts beyond these bytes count for the account that has them read: they are in memory twice. */
const MIN_CLAIMED_BYTES = MIB / 4;

type Log = Pick<EventStore, 'readStream'>;

/** Yields a stream from a revision to its end in parts; other requests get their turns in between. */
export async function* partsOfStream(
  store: Log,
  stream: string,
  from = 0,
): AsyncGenerator<readonly StoredEvent[]> {
  for (let next = from; ;) {
    const part = await store.readStream(stream, {
      from: next,
      limit: READ_TOGETHER,
      bytes: PART_BYTES,
    });
    const last = part.at(-1);
    const bytes = sumOf(part);
    const passed = letGo();
    if (bytes > MIN_CLAIMED_BYTES) claimant()?.claim(2 * bytes);
    if (last) yield part;
    passed();
    if (!last || isEnd(part, READ_TOGETHER, PART_BYTES)) return;
    next = last.revision + 1;
    await slice();
  }
}

/** The events of a stream from a revision on. */
export interface History {
  /** In a long stream without what they sealed, which may be more than the memory takes. */
  readonly events: readonly StoredEvent[];
  /** Whether the events have what they sealed. */
  readonly isOpenable: boolean;
}

const unsealed = ({ data, ...event }: StoredEvent): StoredEvent => {
  const { $sealed: _, ...open } = data;
  return { ...event, data: open };
};

/** Reads a stream from a revision to its end. */
export async function historyOf(store: Log, stream: string, from = 0): Promise<History> {
  let events: StoredEvent[] = [];
  let [bytes, isOpenable] = [0, true];
  for await (const part of partsOfStream(store, stream, from)) {
    bytes += sumOf(part);
    if (isOpenable && bytes > MAX_HELD_BYTES) {
      isOpenable = false;
      events = events.map(unsealed);
    }
    for (const event of part) events.push(isOpenable ? event : unsealed(event));
  }
  return { events, isOpenable };
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
    for await (const { events } of codec.slices(part, PART_BYTES)) yield* events;
}

/**
 * Yields the events of a history that are all required, opened a few at a time; those without what
 * they sealed are read again.
 * @throws Problem EVENT_DAMAGED
 */
export async function* openedParts(
  { store, codec }: Sources,
  stream: string,
  { events, isOpenable }: History,
): AsyncGenerator<readonly Event[]> {
  const [first, last] = [events[0], events.at(-1)];
  if (!first || !last) return;
  const parts = isOpenable ? [events] : partsOfStream(store, stream, first.revision);
  for await (const part of parts) {
    const wanted = part.filter(({ revision }) => revision <= last.revision);
    for await (const { events: some } of codec.slices(wanted, PART_BYTES)) yield some.map(opened);
    if (wanted.length < part.length) return;
  }
}
