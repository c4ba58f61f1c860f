import type { Json, JsonObject } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import type { Field } from '@hzm/contracts/features/tables/table';
import { formatNumber } from '../../lib/format.ts';
import { formatDay } from '../../lib/values/date-text.ts';
import type { FileTexts } from '../../lib/values/files.ts';
import type { RelatedRows } from '../../lib/values/related.ts';
import { formatted, textOf } from '../../lib/values/value-text.ts';

export interface ValueWords {
  readonly language: Language;
  readonly none: string;
  readonly yes: string;
  readonly no: string;
  readonly related?: RelatedRows;
  readonly files?: FileTexts;
}

/** Formats a value as cells do, or by its own form if its field is gone or of another type. */
export function valueText(value: Json, field: Field | undefined, words: ValueWords): string {
  if (value === null || value === '') return words.none;
  return field !== undefined && textOf(field.type).holds(value, field)
    ? formatted(field, value, words)
    : byItself(value, words);
}

function byItself(value: Json, { language, yes, no }: ValueWords): string {
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number') return formatNumber(value, language);
  if (typeof value === 'string')
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value, language) : value;
  const { amount, symbol, currency, value: measure, unit } = value as JsonObject;
  if (typeof amount === 'number')
    return `${formatNumber(amount, language)} ${typeof symbol === 'string' ? symbol : typeof currency === 'string' ? currency : ''}`.trim();
  if (typeof measure === 'number' && typeof unit === 'string')
    return `${formatNumber(measure, language)} ${unit}`;
  return JSON.stringify(value);
}
