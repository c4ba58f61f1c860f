import { everydayOf } from '@hzm/contracts/core/everyday';
import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import type { Path } from '@hzm/services/core/ports/read-model';

type OwnMember = NonNullable<ReturnType<typeof memberOfType>>;
type Typed = Pick<Field, 'id' | 'type'>;
/** The parts of a row that its fields show. */
export type ShownRow = Pick<RowDoc, 'values' | OwnMember>;

/** The member of rows that fields of a type show; undefined if they have values of their own. */
export const memberOfType = (type: Field['type']) => everydayOf(type)?.member;

/** The time of rows that fields of a type show; undefined if they show none. */
export function timeOfType(type: Field['type']): 'created_at' | 'updated_at' | undefined {
  const member = memberOfType(type);
  return member === 'created_at' || member === 'updated_at' ? member : undefined;
}

/** Returns the place of a field's values in the documents of rows. */
export const pathOf = ({ id, type }: Typed): Path<RowDoc> => memberOfType(type) ?? `values.${id}`;

/** Returns the value that a field shows of a row. */
export function valueIn({ id, type }: Typed, row: ShownRow): Json | undefined {
  const shown = memberOfType(type);
  return shown === undefined ? memberOf(row.values, id) : row[shown];
}

/** Returns the values of a row by field id, with those that are its own members. */
export function allValues(fields: readonly Typed[], row: ShownRow): Cells {
  const shown = fields.filter(({ type }) => memberOfType(type) !== undefined);
  return shown.length === 0
    ? row.values
    : { ...row.values, ...Object.fromEntries(shown.map(one => [one.id, valueIn(one, row)!])) };
}
