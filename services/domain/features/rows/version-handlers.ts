import { isDamaged, type DamagedEvent, type Event } from '@hzm/contracts/core/event';
import type { Json } from '@hzm/contracts/core/json';
import { START } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/rows/api';
import { opened } from '@hzm/services/core/codec';
import { handle } from '@hzm/services/core/engine';
import { caughtUp } from '@hzm/services/core/log-index';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { told } from '../history/told.ts';
import { fieldsOf, tableDoc } from '../tables/view.ts';
import { eventsOfRow, rowAt } from './past.ts';
import { restoreRow, row, rowStream, type OfRow, type RowState } from './row.ts';
import { cellsOf } from './validate.ts';
import { rowOfState } from './view.ts';

interface Version {
  readonly event: Event | DamagedEvent;
  readonly version: number;
  /** Undefined: an event before it, or its own, is damaged. */
  readonly state: (RowState & { kind: 'kept' | 'removed' }) | undefined;
}

/** What became of a row with each event that did something to it. Behind a damaged one every event counts: what it was done to is not known. */
function versionsOf(events: readonly (Event | DamagedEvent)[]): Version[] {
  const versions: Version[] = [];
  let state: RowState | undefined = row.initial;
  for (const event of events) {
    const next: RowState | undefined = state && !isDamaged(event) ? row.evolve(state, event) : undefined;
    if (!next) versions.push({ event, version: (versions.at(-1)?.version ?? 0) + 1, state: undefined });
    else if (next !== state && next.kind !== 'none') versions.push({ event, version: next.version, state: next });
    state = next;
  }
  return versions;
}

export const versionHandlers = [
  handle(api.rowHistory, async (context, { params }) => {
    const { engine } = context;
    const table = await tableDoc(engine, params.tableId, params.projectId);
    await caughtUp(engine);
    const versions = versionsOf(await eventsOfRow(engine, params));
    if (versions.length === 0) throw new Problem('NOT_FOUND');
    const entries = await told(context, table.projectId, versions.map(({ event }) => event));
    return { data: { versions: entries.map((entry, i) => ({ ...entry, version: versions[i]!.version })) } };
  }),

  handle(api.restoreRow, async (context, { params, body }) => {
    const { engine, request, expected } = context;
    const table = await tableDoc(engine, params.tableId, params.projectId);
    const fields = fieldsOf(table);
    const of: OfRow = { projectId: table.projectId, tableId: table.id, rowId: params.rowId };
    await caughtUp(engine);
    const events = (await eventsOfRow(engine, of)).map(opened);
    const versions = versionsOf(events);
    const wanted = versions.findLast(({ version, state }) => (body.version === undefined ? state?.kind === 'kept' : version === body.version))?.state;
    if (wanted?.kind !== 'kept') throw new Problem('NOT_FOUND');

    const stream = rowStream(of);
    // The fields may be others by now: what the version had goes to those that are still there, and must fit them.
    const values = Object.fromEntries(fields.map(({ id, name }): [string, Json] => [name, wanted.values[id] ?? null]));
    const { state, position } = await engine.loop.run<RowState>(request, {
      stream, decider: row,
      base: {
        state: versions.at(-1)!.state!, position: events.at(-1)?.position ?? START, at: position => rowAt(engine, of, position),
        revision: events.findLast(event => event.stream === stream)?.revision ?? NO_STREAM,
      },
      decide: s => restoreRow(of, cellsOf(fields, values, true, engine.now().toISOString().slice(0, 10)), expected, now => rowOfState(of.rowId, now, fields))(s),
    });
    const shown = rowOfState(of.rowId, state, fields);
    if (!shown) throw new Problem('NOT_FOUND');
    return { data: { row: shown }, position, version: shown._version };
  }),
];
