import type { DamagedEvent, Event } from '@hzm/contracts/core/event';
import type { Codec } from '../events/codec.ts';
import { READ_BYTES } from '../ports/byte-budget.ts';
import type { EventStore, StoredEvent } from '../ports/event-store.ts';
import { slice } from '../ports/slices.ts';

/** Events of a stream read in one turn. */
export const READ_TOGETHER = 256;

/** Reads a stream from a revision to its end; other requests get their turns in between. */
export async function wholeStream(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  from = 0,
): Promise<StoredEvent[]> {
  const whole: StoredEvent[] = [];
  for (let next = from; ;) {
    const read = await store.readStream(stream, { from: next, limit: READ_TOGETHER });
    for (const event of read) whole.push(event);
    if (read.length < READ_TOGETHER) return whole;
    next = read.at(-1)!.revision + 1;
    await slice();
  }
}

/**
 * Yields the events of a stream in order from a revision, read and opened a few at a time, damaged
 * ones included.
 */
export async function* eventsOfStream(
  { store, codec }: { readonly store: EventStore; readonly codec: Codec },
  stream: string,
  from = 0,
): AsyncGenerator<Event | DamagedEvent> {
  for (let next = from; ;) {
    const stored = await store.readStream(stream, {
      from: next,
      limit: READ_TOGETHER,
      bytes: READ_BYTES,
    });
    const last = stored.at(-1);
    if (!last) return;
    await slice();
    for await (const { events } of codec.slices(stored)) yield* events;
    next = last.revision + 1;
  }
}
