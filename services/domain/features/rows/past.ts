import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import type { Json } from '@hzm/contracts/core/json';
import { START, type Position } from '@hzm/contracts/core/position';
import { rowAdded, rowChanged, rowRemoved, rowsAdded, rowsChanged, rowsRemoved } from '@hzm/contracts/features/rows/events';
import { opened } from '@hzm/services/core/codec';
import type { Snapshot, Side } from '../../../core/command-executor.ts';
import type { Engine } from '@hzm/services/core/engine';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { allEntriesOf, equals, eventsAt } from '../history/log-index.ts';
import { row, rowStream, type OfRow, type RowState } from './row.ts';

const singleOf: ReadonlyMap<string, string> = new Map([[rowsAdded.type, rowAdded.type], [rowsChanged.type, rowChanged.type], [rowsRemoved.type, rowRemoved.type]]);

type Said = Pick<Event, 'type' | 'data'> & Partial<Event>;
type Part = { readonly id: string; readonly values?: Json; readonly before?: Json };

const single = <E extends Said>(event: E, { id, values, before }: Part): E => {
  const { rows: _, ...data } = event.data;
  return { ...event, type: singleOf.get(event.type)!, data: { ...data, rowId: id, ...(values !== undefined && { values }), ...(before !== undefined && { before }) } };
};

/** An event about many rows as events about each of them, by row; empty for any other. */
export const partsOf = <E extends Said>(event: E): Map<string, E> => new Map(rowsOf(event).map(part => [part.id, single(event, part)]));

const isPart = (row: Json): row is Part => typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string';

/** The rows of an event about many; none of any other. */
const rowsOf = ({ type, data: { rows }, erased }: Said): readonly Part[] => (singleOf.has(type) && !erased && Array.isArray(rows) ? rows.filter(isPart) : []);

/** An event about many rows as the event about one of them; any other as it is. */
export function partOf(event: Event, rowId: string): Event;
export function partOf(event: Event | DamagedEvent, rowId: string): Event | DamagedEvent;
export function partOf(event: Event | DamagedEvent, rowId: string): Event | DamagedEvent {
  if (!singleOf.has(event.type) || isDamaged(event) || event.erased) return event;
  return single(event, rowsOf(event).find(({ id }) => id === rowId) ?? { id: rowId });
}

/** Everything that happened to one row, oldest first, also together with others; as far as it can be opened. */
export async function* eventsOfRow(engine: Pick<Engine, 'store' | 'codec' | 'model'>, { tableId, rowId }: Pick<OfRow, 'tableId' | 'rowId'>): AsyncGenerator<Event | DamagedEvent> {
  for await (const entries of allEntriesOf(engine, [equals('rowId', rowId)])) {
    for await (const event of eventsAt(engine, entries)) if (isDamaged(event) || event.data['tableId'] === tableId) yield partOf(event, rowId);
  }
}

/** A row as it was right after or before that event. @throws Problem EVENT_DAMAGED */
export async function rowAt(engine: Pick<Engine, 'store' | 'codec' | 'model'>, of: Pick<OfRow, 'tableId' | 'rowId'>, position: Position, side: Side = 'after'): Promise<RowState> {
  let state: RowState = row.initial;
  for await (const event of eventsOfRow(engine, of)) {
    if (event.position > position || (side === 'before' && event.position === position)) break;
    state = row.evolve(state, opened(event));
  }
  return state;
}

export interface Version {
  readonly event: Event | DamagedEvent;
  readonly version: number;
  /** Undefined: an event before it, or its own, is damaged. */
  readonly state: (RowState & { kind: 'kept' | 'removed' }) | undefined;
}

/** What became of a row with each event that did something to it. Behind a damaged one every event counts: what it was done to is not known. */
export async function* versionsOf(events: AsyncIterable<Event | DamagedEvent>): AsyncGenerator<Version> {
  let version = 0;
  let state: RowState | undefined = row.initial;
  for await (const event of events) {
    const next: RowState | undefined = state && !isDamaged(event) ? row.evolve(state, event) : undefined;
    if (!next) yield { event, version: ++version, state: undefined };
    else if (next !== state && next.kind !== 'none') {
      ({ version } = next);
      yield { event, version, state: next };
    }
    state = next;
  }
}

/** One version of a row, or the last one with values, and how the row is now. @throws Problem EVENT_DAMAGED */
export async function rowPast(engine: Pick<Engine, 'store' | 'codec' | 'model'>, of: OfRow, version?: number): Promise<{ wanted: RowState | undefined; now: Omit<Snapshot<RowState>, 'at'> }> {
  let wanted: RowState | undefined;
  let now: Omit<Snapshot<RowState>, 'at'> = { state: row.initial, position: START, revision: NO_STREAM };
  for await (const one of eventsOfRow(engine, of)) {
    const event = opened(one);
    const state = row.evolve(now.state, event);
    if (state !== now.state && state.kind !== 'none' && (version === undefined ? state.kind === 'kept' : state.version === version)) wanted = state;
    now = { state, position: event.position, revision: event.stream === rowStream(of) ? event.revision : now.revision };
  }
  return { wanted, now };
}
