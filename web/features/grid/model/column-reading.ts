import { decimalSign, type Evidence, ruleOf } from '@hzm/contracts/core/written-column';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import { temporalOf, type Words } from '../../../lib/values/value-text.ts';

/** The rule that a pasted column is read by, where its texts could be read in two ways. */
export type ReadingRule = 'point' | 'comma' | 'dayFirst' | 'monthFirst';

export interface ColumnReading {
  readonly words: Words;
  readonly rule?: ReadingRule;
}

/** The place of the day among the first two numbers of a date. */
function dayPlace(text: string): Evidence<'dayFirst' | 'monthFirst'> {
  const [, first, second] =
    /^\s*(\d{1,2})[-./ ](\d{1,2})[-./ ](?:\d{4}|\d{2})(?!\d)/.exec(text)?.map(Number) ?? [];
  if (first === undefined || second === undefined || first === second) return undefined;
  if (first > 12) return second > 12 ? undefined : 'dayFirst';
  return second > 12 ? 'monthFirst' : 'either';
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
