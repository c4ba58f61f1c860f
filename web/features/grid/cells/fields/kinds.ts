import type { Json } from '@hzm/contracts/core/json';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import { relationshipOf } from '../../../../lib/values/related.ts';
import { formatted, type Words } from '../../../../lib/values/value-text.ts';
import { boolean } from './boolean.tsx';
import { multiSelect, select } from './choice.tsx';
import { currency } from './currency.tsx';
import { date } from './date.tsx';
import { file } from './file.tsx';
import { json } from './json.tsx';
import type { FieldKind } from './kind.ts';
import { email, phone, url } from './link.tsx';
import { amount, number } from './number.tsx';
import { person } from './person.tsx';
import { place } from './place.tsx';
import { related } from './related.tsx';
import { stars } from './stars.tsx';
import { string, text } from './text.tsx';
import { weight } from './weight.tsx';

const kinds: Partial<Record<FieldType, FieldKind>> = {
  string,
  text,
  boolean,
  date,
  time: date,
  datetime: date,
  timestamp: date,
  created_at: date,
  updated_at: date,
  duration: amount,
  coordinates: place,
  currency,
  weight,
  foreign_key: related,
  relationship: related,
  reference: related,
  select,
  multi_select: multiSelect,
  email,
  url,
  phone,
  stars,
  person,
  created_by: person,
  updated_by: person,
  file,
};

export const kindOf = (type: FieldType): FieldKind =>
  kinds[type] ?? (numberTypes.has(type) ? number : json);

/** All of a value as text, of several lines where it has them. */
export const wholeText = (field: Field, value: Json, words: Words): string =>
  (relationshipOf(field) ? undefined : kindOf(field.type).whole?.(value)) ??
  formatted(field, value, words);
