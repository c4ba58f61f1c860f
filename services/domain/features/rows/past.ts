import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { rowAdded, rowChanged, rowRemoved, rowsAdded, rowsChanged, rowsRemoved } from '@hzm/contracts/features/rows/events';
import { opened } from '@hzm/services/core/codec';
import type { Engine } from '@hzm/services/core/engine';
import { allEntriesOf, equals, eventsAt } from '@hzm/services/core/log-index';
import { row, type OfRow, type RowState } from './row.ts';

const singleOf: ReadonlyMap<string, string> = new Map([[rowsAdded.type, rowAdded.type], [rowsChanged.type, rowChanged.type], [rowsRemoved.type, rowRemoved.type]]);

/** An event about many rows as the event about one of them; any other as it is. */
export function partOf<E extends Event | DamagedEvent>(event: E, rowId: string): E {
  const type = singleOf.get(event.type);
  if (type === undefined || isDamaged(event) || event.erased) return event;
  const { rows, ...data } = event.data as { rows: readonly { id: string }[] } & Event['data'];
  const part = rows.find(({ id }) => id === rowId);
  const { id: _, ...values } = part ?? { id: rowId };
  return { ...event, type, data: { ...data, rowId, ...values } };
}

/** Everything that happened to one row, oldest first, also together with others; as far as it can be opened. */
export async function eventsOfRow(engine: Pick<Engine, 'store' | 'codec' | 'model'>, { tableId, rowId }: Pick<OfRow, 'tableId' | 'rowId'>): Promise<(Event | DamagedEvent)[]> {
  const events: (Event | DamagedEvent)[] = [];
  for await (const entries of allEntriesOf(engine, [equals('rowId', rowId)])) events.push(...(await eventsAt(engine, entries)));
  return events.filter(event => isDamaged(event) || event.data['tableId'] === tableId).map(event => partOf(event, rowId));
}

/** A row as it was right after that event. @throws Problem EVENT_DAMAGED */
export async function rowAt(engine: Engine, of: Pick<OfRow, 'tableId' | 'rowId'>, position: Position): Promise<RowState> {
  return (await eventsOfRow(engine, of)).filter(event => event.position <= position).map(opened).reduce(row.evolve, row.initial);
}
