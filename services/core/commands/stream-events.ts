import type { DamagedEvent, Event } from '@hzm/contracts/core/event';
import type { Codec } from '../events/codec.ts';
import { READ_BYTES } from '../ports/byte-budget.ts';
import type { EventStore } from '../ports/event-store.ts';

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
    const stored = await store.readStream(stream, { from: next, bytes: READ_BYTES });
    const last = stored.at(-1);
    if (!last) return;
    for await (const { events } of codec.slices(stored)) yield* events;
    next = last.revision + 1;
  }
}
