import type { AnswerOf } from '@hzm/contracts/core/call';
import { convertedHeld } from '@hzm/contracts/core/conversion';
import { type Json, memberOf, sameJson } from '@hzm/contracts/core/json';
import type { fieldFit } from '@hzm/contracts/features/tables/api';
import { readValue } from '@hzm/contracts/features/tables/canonical';
import { type FieldType, formOf } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import { originalIn, type RowDoc } from '@hzm/projections/features/rows/rows';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
import type { Context } from '@hzm/services/core/engine';
import { readingFor } from './reading.ts';
import { brief, isNothing, looking, nameOf, throughRows } from './through-rows.ts';
import { valueClock } from './value-clock.ts';

const MAX_NAMED_ROWS = 3;

type Fit = AnswerOf<typeof fieldFit>['fit'];

/** A field, and the table and fields that it is looked at with. */
interface Fitted {
  readonly table: TableDoc;
  readonly fields: readonly Field[];
  readonly field: Field;
}

/**
 * Looks through the rows of a table for values that would be converted if a field were of another
 * type, and for those that it could not hold.
 * @throws Problem NOT_READY when the wait for a turn is too long
 */
export async function fitOf(
  context: Context,
  { table, fields, field }: Fitted,
  type: FieldType,
): Promise<Fit> {
  const { engine, source, pause } = context;
  const { reading, numbers, options } =
    formOf(field.type) === formOf(type)
      ? { numbers: null, options: undefined }
      : await readingFor(context, { table, field }, type);
  const { timeZone } = await valueClock(engine, table.projectId);
  // Between types of one form nothing is converted again: the value stays, not its original.
  const become = (value: Json, row: RowDoc): Json | undefined =>
    reading
      ? convertedHeld(formOf(type), originalIn(row, field.id) ?? null, reading, value)
      : readValue(type, value, timeZone);
  const [first, changed]: [Fit['first'], Fit['changed']] = [[], []];
  let [unfit, conversions] = [0, 0];
  const look = (row: RowDoc): true => {
    const value = memberOf(row.values, field.id) ?? null;
    if (isNothing(value)) return true;
    const next = become(value, row);
    if (next !== undefined && sameJson(next, value)) return true;
    // Only a few rows are named, of many that are looked at.
    const named = () => ({ rowId: row.id, name: nameOf(fields, row), value: brief(value) });
    if (next === undefined) {
      unfit += 1;
      if (first.length < MAX_NAMED_ROWS) first.push(named());
    } else {
      conversions += 1;
      if (changed.length < MAX_NAMED_ROWS) changed.push({ ...named(), becomes: brief(next) });
    }
    return true;
  };
  return {
    ...(await engine.lists.run(source, () =>
      throughRows(engine, table.id, looking(source.account), look, pause),
    )),
    unfit,
    first,
    converted: conversions,
    changed,
    numbers,
    ...(options && { options: [...options] }),
  };
}
