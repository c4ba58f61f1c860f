import { type Json, memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/rows/api';
import { opened } from '@hzm/services/core/codec';
import { handle } from '@hzm/services/core/engine';
import { caughtUp } from '@hzm/services/core/log-index';
import { told } from '../history/told.ts';
import { fieldsOf, tableDoc } from '../tables/view.ts';
import { baseOfEvents, rowStep } from './base.ts';
import { eventsOfRow, versionsOf } from './past.ts';
import { restoreRow, type OfRow } from './row.ts';
import { cellsOf } from './validate.ts';
import { rowOfState } from './view.ts';

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

    // The fields may be others by now: what the version had goes to those that are still there, and must fit them.
    const values = Object.fromEntries(fields.map(({ id, name }): [string, Json] => [name, memberOf(wanted.values, id) ?? null]));
    const { state, position } = await engine.loop.run(request, {
      ...rowStep(engine, request, of), base: async () => baseOfEvents(engine, of, events),
      decide: s => restoreRow(of, cellsOf(fields, values, true, engine.now().toISOString().slice(0, 10)), expected, now => rowOfState(of.rowId, now, fields))(s),
    });
    const shown = rowOfState(of.rowId, state, fields);
    if (!shown) throw new Problem('NOT_FOUND');
    return { data: { row: shown }, position, version: shown._version };
  }),
];
