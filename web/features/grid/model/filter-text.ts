import { currencies } from '@hzm/contracts/core/amount';
import { joinNames } from '@hzm/contracts/core/choices';
import { hasFiles } from '@hzm/contracts/core/everyday';
import { fold } from '@hzm/contracts/core/turkish';
import { readMoney } from '@hzm/contracts/core/written-money';
import { readNumber } from '@hzm/contracts/core/written-number';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import { isRelational } from '@hzm/contracts/features/tables/relationship';
import { isOfOptions, isPerson, optionNamed, splitNames } from '../../../lib/values/choices.ts';
import {
  dayOf,
  formatDay,
  readDay,
  readMoment,
  readMonth,
  readTime,
  timeOf,
} from '../../../lib/values/date-text.ts';
import { draftNumber } from '../../../lib/values/number-text.ts';
import { isRowId, isToMany, relationshipOf } from '../../../lib/values/related.ts';
import {
  filterOptionsIn,
  formatted,
  relatedText,
  temporalOf,
  textOf,
  type Problem,
  type Shape,
  type Words,
} from '../../../lib/values/value-text.ts';
import { filterShown, shownFilter } from './filter-shown.ts';
import { listOf, listText, type Conditions, type Filter } from './filter.ts';

/** The ways to filter values of a field. */
export type Kind =
  | 'text'
  | 'number'
  | 'money'
  | 'boolean'
  | 'day'
  | 'moment'
  | 'time'
  | 'choice'
  | 'files'
  | 'other';

export function kindOf({ type, validation, relationships = [] }: Shape): Kind {
  if (type === 'boolean') return 'boolean';
  if (hasFiles(type)) return 'files';
  if (isOfOptions(type) || relationships.length > 0) return 'choice';
  if (type === 'currency') return 'money';
  if (numberTypes.has(type)) return 'number';
  if (['date', 'moment', 'time'].includes(formOf(type))) return temporalOf({ type, validation });
  return type === 'object' ||
    type === 'array' ||
    type === 'weight' ||
    type === 'duration' ||
    (textOf(type).copy !== undefined && !isRelational(type))
    ? 'other'
    : 'text';
}

export type Read = { readonly filter: Filter | undefined } | { readonly problem: Problem };

/** A moment in a reader's own time zone from a day's first to the next one's. */
const startOf = (day: string, days = 0): string => {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + days);
  return at.toISOString();
};

/** One side of a comparison, as the server takes it; `end`: the first moment behind it. */
function operand(text: string, kind: Kind, words: Words, end: boolean): string | undefined {
  const now = new Date();
  switch (kind) {
    case 'number':
      return numberText(readNumber(text, words.language));
    case 'money':
      return moneyText(readMoney(text, words.language));
    case 'day':
      return readDay(text, now);
    case 'time':
      return readTime(text);
    case 'moment': {
      const day = readDay(text, now);
      return day === undefined ? readMoment(text, now) : startOf(day, end ? 1 : 0);
    }
    default:
      return text === '' ? undefined : text;
  }
}
const numberText = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

const moneyText = (money: ReturnType<typeof readMoney>): string | undefined =>
  money && (money.code === undefined ? String(money.amount) : `${money.amount} ${money.code}`);

const problems: Partial<Record<Kind, Problem>> = {
  number: 'number',
  money: 'number',
  day: 'date',
  moment: 'moment',
  time: 'time',
};
const signs = {
  '>=': 'gte',
  '≥': 'gte',
  '<=': 'lte',
  '≤': 'lte',
  '!=': 'ne',
  '<>': 'ne',
  '≠': 'ne',
  '>': 'gt',
  '<': 'lt',
  '=': 'eq',
} as const;
type Sign = keyof typeof signs;

/**
 * Parses a filter typed over a column, in the reader's language: a part of a text; a number or day
 * as it is shown; `>10`, `<=10`, `10..20`, `=Çay`, `!=Çay`; `=` alone is empty and `!=` alone is
 * not.
 */
export function readFilter(field: Shape, typed: string, words: Words): Read {
  const text = typed.trim();
  const kind = kindOf(field);
  if (text === '') return { filter: undefined };
  const shown = filterShown(field.type, text, words.language);
  if (shown !== undefined) return { filter: shown };
  if (kind === 'choice') return readChoice(field, text, words);
  const problem = { problem: problems[kind] ?? 'value' } as const;
  const sign = (Object.keys(signs) as Sign[]).find(one => text.startsWith(one));
  const rest = sign === undefined ? '' : text.slice(sign.length).trim();
  if (rest === '' && sign !== undefined && ['eq', 'ne'].includes(signs[sign]))
    return { filter: { empty: String(signs[sign] === 'eq') } };
  if (sign !== undefined && (kind !== 'text' || ['eq', 'ne'].includes(signs[sign])))
    return kind === 'other'
      ? { filter: text }
      : (compared(field, kind, signs[sign], rest, words) ?? problem);
  const [from, to, ...more] = kind === 'text' || kind === 'other' ? [] : text.split(/\.\.+|…/);
  if (from !== undefined && to !== undefined && more.length === 0)
    return between(kind, from.trim(), to.trim(), words) ?? problem;
  return plain(field, kind, text, words) ?? problem;
}

/** Names of options or parts of them: `bek`, `=Bekliyor, İşleniyor`, `!=Bitti`. */
function readChoice(field: Shape, text: string, words: Words): Read {
  const options = filterOptionsIn(field, words);
  const [, sign = '', rest = ''] = /^(!=|<>|≠|=)?\s*(.*)$/s.exec(text) ?? [];
  const isNot = sign !== '' && sign !== '=';
  if (rest === '') return { filter: { empty: String(!isNot) } };
  const found = splitNames(rest, options).map(name => {
    const exact = optionNamed(options, name);
    return exact
      ? [exact]
      : sign === ''
        ? options.filter(option => fold(option.name).includes(fold(name)))
        : [];
  });
  const ids = new Set(found.flat().map(({ id }) => id));
  if (found.some(some => some.length === 0) || (isNot && ids.size !== 1))
    return { problem: isPerson(field.type) ? 'person' : 'option' };
  if (isNot) return { filter: { ne: [...ids][0]! } };
  return { filter: chosenFilter(options.flatMap(({ id }) => (ids.has(id) ? [id] : []))) };
}

/** The filter of lists that hold one of these ids; lists of related rows are searched for one. */
export const chosenIn = (field: Shape, ids: readonly string[]): Filter | undefined =>
  isToMany(field) ? ids[0] : chosenFilter(ids);

/** The filter of one of these ids. */
export const chosenFilter = (ids: readonly string[]): Filter | undefined =>
  ids.length === 0 ? undefined : ids.length === 1 ? { eq: ids[0]! } : { in: listText(ids) };

function choiceText(field: Shape, filter: Filter, words: Words): string {
  if (typeof filter === 'string')
    return isRowId(filter) && relationshipOf(field) ? relatedText(filter, field, words) : filter;
  const name = (id: string): string =>
    relationshipOf(field)
      ? relatedText(id, field, words)
      : (optionNamed(filterOptionsIn(field, words), id)?.name ??
        (isPerson(field.type) ? formatted(field, id, words) : id));
  if (filter.empty !== undefined) return filter.empty === 'true' ? '=' : '!=';
  if (filter.ne !== undefined) return `!=${joinNames([name(filter.ne)])}`;
  return joinNames(
    (filter.in === undefined ? [filter.eq ?? ''] : listOf(filter.in)).map(id => name(id)),
  );
}

function compared(
  field: Shape,
  kind: Kind,
  op: 'gt' | 'gte' | 'lt' | 'lte' | 'eq' | 'ne',
  text: string,
  words: Words,
): Read | undefined {
  if (kind === 'moment' && op === 'eq') return plain(field, kind, text, words);
  // Behind a day is behind its end.
  const value = operand(text, kind, words, op === 'gt' || op === 'lte');
  if (value === undefined) return undefined;
  if (kind !== 'moment' || readDay(text, new Date()) === undefined)
    return { filter: { [op]: value } };
  return { filter: op === 'gt' || op === 'gte' ? { gte: value } : { lt: value } };
}

function between(kind: Kind, from: string, to: string, words: Words): Read | undefined {
  const [first, last] = [
    from === '' ? undefined : operand(from, kind, words, false),
    to === '' ? undefined : operand(to, kind, words, true),
  ];
  if (
    (first === undefined) !== (from === '') ||
    (last === undefined) !== (to === '') ||
    (first === undefined && last === undefined)
  )
    return undefined;
  const isEnd = kind === 'moment' && readDay(to, new Date()) !== undefined;
  return {
    filter: {
      ...(first !== undefined && { gte: first }),
      ...(last !== undefined && (isEnd ? { lt: last } : { lte: last })),
    },
  };
}

/** A number is looked for as a part of what stands there, as texts are: `11` finds 1.100, too. */
function plain(_: Shape, kind: Kind, text: string, { language }: Words): Read | undefined {
  const now = new Date();
  switch (kind) {
    case 'number': {
      const value = readNumber(text, language);
      return value === undefined ? undefined : { filter: String(value) };
    }
    case 'money': {
      const code = Object.entries(currencies).find(([name, symbol]) =>
        [name, symbol, ...(name === 'TRY' ? ['TL'] : [])].some(known => fold(known) === fold(text)),
      )?.[0];
      if (code !== undefined) return { filter: code };
      const filter = moneyText(readMoney(text, language));
      return filter === undefined ? undefined : { filter };
    }
    case 'day':
    case 'moment': {
      const day = /^\d{1,2}[./ ]\d{1,2}\.?$/.test(text) ? undefined : readDay(text, now);
      const month = readMonth(text);
      if (kind === 'day') {
        if (day !== undefined) return { filter: day };
        const inAnyYear = readDay(text, now)?.slice(4);
        return month !== undefined
          ? { filter: month }
          : inAnyYear !== undefined
            ? { filter: inAnyYear }
            : undefined;
      }
      const whole = day ?? readDay(text, now);
      if (whole !== undefined) return { filter: { gte: startOf(whole), lt: startOf(whole, 1) } };
      if (month !== undefined && /^\d{4}/.test(month)) return { filter: monthRange(month) };
      const moment = readMoment(text, now);
      return moment === undefined
        ? undefined
        : { filter: { gte: moment, lt: new Date(Date.parse(moment) + 60_000).toISOString() } };
    }
    case 'time':
      return { filter: readTime(text) ?? text };
    case 'other':
      return { filter: text };
    default:
      return { filter: text };
  }
}

/** `2026` or `2026-09` from its first moment to the first behind it. */
function monthRange(month: string): Conditions {
  const [year = 0, of] = month.split('-').map(Number);
  const [from, to] =
    of === undefined
      ? [new Date(year, 0, 1), new Date(year + 1, 0, 1)]
      : [new Date(year, of - 1, 1), new Date(year, of, 1)];
  return { gte: from.toISOString(), lt: to.toISOString() };
}

/** A filter as a person of the language would type it. */
export function filterText(field: Shape, filter: Filter | undefined, words: Words): string {
  if (filter === undefined) return '';
  if (kindOf(field) === 'choice') return choiceText(field, filter, words);
  const asShown = shownFilter(field.type, filter, words.language);
  if (asShown !== undefined) return asShown;
  const kind = kindOf(field);
  const shown = (text: string, end = false): string => shownOperand(text, kind, words, end);
  if (typeof filter === 'string') return shown(filter);
  const { gte, lte, lt, gt, eq, ne, empty } = filter;
  if (empty !== undefined) return empty === 'true' ? '=' : '!=';
  if (filter.in !== undefined)
    return `=${listOf(filter.in)
      .map(part => shown(part))
      .join(', ')}`;
  if (kind === 'moment' && gte !== undefined && lt !== undefined)
    return shown(gte) === shown(lt, true) ? shown(gte) : `${shown(gte)}..${shown(lt, true)}`;
  if (kind === 'moment' && lt !== undefined) return `<${shown(lt)}`;
  if (gte !== undefined && lte !== undefined) return `${shown(gte)}..${shown(lte)}`;
  if (eq !== undefined)
    return kind === 'boolean' ? (eq === 'true' ? words.yes : words.no) : `=${shown(eq)}`;
  const sides = [
    [gte, '>='],
    [gt, '>'],
    [lte, '<='],
    [lt, '<'],
    [ne, '!='],
  ] as const;
  return sides
    .flatMap(([value, sign]) => (value === undefined ? [] : [`${sign}${shown(value)}`]))
    .join(' ');
}

function shownOperand(text: string, kind: Kind, { language }: Words, end: boolean): string {
  if (kind === 'number' || kind === 'money') {
    const [amount = '', code] = text.split(' ');
    return amount !== '' && Number.isFinite(Number(amount))
      ? `${draftNumber(Number(amount), language)}${code === undefined ? '' : ` ${code}`}`
      : text;
  }
  if (kind === 'day') {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text, language);
    const [, month, day] = /^-(\d{2})-(\d{2})$/.exec(text) ?? [];
    return month === undefined
      ? /^\d{4}-\d{2}$/.test(text)
        ? text.split('-').toReversed().join('.')
        : text
      : `${day}.${month}`;
  }
  if (kind !== 'moment') return text;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  if (timeOf(at) !== '00:00') return `${formatDay(dayOf(at), language)} ${timeOf(at)}`;
  return formatDay(dayOf(end ? new Date(at.getTime() - 1) : at), language);
}
