import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import type { Json } from '@hzm/contracts/core/json';
import {
  rowAdded,
  rowChanged,
  rowRemoved,
  rowRestored,
  rowsAdded,
  rowsChanged,
  rowsRemoved,
  rowsRestored,
} from '@hzm/contracts/features/rows/events';
import { valuesNumbered } from '@hzm/contracts/features/tables/events';

const singleOf: ReadonlyMap<string, string> = new Map([
  [rowsAdded.type, rowAdded.type],
  [rowsChanged.type, rowChanged.type],
  [rowsRemoved.type, rowRemoved.type],
  [rowsRestored.type, rowRestored.type],
  [valuesNumbered.type, valuesNumbered.type],
]);

type Said = Pick<Event, 'type' | 'data'> & Partial<Event>;
type Part = { readonly id: string; readonly [member: string]: Json | undefined };

export const single = <E extends Said>(event: E, part: Part): E => {
  const { id, revision: _, ...said } = part;
  const { rows: __, ...data } = event.data;
  return { ...event, type: singleOf.get(event.type)!, data: { ...data, rowId: id, ...said } };
};

/** An event about many rows as events about each of them, by row; empty for any other. */
export const partsOf = <E extends Said>(event: E): Map<string, E> =>
  new Map(rowsOf(event).map(part => [part.id, single(event, part)]));

const isPart = (row: Json): row is Part =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string';

/** The rows of an event about many; none of any other. */
export const rowsOf = ({ type, data: { rows }, erased }: Said): readonly Part[] =>
  singleOf.has(type) && !erased && Array.isArray(rows) ? rows.filter(isPart) : [];

/** An event about many rows as the event about one of them; any other as it is. */
export function partOf(event: Event, rowId: string): Event;
export function partOf(event: Event | DamagedEvent, rowId: string): Event | DamagedEvent;
export function partOf(event: Event | DamagedEvent, rowId: string): Event | DamagedEvent {
  if (!singleOf.has(event.type) || isDamaged(event) || event.erased) return event;
  return single(event, rowsOf(event).find(({ id }) => id === rowId) ?? { id: rowId });
}
