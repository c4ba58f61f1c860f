import type { InputOf } from '@hzm/contracts/core/call';
import type { FieldKey } from '@hzm/contracts/core/field-key';
import type { Position } from '@hzm/contracts/core/position';
import * as api from '@hzm/contracts/features/rows/api';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
import { REQUEST_MS } from '@hzm/services/core/commands/command-executor';
import type { Request } from '@hzm/services/core/commands/request';
import { handle, type Context, type Engine } from '@hzm/services/core/engine';
import { authorize } from '../../access/authorize.ts';
import { withPeople } from '../../access/people-as-options.ts';
import { relatedFields } from '../../access/related-rows.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { fieldsOf, tableDoc } from '../../access/table.ts';
import { tellingOfNamed, tellingTo, type Telling } from '../../access/told.ts';
import { PatternWork } from '../tables/pattern.ts';
import { valueClock, type ValueClock } from '../tables/value-clock.ts';
import { type Batched, type ReadPasts, writeBatch } from './batch.ts';
import {
  addRows,
  changeRows,
  each,
  eachInSlices,
  type Found,
  removeRows,
  restoreRows,
} from './bulk.ts';
import { removeAlong } from './cascade.ts';
import { untakenProblem } from './choice-values.ts';
import { keyedFields } from './field-key.ts';
import { rowAt, rowPasts } from './past.ts';
import { withPointing } from './pointing.ts';
import type { RowState } from './row.ts';
import { rowDoc } from './snapshot.ts';
import { namedCells, relatedCells, withTargets } from './targets.ts';
import { cellsIn, unwrittenFields } from './unwritten-fields.ts';
import { cellsAgain, cellsOf, readyFor } from './validate.ts';
import { rowOfState, stateOf, wireBytes } from './view.ts';
import { withinAnswer } from './within-answer.ts';

/** Rows as they were right after the batch: mostly as they are, unless others wrote since. */
async function rowsAt(
  engine: Engine,
  tableId: string,
  ids: readonly string[],
  position: Position,
  perRow: number,
): Promise<RowState[]> {
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
  return (await withinAnswer(ids, perRow, read)).map(({ state }) => state);
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

type Body = InputOf<typeof api.bulkRows>['body'];

/** The state that the four kinds of bulk share, once the caller is authorized. */
interface Bulk {
  readonly context: Context;
  readonly table: TableDoc;
  /** All fields of the table, and those that the caller is shown, as the caller names them. */
  readonly fields: readonly Field[];
  readonly visible: readonly Field[];
  readonly clock: ValueClock;
  readonly work: PatternWork;
}

const partOf = ({ table }: Bulk) => ({ projectId: table.projectId, tableId: table.id });

async function openBulk(
  context: Context,
  { tableId, projectId }: { readonly tableId: string; readonly projectId?: string | undefined },
  fieldKey: FieldKey | undefined,
): Promise<Bulk> {
  const { engine, caller } = context;
  const table = await tableDoc(engine, tableId, projectId);
  return {
    context,
    table,
    fields: keyedFields(
      await withPeople(context, table.projectId, fieldsOf(table), 'write'),
      fieldKey,
    ),
    visible: keyedFields(await shownFields({ engine, caller }, table), fieldKey),
    clock: await valueClock(engine, table.projectId),
    work: new PatternWork(),
  };
}

async function removeMany(bulk: Bulk, ids: readonly string[]) {
  const { engine, request } = bulk.context;
  const of = partOf(bulk);
  const alone = async () =>
    (await writeBatch(engine, request, of, { are: 'there', ids }, () => removeRows(of))).position;
  const position = await withPointing(bulk.context, { tableId: of.tableId, ids }, alone, going =>
    removeAlong(bulk.context, of, going),
  );
  return { data: { count: ids.length }, position };
}

async function restoreMany(bulk: Bulk, ids: readonly string[]): Promise<Batched> {
  const { context, table, fields, visible, clock, work } = bulk;
  const { engine, request, source } = context;
  const of = partOf(bulk);
  const unwritten = await unwrittenFields(engine, table.id, fields);
  const pasts: ReadPasts = (rowIds, signal) =>
    engine.histories.run(source, () => rowPasts(engine, { tableId: table.id, rowIds }, { signal }));
  const removed = { are: 'there', ids, perRow: wireBytes(fields), pasts } as const;
  const restore = () =>
    writeBatch(engine, request, of, removed, () =>
      restoreRows(of, last => ({
        ...cellsIn(unwritten, last),
        ...cellsAgain(fields, last, clock, visible, work),
      })),
    );
  if (relatedFields(fields).length === 0) return restore();
  const held = await pasts(ids, AbortSignal.timeout(REQUEST_MS));
  const rows = ids.map((id, i) => {
    const last = held.get(id)?.wanted;
    return {
      id,
      cells: last?.kind === 'kept' ? relatedCells(fields, last.values) : {},
      path: `restores.${i}.`,
    };
  });
  const place = { id: table.id, fields, telling: tellingTo(visible) };
  return withTargets(engine, request, place, rows, restore);
}

interface Refusing {
  readonly pathOf: (index: number) => string;
  readonly telling: Telling;
}

/** @throws Problem VALIDATION_ERROR for each row with a value that is not newly taken */
function refuseUntaken(
  fields: readonly Field[],
  cells: readonly Cells[],
  { pathOf, telling }: Refusing,
  found: readonly Found[] = [],
): void {
  each(cells, pathOf, (values: Cells, i: number) => {
    const state = found[i]?.state;
    const problem = untakenProblem(
      fields,
      values,
      state?.kind === 'kept' ? state.values : {},
      telling,
    );
    if (problem) throw problem;
  });
}

function changeMany(bulk: Bulk, updates: NonNullable<Body['updates']>): Promise<Batched> {
  const { context, fields, visible, clock, work } = bulk;
  const of = partOf(bulk);
  const telling = tellingOfNamed(visible);
  const ids = updates.map(({ id }) => id);
  const kept = { are: 'there', ids, perRow: wireBytes(fields) } as const;
  const given = updates.map(({ values }) => values);
  const rows = namedCells(fields, given).map((cells, i) => ({
    id: ids[i]!,
    cells,
    path: `updates.${i}.values.`,
  }));
  const write = () =>
    writeBatch(context.engine, context.request, of, kept, async () => {
      await readyFor(fields, given);
      const cells = await eachInSlices(
        updates,
        i => `updates.${i}.values`,
        ({ values }) => cellsOf(fields, values, false, clock, work, tellingTo(visible, values)),
      );
      const change = changeRows(
        of,
        cells,
        updates.map(({ version }) => version),
        ({ id, state }) => rowOfState(id, state, visible)!,
      );
      return found => {
        refuseUntaken(fields, cells, { pathOf: i => `updates.${i}.values`, telling }, found);
        return change(found);
      };
    });
  return withTargets(
    context.engine,
    context.request,
    { id: of.tableId, fields, telling },
    rows,
    write,
  );
}

function addMany(
  bulk: Bulk,
  ids: readonly string[],
  rows: NonNullable<Body['rows']>,
): Promise<Batched> {
  const { context, fields, visible, clock, work } = bulk;
  const of = partOf(bulk);
  const telling = tellingOfNamed(visible);
  const added = { are: 'new', ids, perRow: wireBytes(fields) } as const;
  const named = namedCells(fields, rows).map((cells, i) => ({ cells, path: `rows.${i}.` }));
  const write = () =>
    writeBatch(context.engine, context.request, of, added, async () => {
      await readyFor(fields, rows);
      const cells = await eachInSlices(
        rows,
        i => `rows.${i}`,
        values => cellsOf(fields, values, true, clock, work, tellingTo(visible, values)),
      );
      refuseUntaken(fields, cells, { pathOf: i => `rows.${i}`, telling });
      return () =>
        addRows(
          of,
          cells.map((values, i) => ({ id: ids[i]!, values })),
        );
    });
  return withTargets(
    context.engine,
    context.request,
    { id: of.tableId, fields, telling },
    named,
    write,
  );
}

/** The rows of an answer, in the order in which the batch named them. */
async function shownRows(bulk: Bulk, ids: readonly string[], batched: Batched) {
  const { context, table, fields, visible } = bulk;
  const states =
    batched.kind === 'decided'
      ? batched.after
      : await rowsAt(context.engine, table.id, ids, batched.at, wireBytes(fields));
  return {
    data: { rows: ids.map((id, i) => rowOfState(id, states[i]!, visible)!), count: ids.length },
    position: batched.position,
  };
}

export const bulkHandlers = [
  handle(api.bulkRows, async (context, { params, query, body }) => {
    const { engine, caller, request } = context;
    const { rows, updates, deletes, restores } = body;
    const access = deletes ? 'rows:delete' : 'rows:write';
    await authorize(engine, caller, { access, method: 'POST' }, params);
    const bulk = await openBulk(context, params, query.fieldKey);
    if (deletes) return removeMany(bulk, deletes);
    if (restores) return shownRows(bulk, restores, await restoreMany(bulk, restores));
    if (updates) {
      const ids = updates.map(({ id }) => id);
      return shownRows(bulk, ids, await changeMany(bulk, updates));
    }
    const ids = await idsOf(engine, request, bulk.table.id, rows!.length);
    return shownRows(bulk, ids, await addMany(bulk, ids, rows!));
  }),
];
