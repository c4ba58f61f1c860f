import { currencies, type CurrencyCode } from '@hzm/contracts/core/amount';
import { MAX_STARS } from '@hzm/contracts/core/everyday/stars';
import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { locales } from '@hzm/services/core/say';
import { textIn } from './texts.ts';

const codes = Object.keys(currencies) as readonly CurrencyCode[];

const formats = (language: Language) => ({
  money: new Map<Json | undefined, Intl.NumberFormat>(
    codes.map(currency => [
      currency,
      new Intl.NumberFormat(locales[language], {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        maximumFractionDigits: 10,
      }),
    ]),
  ),
  number: new Intl.NumberFormat(locales[language], {
    maximumFractionDigits: 10,
    maximumSignificantDigits: 10,
    roundingPriority: 'morePrecision',
  }),
  date: new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeZone: 'UTC' }),
});
const known = { tr: formats('tr'), en: formats('en') };

/** A day without a time. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Maximum members of an object that is written in words; amounts by currency have few. */
const MAX_MEMBERS = 20;

function objectText(language: Language, value: JsonObject): string {
  const amount = memberOf(value, 'amount') ?? memberOf(value, 'value');
  const unit = memberOf(value, 'symbol') ?? memberOf(value, 'unit');
  const money = known[language].money.get(memberOf(value, 'currency'));
  if (typeof amount === 'number' && money) return money.format(amount);
  if (typeof amount === 'number' && typeof unit === 'string')
    return `${known[language].number.format(amount)} ${unit}`;
  const members = Object.entries(value);
  if (members.length > MAX_MEMBERS || members.some(([, one]) => one && typeof one === 'object'))
    return JSON.stringify(value);
  return members
    .map(([name, one]) => {
      const inCurrency = known[language].money.get(name);
      return inCurrency && typeof one === 'number'
        ? inCurrency.format(one)
        : `${cellText(language, undefined, one ?? null)} ${name}`;
    })
    .join(', ');
}

/** Returns a value as the reader's language writes it. */
export function cellText(language: Language, type: FieldType | undefined, value: Json): string {
  if (value === null) return '';
  if (type === 'stars' && typeof value === 'number')
    return '★'.repeat(value).padEnd(MAX_STARS, '☆');
  if (type === 'auto_number') return `${value as number}`;
  if (typeof value === 'number') return known[language].number.format(value);
  if (typeof value === 'boolean') return textIn(language, value ? 'yes' : 'no');
  if (typeof value === 'object')
    return Array.isArray(value) ? JSON.stringify(value) : objectText(language, value as JsonObject);
  // A moment keeps its time and zone as they were written: the reader's zone is not known.
  const day = type === 'date' && DAY.test(value) ? Date.parse(value) : NaN;
  // Narrow columns of tables would break a day into three lines.
  return Number.isNaN(day) ? value : known[language].date.format(day).replaceAll(' ', '\u00a0');
}
