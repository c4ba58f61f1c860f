import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { historyDocs, type IndexEntry } from '@hzm/projections/features/history/history';
import type { Engine } from '@hzm/services/core/engine';
import { letGo } from '@hzm/services/core/ports/memory';
import type { Condition, Path } from '@hzm/services/core/ports/read-model';
import { slice } from '@hzm/services/core/ports/slices';

/** Maximum entries read at once, a part of a slice. */
const PAGE_ENTRIES = 200;

/** A condition on the index. */
export type IndexCondition = Condition<Path<IndexEntry>>;

export const equals = (path: Path<IndexEntry>, value: string): IndexCondition => ({
  path,
  op: 'eq',
  value,
});

/** Returns the first matching entries, or with `last` the last ones; oldest first either way. */
export async function entriesOf(
  { model }: Pick<Engine, 'model'>,
  where: readonly IndexCondition[],
  limit: number,
  last = false,
): Promise<readonly IndexEntry[]> {
  const entries: IndexEntry[] = [];
  for (let cursor: string | undefined; entries.length < limit;) {
    const page = {
      limit: Math.min(PAGE_ENTRIES, limit - entries.length),
      ...(cursor !== undefined && { cursor }),
    };
    const { docs, nextCursor } = await model.find({
      collection: historyDocs,
      where,
      sort: { by: { path: 'position' }, descending: last },
      ...page,
    });
    entries.push(...docs);
    if (nextCursor === undefined) break;
    cursor = nextCursor;
    await slice();
  }
  return last ? entries.toReversed() : entries;
}

/** Yields all matching entries by pages, and yields to other requests between them. */
export async function* allEntriesOf(
  engine: Pick<Engine, 'model'>,
  where: readonly IndexCondition[],
): AsyncGenerator<readonly IndexEntry[]> {
  let behind: IndexCondition[] = [];
  for (;;) {
    const passed = letGo();
    const page = await entriesOf(engine, [...where, ...behind], PAGE_ENTRIES);
    if (page.length > 0) yield page;
    passed();
    if (page.length < PAGE_ENTRIES) return;
    behind = [{ path: 'position', op: 'gt', value: page.at(-1)!.position }];
    await slice();
  }
}

/** Events read from the log at once; each is stored in at most 1 MiB. */
const EVENTS_AT_ONCE = 32;
/** Bytes of JSON after which an opened batch ends, a part of a slice. */
const OPENED_TOGETHER_BYTES = 65_536;

/**
 * Yields the events of the entries in their order, opened a few at a time, damaged ones included.
 */
export async function* eventsAt(
  { store, codec }: Pick<Engine, 'store' | 'codec'>,
  entries: readonly IndexEntry[],
): AsyncGenerator<Event | DamagedEvent> {
  for (let from = 0; from < entries.length; from += EVENTS_AT_ONCE) {
    const some = entries.slice(from, from + EVENTS_AT_ONCE);
    const order = new Map(some.map(({ position }, i) => [position, i]));
    const stored = await Promise.all(
      spansOf(some).map(async ({ stream, first, last }) => {
        await slice();
        return store.readStream(stream, { from: first, limit: last - first + 1 });
      }),
    );
    for await (const { events } of codec.slices(
      stored.flat().toSorted((a, b) => order.get(a.position)! - order.get(b.position)!),
      OPENED_TOGETHER_BYTES,
    )) {
      await slice();
      // The index also knows the actor of a damaged event.
      for (const event of events)
        yield isDamaged(event)
          ? { ...event, meta: { actor: some[order.get(event.position)!]!.actor, ...event.meta } }
          : event;
    }
  }
}

interface Span {
  readonly stream: string;
  readonly first: number;
  last: number;
}

/** Groups consecutive revisions of a stream, to read them at once. */
function spansOf(entries: readonly IndexEntry[]): Span[] {
  const spans: Span[] = [];
  for (const { stream, revision } of entries.toSorted((a, b) => a.revision - b.revision)) {
    const span = spans.findLast(one => one.stream === stream);
    if (span?.last === revision - 1) span.last = revision;
    else spans.push({ stream, first: revision, last: revision });
  }
  return spans;
}
