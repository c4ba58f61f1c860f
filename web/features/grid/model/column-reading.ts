import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import { temporalOf, type Words } from '../../../lib/values/value-text.ts';

/** The rule that a pasted column is read by, where its texts could be read in two ways. */
export type ReadingRule = 'point' | 'comma' | 'dayFirst' | 'monthFirst';

export interface ColumnReading {
  readonly words: Words;
  readonly rule?: ReadingRule;
}

type Evidence<Rule> = Rule | 'either' | undefined;

/** The sign before the decimals of a number; a lone one before three digits may group them. */
function decimalSign(text: string): Evidence<'point' | 'comma'> {
  const [number = ''] = /[\d.,]*\d[\d.,]*/.exec(text.replace(/\s/g, '')) ?? [];
  const named = { '.': 'point', ',': 'comma' } as const;
  const [point, comma] = [number.lastIndexOf('.'), number.lastIndexOf(',')];
  if (point < 0 && comma < 0) return undefined;
  if (point >= 0 && comma >= 0) return point > comma ? 'point' : 'comma';
  const sign = point >= 0 ? '.' : ',';
  const [head = '', tail = '', ...more] = number.split(sign);
  if (more.length > 0) return sign === '.' ? 'comma' : 'point';
  const groups = tail.length === 3 && /^[1-9]\d{0,2}$/.test(head);
  return groups ? 'either' : named[sign];
}

/** The place of the day among the first two numbers of a date. */
function dayPlace(text: string): Evidence<'dayFirst' | 'monthFirst'> {
  const [, first, second] =
    /^\s*(\d{1,2})[-./ ](\d{1,2})[-./ ](?:\d{4}|\d{2})(?!\d)/.exec(text)?.map(Number) ?? [];
  if (first === undefined || second === undefined || first === second) return undefined;
  if (first > 12) return second > 12 ? undefined : 'dayFirst';
  return second > 12 ? 'monthFirst' : 'either';
}

/** The rule that all evidence agrees on, else `usual`; undefined where nothing could be doubted. */
function ruleOf<Rule extends string>(
  found: readonly Evidence<Rule>[],
  usual: Rule,
): Rule | undefined {
  const sure = new Set(found.filter(one => one !== undefined && one !== 'either'));
  const rule = sure.size === 1 ? ([...sure][0] as Rule) : usual;
  return rule !== usual || found.includes('either') ? rule : undefined;
}

const amountTypes: ReadonlySet<string> = new Set(['currency', 'weight', 'percentage']);

/**
 * Decides once for a column of pasted texts how they are read: one text that can only be read in
 * one way decides for those that could be read in two.
 */
export function readingOf(field: Field, texts: readonly string[], words: Words): ColumnReading {
  if (numberTypes.has(field.type) || amountTypes.has(field.type)) {
    const usual = words.language === 'tr' ? 'comma' : 'point';
    const rule = ruleOf(texts.map(decimalSign), usual);
    const language = (rule ?? usual) === 'comma' ? 'tr' : 'en';
    return { words: { ...words, language }, ...(rule && { rule }) };
  }
  const isDated = ['date', 'datetime', 'timestamp'].includes(field.type);
  if (!isDated || temporalOf(field) === 'time') return { words };
  const found = texts.map(dayPlace);
  const rule = ruleOf(found, 'dayFirst');
  const isDoubted = rule !== undefined || found.some(one => one !== undefined);
  return {
    words: isDoubted ? { ...words, isMonthFirst: rule === 'monthFirst' } : words,
    ...(rule && { rule }),
  };
}
