import type { Event } from '@hzm/contracts/core/event';
import type { Json } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { rowAdded, rowChanged, rowRemoved, rowsAdded, rowsChanged, rowsRemoved } from '@hzm/contracts/features/rows/events';
import type { Side } from '@hzm/services/core/command-loop';
import type { Engine } from '@hzm/services/core/engine';
import { allEntriesOf, equals, eventsAt } from '@hzm/services/core/log-index';
import { row, type OfRow, type RowState } from './row.ts';

const singleOf: ReadonlyMap<string, string> = new Map([[rowsAdded.type, rowAdded.type], [rowsChanged.type, rowChanged.type], [rowsRemoved.type, rowRemoved.type]]);

type Said = Pick<Event, 'type' | 'data'> & Partial<Event>;
interface Part {
  readonly id: string;
  readonly values?: Json;
  readonly before?: Json;
}

const single = <E extends Said>(event: E, { id, values, before }: Part): E => {
  const { rows: _, ...data } = event.data;
  return { ...event, type: singleOf.get(event.type)!, data: { ...data, rowId: id, ...(values !== undefined && { values }), ...(before !== undefined && { before }) } };
};

/** An event about many rows as events about each of them, by row; empty for any other. */
export const partsOf = <E extends Said>(event: E): Map<string, E> =>
  new Map(!singleOf.has(event.type) || event.erased ? [] : (event.data['rows'] as unknown as Part[]).map(part => [part.id, single(event, part)]));

/** An event about many rows as the event about one of them; any other as it is. */
export function partOf(event: Event, rowId: string): Event {
  if (!singleOf.has(event.type) || event.erased) return event;
  return single(event, (event.data['rows'] as unknown as Part[]).find(({ id }) => id === rowId) ?? { id: rowId });
}

/** Everything that happened to one row, oldest first, also together with others. */
export async function eventsOfRow(engine: Pick<Engine, 'store' | 'codec' | 'model'>, { tableId, rowId }: Pick<OfRow, 'tableId' | 'rowId'>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const entries of allEntriesOf(engine, [equals('rowId', rowId)])) events.push(...(await eventsAt(engine, entries)));
  return events.filter(event => event.data['tableId'] === tableId).map(event => partOf(event, rowId));
}

/** A row as it was right after or before that event. */
export async function rowAt(engine: Pick<Engine, 'store' | 'codec' | 'model'>, of: Pick<OfRow, 'tableId' | 'rowId'>, position: Position, side: Side = 'after'): Promise<RowState> {
  return (await eventsOfRow(engine, of)).filter(event => event.position < position || (side === 'after' && event.position === position)).reduce(row.evolve, row.initial);
}

export interface Version {
  readonly event: Event;
  readonly state: RowState & { kind: 'kept' | 'removed' };
}

/** What became of a row with each event that did something to it. */
export function versionsOf(events: readonly Event[]): Version[] {
  const versions: Version[] = [];
  let state: RowState = row.initial;
  for (const event of events) {
    const next = row.evolve(state, event);
    if (next !== state && next.kind !== 'none') versions.push({ event, state: next });
    state = next;
  }
  return versions;
}
