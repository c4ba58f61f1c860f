import type { AnswerOf } from '@hzm/contracts/core/call';
import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { fieldFit } from '@hzm/contracts/features/tables/api';
import { valueOf, type FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import type { Engine } from '@hzm/services/core/engine';

/** So many rows are held at once, or so many bytes of them; one request looks at so many in all. */
const AT_ONCE = 500;
const BYTES_AT_ONCE = 4 * 1_048_576;
const MOST = 20_000;
const NAMED = 3;
const NAME_LENGTH = 60;
/** Of a value so much is told, in code units of its JSON. */
const VALUE_LENGTH = 200;

const isNothing = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

/** How people call a row: its first text. */
const nameOf = (fields: readonly Field[], { values }: RowDoc): string => {
  const text = fields.filter(({ type, isHidden }) => !isHidden && (type === 'string' || type === 'text')).map(({ id }) => memberOf(values, id)).find(value => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text.slice(0, NAME_LENGTH) : '';
};
const brief = (value: Json): Json => (JSON.stringify(value).length > VALUE_LENGTH ? `${JSON.stringify(value).slice(0, VALUE_LENGTH)}…` : value);

/** Looks through the rows of a table for values that a field could not hold if it were of another type. */
export async function fitOf({ model }: Pick<Engine, 'model'>, tableId: string, fields: readonly Field[], { id }: Field, type: FieldType): Promise<AnswerOf<typeof fieldFit>['fit']> {
  const form = valueOf[type];
  const first: AnswerOf<typeof fieldFit>['fit']['first'] = [];
  let [rows, unfit, cursor] = [0, 0, undefined as string | undefined];
  do {
    const found = await model.find({ collection: rowDocs, partition: tableId, limit: AT_ONCE, bytes: { most: BYTES_AT_ONCE }, ...(cursor !== undefined && { cursor }) });
    for (const row of found.docs) {
      const value = memberOf(row.values, id);
      if (isNothing(value) || form.safeParse(value).success) continue;
      unfit += 1;
      if (first.length < NAMED) first.push({ rowId: row.id, name: nameOf(fields, row), value: brief(value!) as (typeof first)[number]['value'] });
    }
    rows += found.docs.length;
    cursor = found.nextCursor;
  } while (cursor !== undefined && rows < MOST);
  return { rows, isAll: cursor === undefined, unfit, first };
}
