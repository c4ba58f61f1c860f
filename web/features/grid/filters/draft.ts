import type { Field } from '@hzm/contracts/features/tables/table';
import { isToMany } from '../../../lib/values/related.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import {
  chosenIn,
  filterText,
  kindOf,
  readFilter,
  type Kind,
  type Read,
} from '../model/filter-text.ts';
import { listOf, type Filter } from '../model/filter.ts';

export type How =
  | 'contains'
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'in'
  | 'empty'
  | 'full';
const sized: readonly How[] = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'in',
  'empty',
  'full',
];
const offered: Readonly<Record<Kind, readonly How[]>> = {
  text: ['contains', 'eq', 'ne', 'in', 'empty', 'full'],
  other: ['contains', 'empty', 'full'],
  boolean: ['in', 'empty', 'full'],
  number: ['contains', ...sized],
  money: ['contains', ...sized],
  day: ['contains', ...sized],
  time: ['contains', ...sized],
  moment: sized.filter(how => how !== 'ne' && how !== 'in'),
  choice: ['in', 'ne', 'empty', 'full'],
  files: ['full', 'empty'],
};
const signs: Partial<Record<How, string>> = {
  eq: '=',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** A filter as it is composed in a form. */
export interface Draft {
  readonly how: How;
  readonly from: string;
  readonly to: string;
  readonly chosen: readonly string[];
}

/** The ways to filter by a field, in the order in which they are offered. */
export const waysOf = (field: Field): readonly How[] =>
  offered[kindOf(field)].filter(how => how !== 'ne' || !isToMany(field));

/** Whether a draft ticks values of a list. */
export const isListed = (field: Field, how: How): boolean =>
  how === 'in' || (kindOf(field) === 'choice' && how === 'ne');

/** Returns the draft that shows a filter. */
export function draftOf(field: Field, filter: Filter | undefined, words: Words): Draft {
  const text = filterText(field, filter, words);
  const none = { from: '', to: '', chosen: [] };
  const isChoice = kindOf(field) === 'choice';
  const usual = offered[kindOf(field)][0]!;
  if (filter === undefined) return { ...none, how: usual };
  if (typeof filter === 'string')
    return isChoice
      ? { ...none, how: 'in', chosen: [filter] }
      : { ...none, how: usual, from: text };
  if (filter.empty !== undefined)
    return { ...none, how: filter.empty === 'true' ? 'empty' : 'full' };
  if (filter.in !== undefined) return { ...none, how: 'in', chosen: listOf(filter.in) };
  if (isChoice && filter.ne !== undefined) return { ...none, how: 'ne', chosen: [filter.ne] };
  if (field.type === 'boolean' || isChoice)
    return { ...none, how: 'in', chosen: filter.eq === undefined ? [] : [filter.eq] };
  const [from = '', to] = text.split('..');
  if (to !== undefined && waysOf(field).includes('between'))
    return { ...none, how: 'between', from, to };
  const [how = usual, sign = ''] =
    (Object.entries(signs) as [How, string][])
      .toSorted(([, a], [, b]) => b.length - a.length)
      .find(([, one]) => text.startsWith(one)) ?? [];
  return { ...none, how, from: text.slice(sign.length) };
}

/** Reads a draft; one without a value is no filter. */
export function readDraft(field: Field, { how, from, to, chosen }: Draft, words: Words): Read {
  const kind = kindOf(field);
  if (how === 'empty' || how === 'full') return { filter: { empty: String(how === 'empty') } };
  if (how === 'in') return { filter: chosenIn(field, chosen) };
  if (kind === 'choice') return { filter: chosen[0] === undefined ? undefined : { ne: chosen[0] } };
  if (from.trim() === '' && (how !== 'between' || to.trim() === '')) return { filter: undefined };
  return how === 'contains' && kind === 'text'
    ? { filter: from }
    : readFilter(field, how === 'between' ? `${from}..${to}` : `${signs[how] ?? ''}${from}`, words);
}
