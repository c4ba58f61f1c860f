import type { Position } from '@hzm/contracts/core/position';
import * as api from '@hzm/contracts/features/rows/api';
import type { Request } from '@hzm/services/core/commands/request';
import { handle, type Engine } from '@hzm/services/core/engine';
import { authorize } from '../../access/authorize.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { fieldsOf, tableDoc } from '../../access/table.ts';
import { PatternWork } from '../tables/pattern.ts';
import { valueClock } from '../tables/value-clock.ts';
import { type Batched, type ReadPasts, writeBatch } from './batch.ts';
import { addRows, changeRows, each, removeRows, restoreRows } from './bulk.ts';
import { keyedFields } from './field-key.ts';
import { rowAt, rowPasts } from './past.ts';
import type { RowState } from './row.ts';
import { rowDoc } from './snapshot.ts';
import { cellsAgain, cellsOf, unnamedTo } from './validate.ts';
import { rowOfState, stateOf, wireBytes } from './view.ts';
import { withinAnswer } from './within-answer.ts';

/** Rows as they were right after the batch: mostly as they are, unless others wrote since. */
async function rowsAt(
  engine: Engine,
  tableId: string,
  ids: readonly string[],
  position: Position,
  perRow: number,
): Promise<{ readonly state: RowState }[]> {
  await engine.projector.waitForPosition(position);
  const read = async (rowId: string): Promise<{ readonly state: RowState }> => {
    const doc = await rowDoc(engine, tableId, rowId);
    return {
      state:
        doc && doc.position <= position
          ? stateOf(doc)
          : await rowAt(engine, { tableId, rowId }, position),
    };
  };
  return withinAnswer(ids, perRow, read);
}

/** The ids of rows that a request adds together. */
async function idsOf(
  { executor }: Engine,
  request: Request,
  tableId: string,
  count: number,
): Promise<readonly string[]> {
  const idOf = await executor.ids(request);
  return Array.from({ length: count }, (_, i) => idOf(`table:${tableId}`, `row/${i}`));
}

export const bulkHandlers = [
  handle(api.bulkRows, async ({ engine, request, caller, source }, { params, query, body }) => {
    const { rows, updates, deletes, restores } = body;
    await authorize(
      engine,
      caller,
      { access: deletes ? 'rows:delete' : 'rows:write', method: 'POST' },
      params,
    );
    const table = await tableDoc(engine, params.tableId, params.projectId);
    const of = { projectId: table.projectId, tableId: table.id };
    const fields = keyedFields(fieldsOf(table), query.fieldKey);
    const clock = await valueClock(engine, table.projectId);
    const visible = keyedFields(await shownFields({ engine, caller }, table), query.fieldKey);
    const shown = (id: string, state: RowState) => rowOfState(id, state, visible)!;

    if (deletes) {
      const { position } = await writeBatch(
        engine,
        request,
        of,
        { are: 'there', ids: deletes },
        () => removeRows(of),
      );
      return { data: { count: deletes.length }, position };
    }
    const perRow = wireBytes(fields);
    const work = new PatternWork();
    const ids =
      restores ??
      updates?.map(({ id }) => id) ??
      (await idsOf(engine, request, table.id, rows!.length));
    const write = (): Promise<Batched> => {
      if (restores) {
        const pasts: ReadPasts = (rowIds, signal) =>
          engine.histories.run(source, () =>
            rowPasts(engine, { tableId: table.id, rowIds }, { signal }),
          );
        return writeBatch(engine, request, of, { are: 'there', ids, perRow, pasts }, () =>
          restoreRows(of, last => cellsAgain(fields, last, clock, visible, work)),
        );
      }
      if (updates) {
        const updated = { are: 'there', ids, perRow } as const;
        return writeBatch(engine, request, of, updated, () => {
          const cells = each(
            updates,
            i => `updates.${i}.values`,
            ({ values }) => cellsOf(fields, values, false, clock, work),
          );
          return changeRows(
            of,
            cells,
            updates.map(({ version }) => version),
            ({ id, state }) => shown(id, state),
          );
        });
      }
      return writeBatch(engine, request, of, { are: 'new', ids, perRow }, () => {
        const cells = each(
          rows!,
          i => `rows.${i}`,
          values => cellsOf(fields, values, true, clock, work, unnamedTo(visible, values)),
        );
        return () =>
          addRows(
            of,
            cells.map((values, i) => ({ id: ids[i]!, values })),
          );
      });
    };
    const batched = await write();
    const { position } = batched;
    const states =
      batched.kind === 'repeated'
        ? (await rowsAt(engine, table.id, ids, batched.at, perRow)).map(({ state }) => state)
        : batched.after;
    return {
      data: { rows: ids.map((id, i) => shown(id, states[i]!)), count: ids.length },
      position,
    };
  }),
];
