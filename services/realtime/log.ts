import { isIntact } from '@hzm/contracts/core/event';
import { laterOf, type Position } from '@hzm/contracts/core/position';
import { projections } from '@hzm/projections/registry';
import type { Engine } from '@hzm/services/core/engine';
import { storedBytes, type StoredEvent } from '@hzm/services/core/ports/event-store';
import { entryOf } from './buffered-event.ts';
import type { BufferedEvent } from './replay-buffer.ts';

/** Maximum read back for a reconnecting client; the bytes bound both stored and opened events. */
const MAX_READ = { events: 5_000, bytes: 16 * 1024 * 1024 };
/** Maximum memory in bytes of what is read back: as it is stored, and opened. */
export const MAX_READ_MEMORY = 2 * MAX_READ.bytes;
const PAGE_EVENTS = 250;

/** Reads events later than `after`, up to `until`; undefined if they are too many. */
export async function readBack(
  { store, codec }: Engine,
  after: Position,
  until: Position,
): Promise<BufferedEvent[] | undefined> {
  const found: StoredEvent[] = [];
  let bytes = 0;
  for (let from = after; from < until;) {
    const chunk = (await store.readAll({ after: from, limit: PAGE_EVENTS })).filter(
      ({ position }) => position <= until,
    );
    found.push(...chunk);
    bytes += chunk.reduce((sum, event) => sum + storedBytes(event), 0);
    if (found.length > MAX_READ.events || bytes > MAX_READ.bytes) return undefined;
    from = laterOf(from, chunk.at(-1)?.position ?? until);
  }
  const entries: BufferedEvent[] = [];
  let opened = 0;
  for await (const { events, bytes: size } of codec.slices(found)) {
    opened += size;
    if (opened > MAX_READ.bytes) return undefined;
    // Damaged events are not published; administrators see them in the status.
    entries.push(
      ...events
        .filter(isIntact)
        .map(event =>
          entryOf(
            event,
            projections.flatMap(p => p.changesOf(event)),
          ),
        )
        .filter(({ keys }) => keys.length > 0),
    );
  }
  return entries;
}
