import type { DateOrder } from '@hzm/contracts/core/written-dates';
import type {
  FoundColumn,
  ImportColumn,
  RowFilePreview,
} from '@hzm/contracts/features/row-files/row-import';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';

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
  related: ReadonlySet<string>,
): boolean => {
  const before = columns.find(one => one.column === column - 1)?.name;
  return before !== undefined && related.has(before) && name.startsWith(`${before}: `);
};

/**
 * Returns the mapping that a preview suggests.
 * @param mayAdd whether columns may become fields
 * @param related the names of the target's related fields
 */
export const suggested = (
  { columns, mapping }: Pick<RowFilePreview, 'columns' | 'mapping'>,
  mayAdd: boolean,
  related: ReadonlySet<string>,
): readonly Mapped[] =>
  columns.map(found => ({
    ...found,
    goal: goalOf(found, mapping, mayAdd && !isLabel(found, columns, related)),
  }));

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
