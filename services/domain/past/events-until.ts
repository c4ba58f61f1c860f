import type { DamagedEvent, Event } from '@hzm/contracts/core/event';
import { isPosition } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { valuesConverted } from '@hzm/contracts/features/tables/events';
import type { Engine, Scope } from '@hzm/services/core/engine';
import { opened } from '@hzm/services/core/events/codec';
import { MAX_REPLAYED_BYTES, weigh } from '@hzm/services/core/ports/byte-budget';
import { allEntriesOf, equals, eventsAt, type IndexCondition } from './log-index.ts';
import { isAbout, ownEventsByStream } from './own-events.ts';

type Sources = Pick<Engine, 'store' | 'codec' | 'model'>;

/** Maximum events for one past state. */
const MAX_EVENTS = 200_000;
/** Maximum events and approximate bytes folded at once, a part of a slice. */
const BATCH_EVENTS = 64;
const BATCH_BYTES = 65_536;

const tooLarge = (): Problem => new Problem('PAYLOAD_TOO_LARGE', { text: 'as-of-too-large' });

/**
 * Yields the events that made the scope what it was at a position (inclusive) or an ISO time, in
 * order, a few at a time.
 * @throws Problem PAYLOAD_TOO_LARGE, EVENT_DAMAGED
 */
export async function* eventsUntil(
  sources: Sources,
  scope: Scope,
  asOf: string,
): AsyncGenerator<readonly Event[]> {
  const own = await ownEventsByStream(sources, scope.projectId, scope.stream);
  let batch: Event[] = [];
  let [count, bytes, all] = [0, 0, 0];
  for await (const event of merged([...own, ofRows(sources, scope, asOf)])) {
    if (isLater(event, asOf)) break;
    const weight = weigh(event.data);
    bytes += weight;
    all += weight;
    if (++count > MAX_EVENTS || all > MAX_REPLAYED_BYTES) throw tooLarge();
    batch.push(opened(event));
    if (batch.length < BATCH_EVENTS && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Yields the events of the rows in scope, in order. */
async function* ofRows(
  sources: Sources,
  { projectId, tableId, rowId }: Scope,
  asOf: string,
): AsyncGenerator<Event | DamagedEvent> {
  const subject =
    rowId === undefined ? tableId && equals('tableId', tableId) : equals('rowId', rowId);
  if (!subject) return;
  const until: IndexCondition[] = isPosition(asOf)
    ? [{ path: 'position', op: 'lte', value: asOf }]
    : [];
  for await (const entries of allEntriesOf(sources, [subject, ...until])) {
    // The changed type of the field says it all: read models in memory convert at once.
    const others = entries.filter(({ type }) => type !== valuesConverted.type);
    for await (const event of eventsAt(sources, others)) if (isAbout(event, projectId)) yield event;
  }
}

/** Merges streams by position; an event in several of them comes once. */
async function* merged(
  streams: readonly AsyncGenerator<Event | DamagedEvent>[],
): AsyncGenerator<Event | DamagedEvent> {
  const heads = new Map<AsyncGenerator<Event | DamagedEvent>, Event | DamagedEvent>();
  const advance = async (stream: AsyncGenerator<Event | DamagedEvent>): Promise<void> => {
    const { value, done } = await stream.next();
    if (done) heads.delete(stream);
    else heads.set(stream, value);
  };
  for (const stream of streams) await advance(stream);
  let last: Event | DamagedEvent | undefined;
  while (heads.size > 0) {
    const [stream, event] = [...heads].reduce((one, other) =>
      other[1].position < one[1].position ? other : one,
    );
    if (event.position !== last?.position) yield event;
    last = event;
    await advance(stream);
  }
}

/** Whether an event is later; a damaged event without a time counts as earlier. */
const isLater = (event: Event | DamagedEvent, asOf: string): boolean =>
  isPosition(asOf) ? event.position > asOf : Date.parse(event.meta.at ?? '') > Date.parse(asOf);
