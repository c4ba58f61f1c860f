import { isGiven } from '@hzm/contracts/core/everyday';
import { nameKey } from '@hzm/contracts/core/name';
import type { DateOrder } from '@hzm/contracts/core/written-dates';
import type {
  FoundColumn,
  ImportColumn,
  RowFilePreview,
} from '@hzm/contracts/features/row-files/row-import';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Table } from '@hzm/contracts/features/tables/table';

/** The target of a column: a field by its id, a new one, or none. */
export type Goal =
  | { readonly kind: 'skip' | 'new' }
  | { readonly kind: 'field'; readonly id: string };

/** A column of the file as a person maps it. */
export interface Mapped {
  readonly column: number;
  readonly name: string;
  readonly goal: Goal;
  readonly type: FieldType;
  readonly numbers: 'tr' | 'en';
  readonly dates: DateOrder;
  readonly isDateUnsure: boolean;
}

/** Names that rows reserve; columns of an export that are no fields. */
const OWN = /^(?:id|created_at|updated_at|_.*|constructor|prototype)$/i;

const goalOf = (
  { column, name }: FoundColumn,
  mapping: readonly ImportColumn[],
  mayAdd: boolean,
): Goal => {
  const field = mapping.find(one => one.column === column)?.field;
  if (field !== undefined) return { kind: 'field', id: field };
  return { kind: mayAdd && !OWN.test(name) ? 'new' : 'skip' };
};

/** Whether a column of an export names the rows whose ids stand in the one before it. */
const isLabel = (
  { column, name }: FoundColumn,
  columns: readonly FoundColumn[],
  table: Table | undefined,
): boolean => {
  const before = columns.find(one => one.column === column - 1)?.name;
  const field = table?.fields.find(one => one.name === before);
  return field !== undefined && field.relationships.length > 0 && name.startsWith(`${before}: `);
};

/** Whether a column has the name of a field that no column fills: the product gives its values. */
export const isOfGiven = (column: string, table: Table | undefined): boolean =>
  (table?.fields ?? []).some(
    ({ name, type }) => isGiven(type) && nameKey(name) === nameKey(column),
  );

/**
 * Returns the mapping that a preview suggests. @param table the target; undefined for a new one
 * @param mayAdd whether columns may become fields
 */
export const suggested = (
  { columns, mapping }: Pick<RowFilePreview, 'columns' | 'mapping'>,
  table: Table | undefined,
  mayAdd: boolean,
): readonly Mapped[] =>
  columns.map(found => {
    const isNone = isLabel(found, columns, table) || isOfGiven(found.name, table);
    return { ...found, goal: goalOf(found, mapping, mayAdd && !isNone) };
  });

/** A name that a field may have. */
const fieldName = (name: string): string => name.replaceAll(/[[\]]/g, ' ').trim().slice(0, 100);

/** Returns the columns of a call; columns that are left out are not in it. */
export const columnsOf = (mapped: readonly Mapped[]): ImportColumn[] =>
  mapped.flatMap(({ column, name, goal, type, numbers, dates }): ImportColumn[] => {
    const own = { column, name, numbers, dates };
    if (goal.kind === 'field') return [{ ...own, field: goal.id }];
    return goal.kind === 'new' ? [{ ...own, newField: { name: fieldName(name), type } }] : [];
  });

/** A name that a table may have, from that of a file. */
export function tableName(fileName: string): string {
  const plain = fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[<>'"&;\\/]/g, ' ')
    .trim()
    .slice(0, 50);
  return plain.length < 2 ? '' : plain;
}
