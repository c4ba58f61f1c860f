import type { Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { rowAdded, rowChanged, rowRemoved, rowsAdded, rowsChanged, rowsRemoved } from '@hzm/contracts/features/rows/events';
import type { Engine } from '@hzm/services/core/engine';
import { weigh } from '@hzm/services/core/ports/byte-budget';
import { allEntriesOf, equals, eventsAt } from '@hzm/services/core/log-index';
import { row, type OfRow, type RowState } from './row.ts';

const singleOf: ReadonlyMap<string, string> = new Map([[rowsAdded.type, rowAdded.type], [rowsChanged.type, rowChanged.type], [rowsRemoved.type, rowRemoved.type]]);

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
export async function* eventsOfRow(engine: Pick<Engine, 'store' | 'codec' | 'model'>, { tableId, rowId }: Pick<OfRow, 'tableId' | 'rowId'>): AsyncGenerator<Event> {
  for await (const entries of allEntriesOf(engine, [equals('rowId', rowId)])) {
    for await (const event of eventsAt(engine, entries)) if (event.data['tableId'] === tableId) yield partOf(event, rowId);
  }
}

/** A row as it was right after that event. */
export async function rowAt(engine: Engine, of: Pick<OfRow, 'tableId' | 'rowId'>, position: Position): Promise<RowState> {
  let state: RowState = row.initial;
  for await (const event of eventsOfRow(engine, of)) {
    if (event.position > position) break;
    state = row.evolve(state, event);
  }
  return state;
}

export interface Version {
  readonly event: Event;
  readonly state: RowState & { kind: 'kept' | 'removed' };
}

/** What became of a row with each event that did something to it. */
export async function* versionsOf(events: AsyncIterable<Event>): AsyncGenerator<Version> {
  let state: RowState = row.initial;
  for await (const event of events) {
    const next = row.evolve(state, event);
    if (next !== state && next.kind !== 'none') yield { event, state: next };
    state = next;
  }
}

/** The last versions at hand: so many, or as many as are so many bytes. */
export class LastVersions {
  readonly #limit: number;
  readonly #bytes: number;
  readonly #kept: { readonly event: Event; readonly version: number; readonly weight: number }[] = [];
  #weight = 0;
  #dropped = false;

  constructor(limit: number, bytes: number) {
    this.#limit = limit;
    this.#bytes = bytes;
  }

  /** The latest first. */
  get list(): readonly { readonly event: Event; readonly version: number }[] {
    return this.#kept.toReversed();
  }

  /** There were earlier ones. */
  get hasEarlier(): boolean {
    return this.#dropped;
  }

  add({ event, state: { version } }: Version): void {
    const weight = weigh(event.data);
    this.#kept.push({ event, version, weight });
    this.#weight += weight;
    while (this.#kept.length > this.#limit || (this.#weight > this.#bytes && this.#kept.length > 1)) {
      this.#weight -= this.#kept.shift()!.weight;
      this.#dropped = true;
    }
  }
}
