import type { Json, JsonObject } from '@hzm/contracts/core/json';
import { formatNumber } from '../../lib/format.ts';
import type { Language } from '../../lib/language.ts';

export interface ValueWords {
  readonly none: string;
  readonly yes: string;
  readonly no: string;
}

/** A value as a reader of the history sees it: by its own form, since the field may be of another type by now, or gone. */
export function valueText(value: Json, words: ValueWords, language: Language): string {
  if (value === null || value === '') return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return formatNumber(value, language);
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value.split('-').toReversed().join('.') : value;
  const { amount, symbol, currency, value: measure, unit } = value as JsonObject;
  if (typeof amount === 'number') return `${formatNumber(amount, language)} ${typeof symbol === 'string' ? symbol : typeof currency === 'string' ? currency : ''}`.trim();
  if (typeof measure === 'number' && typeof unit === 'string') return `${formatNumber(measure, language)} ${unit}`;
  return JSON.stringify(value);
}
