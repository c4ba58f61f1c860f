import { convertedHeld } from '@hzm/contracts/core/conversion';
import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { FieldShape } from '@hzm/contracts/features/tables/events';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import type { RowEffect } from '@hzm/contracts/features/transfers/transfer';
import { originalIn, rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import type { Engine } from '@hzm/services/core/engine';
import type { Source } from '@hzm/services/core/limits/source';
import { isExhausted, reasonOf, unfitness } from '../rows/validate.ts';
import type { PatternWork } from '../tables/pattern.ts';
import type { Readings } from '../tables/schema-changes.ts';
import { brief, isNothing, nameOf, throughRows, type Looking } from '../tables/through-rows.ts';
import type { ValueClock } from '../tables/value-clock.ts';
import { isSame } from './changes.ts';
import type { ComparedSchema } from './compare.ts';

const MAX_NAMED_ROWS = 20;
const MAX_NAMED_CONVERSIONS = 3;

type Parts = Pick<Engine, 'model' | 'lists'>;

/** The budget for reading the rows of one request's tables. */
export interface Judging {
  readonly looking: Looking;
  readonly work: PatternWork;
  /** ISO date. */
  readonly clock: ValueClock;
  /** The source of its queries, whose turns they take. */
  readonly source: Source;
  /** Readings of values that get another type, by field. */
  readonly readings: Readings;
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
    converted: 0,
    changed: [],
    hidden: hidden.filter(({ rows }) => rows > 0),
  };
  if (judged.length === 0) return nothing;
  const fields = [...before.fields].map(([id, field]) => ({ id, ...field }));
  const [first, changed]: [RowEffect['first'], RowEffect['changed']] = [[], []];
  let [unfit, conversions] = [0, 0];
  const look = (row: RowDoc): boolean => {
    const named = () => ({ rowId: row.id, name: nameOf(fields, row) });
    const becoming = judged.map(([id, field]) => becomingOf(row, id, field, judging));
    const found = firstUnfit(becoming, judging);
    if (found === 'exhausted') return false;
    const turned = becoming.filter(({ isTurned }) => isTurned);
    if (turned.length > 0) conversions += 1;
    for (const { fieldId, field, value, becomes } of turned)
      if (changed.length < MAX_NAMED_CONVERSIONS)
        changed.push({
          ...named(),
          fieldId,
          field: field.name,
          value: brief(value),
          becomes: brief(becomes ?? null),
        });
    if (!found) return true;
    unfit += 1;
    if (first.length < MAX_NAMED_ROWS) first.push({ ...named(), ...found });
    return true;
  };
  const looked = await engine.lists.run(judging.source, () =>
    throughRows(engine, tableId, judging.looking, look),
  );
  return { ...nothing, ...looked, unfit, first, converted: conversions, changed };
}

/** Whether what rows hold in a field may not be written again after a change. */
const mayNotFit = (before: FieldShape | undefined, after: FieldShape): boolean =>
  !before ||
  before.type !== after.type ||
  !isSame(before.validation, after.validation) ||
  (after.required && !before.required);

/** A value of a row beside what a change makes of it; undefined if it cannot be converted. */
interface Becoming {
  readonly fieldId: string;
  readonly field: FieldShape;
  readonly value: Json;
  readonly becomes: Json | undefined;
  /** Whether it becomes another value. */
  readonly isTurned: boolean;
}

function becomingOf(
  row: RowDoc,
  fieldId: string,
  field: FieldShape,
  { readings }: Judging,
): Becoming {
  const value = memberOf(row.values, fieldId) ?? null;
  const reading = readings.get(fieldId);
  const becomes =
    reading && !isNothing(value)
      ? convertedHeld(formOf(field.type), originalIn(row, fieldId) ?? null, reading, value)
      : value;
  const isTurned = becomes !== undefined && becomes !== value && !isSame(becomes, value);
  return { fieldId, field, value, becomes, isTurned };
}

/** The first value of a row that would not fit. */
function firstUnfit(
  becoming: readonly Becoming[],
  { work, clock }: Judging,
): Omit<RowEffect['first'][number], 'rowId' | 'name'> | 'exhausted' | undefined {
  for (const { fieldId, field, value, becomes } of becoming) {
    const problem = unfitness(field, becomes ?? value, clock, work);
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
