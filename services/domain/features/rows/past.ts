import type { Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { rowAdded, rowChanged, rowRemoved, rowRestored, rowsAdded, rowsChanged, rowsRemoved, rowsRestored } from '@hzm/contracts/features/rows/events';
import type { Engine } from '@hzm/services/core/engine';
import { allEntriesOf, equals, eventsAt } from '@hzm/services/core/log-index';
import { row, type OfRow, type RowState } from './row.ts';

const singleOf: ReadonlyMap<string, string> = new Map([[rowsAdded.type, rowAdded.type], [rowsChanged.type, rowChanged.type], [rowsRemoved.type, rowRemoved.type], [rowsRestored.type, rowRestored.type]]);

/** An event about many rows as the event about one of them; any other as it is. */
export function partOf(event: Event, rowId: string): Event {
  const type = singleOf.get(event.type);
  if (type === undefined || event.erased) return event;
  const { rows, ...data } = event.data as { rows: readonly { id: string }[] } & Event['data'];
  const part = rows.find(({ id }) => id === rowId);
  const { id: _, ...values } = part ?? { id: rowId };
  return { ...event, type, data: { ...data, rowId, ...values } };
}

/** Everything that happened to one row, oldest first, also together with others. */
export async function eventsOfRow(engine: Pick<Engine, 'store' | 'codec' | 'model'>, { tableId, rowId }: Pick<OfRow, 'tableId' | 'rowId'>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const entries of allEntriesOf(engine, [equals('rowId', rowId)])) events.push(...(await eventsAt(engine, entries)));
  return events.filter(event => event.data['tableId'] === tableId).map(event => partOf(event, rowId));
}

/** A row as it was right after that event. */
export async function rowAt(engine: Engine, of: Pick<OfRow, 'tableId' | 'rowId'>, position: Position): Promise<RowState> {
  return (await eventsOfRow(engine, of)).filter(event => event.position <= position).reduce(row.evolve, row.initial);
}
