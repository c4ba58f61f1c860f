import { memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { kindOf, typeOf, type Kind } from '@hzm/contracts/features/tables/guessed-type';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Row } from './row.ts';

/** Fewer values suggest nothing. */
const MIN_VALUES = 2;
/** Rows that are looked at. */
const MAX_ROWS = 500;

/** A type that fits everything that was written into a field of texts. */
export interface SuggestedType {
  readonly field: Field;
  readonly type: FieldType;
}

const isText = (type: FieldType): boolean => type === 'string' || type === 'text';

function suggestedFor(
  { id }: Field,
  rows: readonly Row[],
  language: Language,
): FieldType | undefined {
  const kinds = new Set<Kind>();
  let count = 0;
  for (const row of rows) {
    const value = memberOf(row, id) ?? null;
    if (value === null || value === '') continue;
    count += 1;
    kinds.add(kindOf(value, language));
  }
  if (count < MIN_VALUES) return undefined;
  const type = typeOf(kinds);
  // The next number may have decimals.
  return isText(type) ? undefined : type === 'integer' ? 'number' : type;
}

/** Returns the first suggestion for the fields whose types nobody chose. */
export function suggestedTypeIn(
  fields: readonly Field[],
  untyped: ReadonlySet<string>,
  rows: Iterable<Row>,
  language: Language,
): SuggestedType | undefined {
  const some = [...rows].slice(0, MAX_ROWS);
  for (const field of fields) {
    if (field.type !== 'string' || field.isHidden || !untyped.has(field.id)) continue;
    const type = suggestedFor(field, some, language);
    if (type) return { field, type };
  }
  return undefined;
}
