import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { FieldShape } from '@hzm/contracts/features/tables/events';
import type { RowEffect } from '@hzm/contracts/features/transfers/transfer';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import type { Engine } from '@hzm/services/core/engine';
import type { Source } from '@hzm/services/core/limits/source';
import { isExhausted, reasonOf, unfitness } from '../rows/validate.ts';
import type { PatternWork } from '../tables/pattern.ts';
import { brief, nameOf, throughRows, type Looking } from '../tables/through-rows.ts';
import type { ValueClock } from '../tables/value-clock.ts';
import { isSame } from './changes.ts';
import type { ComparedSchema } from './compare.ts';

const MAX_NAMED_ROWS = 20;

type Parts = Pick<Engine, 'model' | 'lists'>;

/** The budget for reading the rows of one request's tables. */
export interface Judging {
  readonly looking: Looking;
  readonly work: PatternWork;
  /** ISO date. */
  readonly clock: ValueClock;
  /** The source of its queries, whose turns they take. */
  readonly source: Source;
}

/** In how many rows a field holds a value. */
export async function rowsHolding(
  { model }: Pick<Engine, 'model'>,
  tableId: string,
  fieldId: string,
  by: string,
): Promise<number> {
  const where = [{ path: `values.${fieldId}`, op: 'empty', value: false } as const];
  const { total = 0 } = await model.find({
    collection: rowDocs,
    partition: tableId,
    where,
    limit: 1,
    count: true,
    by,
  });
  return total;
}

/**
 * Returns the effect of a changed table on its live rows; null if the table is new or stays the
 * same.
 * @throws Problem NOT_READY when the wait for a turn is too long
 */
export async function effectOf(
  engine: Parts,
  { tableId, before, after }: Pick<ComparedSchema, 'tableId' | 'before' | 'after'>,
  judging: Judging,
): Promise<RowEffect | null> {
  if (!before) return null;
  const judged = [...after.fields].filter(([id, field]) => mayNotFit(before.fields.get(id), field));
  const removed = [...before.fields].filter(([id]) => !after.fields.has(id));
  const hidden = await Promise.all(
    removed.map(async ([fieldId, { name }]) => ({
      fieldId,
      field: name,
      rows: await rowsHolding(engine, tableId, fieldId, judging.source.account),
    })),
  );
  const nothing: RowEffect = {
    rows: 0,
    isAll: true,
    unfit: 0,
    first: [],
    hidden: hidden.filter(({ rows }) => rows > 0),
  };
  if (judged.length === 0) return nothing;
  const fields = [...before.fields].map(([id, field]) => ({ id, ...field }));
  const first: RowEffect['first'] = [];
  let unfit = 0;
  const look = (row: RowDoc): boolean => {
    const found = firstUnfit(judged, row, judging);
    if (found === 'exhausted') return false;
    if (!found) return true;
    unfit += 1;
    if (first.length < MAX_NAMED_ROWS)
      first.push({ rowId: row.id, name: nameOf(fields, row), ...found });
    return true;
  };
  const looked = await engine.lists.run(judging.source, () =>
    throughRows(engine, tableId, judging.looking, look),
  );
  return { ...nothing, ...looked, unfit, first };
}

/** Whether what rows hold in a field may not be written again after a change. */
const mayNotFit = (before: FieldShape | undefined, after: FieldShape): boolean =>
  !before ||
  before.type !== after.type ||
  !isSame(before.validation, after.validation) ||
  (after.required && !before.required);

/** The first value of a row that would not fit. */
function firstUnfit(
  judged: readonly (readonly [string, FieldShape])[],
  { values }: RowDoc,
  { work, clock }: Judging,
): Omit<RowEffect['first'][number], 'rowId' | 'name'> | 'exhausted' | undefined {
  for (const [fieldId, field] of judged) {
    const value: Json = memberOf(values, fieldId) ?? null;
    const problem = unfitness(field, value, clock, work);
    if (problem && isExhausted(problem)) return 'exhausted';
    if (problem)
      return {
        fieldId,
        field: field.name,
        value: brief(value),
        reason: reasonOf(problem),
      };
  }
  return undefined;
}
