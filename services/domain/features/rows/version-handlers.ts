import { START } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/rows/api';
import { handle } from '@hzm/services/core/engine';
import { caughtUp } from '@hzm/services/core/log-index';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { told } from '../history/told.ts';
import { fieldsOf, tableDoc } from '../tables/view.ts';
import { eventsOfRow, rowAt } from './past.ts';
import { restoreRow, row, rowStream, type OfRow, type RowState } from './row.ts';
import { cellsOf } from './validate.ts';
import { namedValues, versionsOf } from './versions.ts';
import { rowOfState } from './view.ts';

export const versionHandlers = [
  handle(api.rowHistory, async (context, { params }) => {
    const { engine } = context;
    const table = await tableDoc(engine, params.tableId, params.projectId);
    await caughtUp(engine);
    const versions = versionsOf(await eventsOfRow(engine, params));
    if (versions.length === 0) throw new Problem('NOT_FOUND');
    const entries = await told(context, table.projectId, versions.map(({ event }) => event));
    return { data: { versions: entries.map((entry, i) => ({ ...entry, version: versions[i]!.state.version })) } };
  }),

  handle(api.restoreRow, async (context, { params, body }) => {
    const { engine, request, expected } = context;
    const table = await tableDoc(engine, params.tableId, params.projectId);
    const fields = fieldsOf(table);
    const of: OfRow = { projectId: table.projectId, tableId: table.id, rowId: params.rowId };
    await caughtUp(engine);
    const events = await eventsOfRow(engine, of);
    const versions = versionsOf(events);
    const wanted = versions.findLast(({ state }) => (body.version === undefined ? state.kind === 'kept' : state.version === body.version))?.state;
    if (wanted?.kind !== 'kept') throw new Problem('NOT_FOUND');

    const stream = rowStream(of);
    const values = namedValues(fields, wanted.values);
    const { state, position } = await engine.loop.run<RowState>(request, {
      stream, decider: row,
      base: {
        state: versions.at(-1)!.state, position: events.at(-1)?.position ?? START, at: position => rowAt(engine, of, position),
        revision: events.findLast(event => event.stream === stream)?.revision ?? NO_STREAM,
      },
      decide: s => restoreRow(of, cellsOf(fields, values, true, engine.now().toISOString().slice(0, 10)), expected, now => rowOfState(of.rowId, now, fields))(s),
    });
    const shown = rowOfState(of.rowId, state, fields);
    if (!shown) throw new Problem('NOT_FOUND');
    return { data: { row: shown }, position, version: shown._version };
  }),
];
