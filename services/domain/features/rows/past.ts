import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import { START, type Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Engine } from '@hzm/services/core/engine';
import { opened } from '@hzm/services/core/events/codec';
import { ANSWER_BYTES } from '@hzm/services/core/ports/byte-budget';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import type { Snapshot, Side } from '../../../core/commands/command-executor.ts';
import { allEntriesOf, equals, eventsAt } from '../../past/log-index.ts';
import { partOf, rowsOf, single } from '../../past/row-events.ts';
import { row, rowStream, type OfRow, type RowState } from './row.ts';
import { sizeOf } from './size.ts';

/** Yields the events of one row, oldest first, with its part of batches; damaged ones as such. */
export async function* eventsOfRow(
  engine: Pick<Engine, 'store' | 'codec' | 'model'>,
  { tableId, rowId }: Pick<OfRow, 'tableId' | 'rowId'>,
): AsyncGenerator<Event | DamagedEvent> {
  for await (const entries of allEntriesOf(engine, [equals('rowId', rowId)])) {
    for await (const event of eventsAt(engine, entries))
      if (isDamaged(event) || event.data['tableId'] === tableId) yield partOf(event, rowId);
  }
}

/** Returns a row as it was right after or before an event. @throws Problem EVENT_DAMAGED */
export async function rowAt(
  engine: Pick<Engine, 'store' | 'codec' | 'model'>,
  of: Pick<OfRow, 'tableId' | 'rowId'>,
  position: Position,
  side: Side = 'after',
): Promise<RowState> {
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

/**
 * Yields a row's state after each event that changed it. Behind an unreadable event every later one
 * counts, since its effect is unknown.
 */
export async function* versionsOf(
  events: AsyncIterable<Event | DamagedEvent>,
): AsyncGenerator<Version> {
  let version = 0;
  let state: RowState | undefined = row.initial;
  for await (const event of events) {
    const next: RowState | undefined =
      state && !isDamaged(event) ? row.evolve(state, event) : undefined;
    if (!next) yield { event, version: ++version, state: undefined };
    // A number that a row is given later makes no version.
    else if (next !== state && next.kind !== 'none' && next.version !== version) {
      ({ version } = next);
      yield { event, version, state: next };
    }
    state = next;
  }
}

/** A row's current state, and an earlier one. */
export interface RowPast {
  readonly wanted: RowState | undefined;
  readonly now: Omit<Snapshot<RowState>, 'at'>;
}

const unknown: RowPast = {
  wanted: undefined,
  now: { state: row.initial, position: START, revision: NO_STREAM },
};

/** @param revision of the event, in the row's own stream */
function passed(
  { wanted, now }: RowPast,
  event: Event,
  revision: number | undefined,
  version: number | undefined,
): RowPast {
  const state = row.evolve(now.state, event);
  const isWanted =
    state !== now.state &&
    state.kind !== 'none' &&
    (version === undefined ? state.kind === 'kept' : state.version === version);
  return {
    wanted: isWanted ? state : wanted,
    now: { state, position: event.position, revision: revision ?? now.revision },
  };
}

const bytesOf = ({ wanted }: RowPast): number =>
  wanted?.kind === 'kept' ? sizeOf(wanted.values) : 0;

/**
 * Returns one version of each row, or the last one with values, and its current state. Reads each
 * event once, however many of the rows it is about.
 * @throws Problem EVENT_DAMAGED; NOT_READY when `signal` aborts; PAYLOAD_TOO_LARGE when no answer
 * would hold the values
 */
export async function rowPasts(
  engine: Pick<Engine, 'store' | 'codec' | 'model'>,
  { tableId, rowIds }: { readonly tableId: string; readonly rowIds: readonly string[] },
  { version, signal }: { version?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<ReadonlyMap<string, RowPast>> {
  const pasts = new Map(rowIds.map(rowId => [rowId, unknown]));
  let held = 0;
  const pass = (rowId: string, event: Event): void => {
    const past = pasts.get(rowId);
    if (!past) return;
    const next = passed(
      past,
      event,
      event.stream === rowStream({ tableId, rowId }) ? event.revision : undefined,
      version,
    );
    pasts.set(rowId, next);
    if (next.wanted === past.wanted) return;
    held += bytesOf(next) - bytesOf(past);
    if (held > ANSWER_BYTES) throw new Problem('PAYLOAD_TOO_LARGE', { text: 'rows-too-large' });
  };
  for await (const entries of allEntriesOf(engine, [{ path: 'rowId', op: 'in', values: rowIds }])) {
    // An event about several of them has an entry for each.
    const events = entries.filter(({ position }, i) => position !== entries[i - 1]?.position);
    for await (const one of eventsAt(engine, events)) {
      if (signal?.aborted) throw new Problem('NOT_READY', { retryAfter: 1 });
      const event = opened(one);
      if (event.data['tableId'] !== tableId) continue;
      if (typeof event.data['rowId'] === 'string') pass(event.data['rowId'], event);
      for (const part of rowsOf(event)) pass(part.id, single(event, part));
    }
  }
  return pasts;
}
