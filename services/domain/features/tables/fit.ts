import type { AnswerOf } from '@hzm/contracts/core/call';
import { memberOf } from '@hzm/contracts/core/json';
import type { fieldFit } from '@hzm/contracts/features/tables/api';
import { readValue } from '@hzm/contracts/features/tables/canonical';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';
import type { Pause } from '@hzm/services/core/ports/slices';
import { brief, isNothing, looking, nameOf, throughRows } from './through-rows.ts';
import { valueClock } from './value-clock.ts';

const MAX_NAMED_ROWS = 3;

/** A field, and the table and fields that it is looked at with. */
interface Fitted {
  readonly table: TableDoc;
  readonly fields: readonly Field[];
  readonly field: Field;
}

/**
 * Looks through the rows of a table for values that a field could not hold if it were of another
 * type. @param by the account for which it runs
 */
export async function fitOf(
  engine: Pick<Engine, 'model' | 'now'>,
  by: string,
  { table: { id: tableId, projectId }, fields, field: { id } }: Fitted,
  type: FieldType,
  pause: Pause,
): Promise<AnswerOf<typeof fieldFit>['fit']> {
  const first: AnswerOf<typeof fieldFit>['fit']['first'] = [];
  const { timeZone } = await valueClock(engine, projectId);
  let unfit = 0;
  const looked = await throughRows(
    engine,
    tableId,
    looking(by),
    row => {
      const value = memberOf(row.values, id);
      if (isNothing(value) || readValue(type, value!, timeZone) !== undefined) return true;
      unfit += 1;
      if (first.length < MAX_NAMED_ROWS)
        first.push({
          rowId: row.id,
          name: nameOf(fields, row),
          value: brief(value!) as (typeof first)[number]['value'],
        });
      return true;
    },
    pause,
  );
  return { ...looked, unfit, first };
}
