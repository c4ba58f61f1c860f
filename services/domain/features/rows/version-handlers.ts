import type { AnswerOf } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/rows/api';
import { handle } from '@hzm/services/core/engine';
import { ANSWER_BYTES } from '@hzm/services/core/ports/byte-budget';
import { claimant, letGo, MEMORY_PER_WEIGHT } from '@hzm/services/core/ports/memory';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { shownFields } from '../../access/shown-fields.ts';
import { fieldsOf, tableDoc } from '../../access/table.ts';
import { tellingTo } from '../../access/told.ts';
import { historyRenderer } from '../history/render-history.ts';
import { valueClock } from '../tables/value-clock.ts';
import { keyedFields } from './field-key.ts';
import { LastVersions } from './last-versions.ts';
import { numberFields, numbersIn } from './numbering.ts';
import { eventsOfRow, rowPasts, versionsOf } from './past.ts';
import { restoreRow, type OfRow } from './row.ts';
import { snapshotOfPast, rowCommand } from './snapshot.ts';
import { withTargets } from './targets.ts';
import { cellsIn, unwrittenFields } from './unwritten-fields.ts';
import { cellsAgain } from './validate.ts';
import { rowOfState } from './view.ts';

export const versionHandlers = [
  handle(api.rowHistory, (context, { params, query }) =>
    context.engine.histories.run(context.source, async () => {
      const { engine } = context;
      const table = await tableDoc(engine, params.tableId, params.projectId);
      await waitForHead(engine);
      const last = new LastVersions(query.limit, 2 * ANSWER_BYTES);
      const passed = letGo();
      for await (const version of versionsOf(eventsOfRow(engine, params))) {
        if (query.before !== undefined && version.event.position >= query.before) break;
        last.add(version);
        passed();
        claimant()?.claim(MEMORY_PER_WEIGHT * last.weight);
      }
      const { list } = last;
      if (list.length === 0 && query.before === undefined) throw new Problem('NOT_FOUND');

      const tell = await historyRenderer(context, table.projectId, new Set());
      const versions: AnswerOf<typeof api.rowHistory>['versions'] = [];
      for (const { event, version } of list) {
        const entry = await tell(event);
        if (!entry) break;
        versions.push({ ...entry, version });
      }
      const hasEarlier = last.hasEarlier || versions.length < list.length;
      return {
        data: {
          versions: versions.toReversed(),
          ...(hasEarlier && { nextCursor: versions.at(-1)!.position }),
        },
      };
    }),
  ),

  handle(api.restoreRow, async (context, { params, query, body }) => {
    const { engine, request, expected } = context;
    const table = await tableDoc(engine, params.tableId, params.projectId);
    const fields = keyedFields(fieldsOf(table), query.fieldKey);
    const shown = keyedFields(await shownFields(context, table), query.fieldKey);
    const clock = await valueClock(engine, table.projectId);
    const of: OfRow = { projectId: table.projectId, tableId: table.id, rowId: params.rowId };
    await waitForHead(engine);
    const pastsOf = (version?: number) =>
      engine.histories.run(context.source, () =>
        rowPasts(
          engine,
          { tableId: table.id, rowIds: [params.rowId] },
          { version, signal: request.signal },
        ),
      );
    const { wanted, now } = (await pastsOf(body.version)).get(params.rowId)!;
    if (wanted?.kind !== 'kept') throw new Problem('NOT_FOUND');
    // An earlier version may be older than the row's number.
    const last =
      body.version === undefined || numberFields(fields).length === 0
        ? wanted
        : (await pastsOf()).get(params.rowId)!.wanted;
    const numbers = last?.kind === 'kept' ? numbersIn(fields, last.values) : {};
    const held = { ...wanted.values, ...numbers };
    const unwritten = cellsIn(await unwrittenFields(engine, table.id, fields), wanted.values);

    const restore = () =>
      engine.executor.execute(request, {
        ...rowCommand(engine, request, of),
        snapshot: async () => snapshotOfPast(engine, of, now),
        decide: s =>
          restoreRow(
            of,
            { values: cellsAgain(fields, held, clock, shown), unwritten },
            expected,
            restored => rowOfState(of.rowId, restored, shown),
          )(s),
      });
    const naming = { id: of.rowId, cells: wanted.values, path: '' };
    const { state, position } = await withTargets(
      engine,
      request,
      { id: table.id, fields, telling: tellingTo(shown) },
      [naming],
      restore,
    );
    const row = rowOfState(of.rowId, state, shown);
    if (!row) throw new Problem('NOT_FOUND');
    return { data: { row }, position, version: row._version };
  }),
];
