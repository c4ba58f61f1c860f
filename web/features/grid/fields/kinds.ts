import type { Json } from '@hzm/contracts/core/json';
import { valueOf, type FieldType } from '@hzm/contracts/features/tables/field-types';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import { array } from './array.tsx';
import { boolean } from './boolean.tsx';
import { currency } from './currency.tsx';
import { date } from './date.tsx';
import { duration } from './duration.tsx';
import { json } from './json.tsx';
import type { FieldKind, Parsed, Words } from './kind.ts';
import { number } from './number.tsx';
import { object } from './object.tsx';
import { string, text } from './text.tsx';
import { weight } from './weight.tsx';

const kinds: Partial<Record<FieldType, FieldKind>> = {
  string, text, boolean, date, time: date, datetime: date, timestamp: date, duration, currency, weight, object, array,
  vector: array, matrix: array, tensor: array, dataset: array, coordinates: json,
  foreign_key: string, relationship: string, reference: string,
};

export const kindOf = (type: FieldType): FieldKind => kinds[type] ?? (numberTypes.has(type) ? number : json);

/** The value that a draft stands for, as far as it can be judged here; the field's own rules are the server's. */
export function valueFrom(field: Field, draft: string, words: Words): Parsed {
  if (draft.trim() === '') return field.required ? { problem: 'required' } : { value: null };
  const parsed = kindOf(field.type).parse(field.type === 'string' || field.type === 'text' ? draft : draft.trim(), field, words);
  return 'problem' in parsed || valueOf[field.type].safeParse(parsed.value).success ? parsed : { problem: 'value' };
}

/** All of a value as text, of several lines where it has them. */
export const wholeText = (field: Field, value: Json, words: Words): string => kindOf(field.type).whole?.(value) ?? formatted(field, value, words);

export const formatted = (field: Field, value: Json, words: Words): string => kindOf(field.type).format(value, field, words);
