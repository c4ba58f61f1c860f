import type { Language } from '@hzm/contracts/core/language';
import { decimalSign, ruleOf } from '@hzm/contracts/core/written-column';
import type { Input } from '@hzm/contracts/features/math/operation';
import { draftNumber } from '../../../lib/values/number-text.ts';
import { readDecimalText } from './decimal-text.ts';

/** Numbers read from a text, and the entries that are none. */
export interface ReadList {
  readonly values: readonly string[];
  readonly dropped: readonly string[];
}

/** Signs that a spreadsheet copies with an amount, or around a cell. */
const AROUND = /["₺$€£]/g;
/** Separates entries; a no-break space groups digits instead. */
const BETWEEN = /[ \t\r\n;]+/;

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(AROUND, '')
    .split(BETWEEN)
    .filter(word => word.trim() !== '');

/**
 * Splits a list. Tabs, lines, semicolons and spaces always separate; a comma does where a space
 * follows, or where nothing else separates: `10,20` are two values, `1,5 2,5` in Turkish, too.
 */
function entriesOf(text: string): readonly string[] {
  const words = wordsOf(text);
  const isByComma =
    (words.length === 1 && !text.includes(';')) || words.some(word => word.endsWith(','));
  return isByComma ? words.flatMap(word => word.split(',')).filter(word => word !== '') : words;
}

/** Returns the language that numbers are written in: their own, where they tell, else the reader's. */
function languageOf(texts: readonly string[], language: Language): Language {
  const usual = language === 'tr' ? 'comma' : 'point';
  return (ruleOf(texts.map(decimalSign), usual) ?? usual) === 'comma' ? 'tr' : 'en';
}

export function readList(text: string, language: Language): ReadList {
  const entries = entriesOf(text);
  const written = languageOf(entries, language);
  const read = entries.map(entry => ({ entry, value: readDecimalText(entry, written) }));
  return {
    values: read.flatMap(({ value }) => value ?? []),
    dropped: read.flatMap(({ entry, value }) => (value === undefined ? entry : [])),
  };
}

/** Reads a matrix: a line for each row, as a spreadsheet copies it; undefined if it is none. */
export function readMatrix(text: string, language: Language): readonly string[][] | undefined {
  const cells = text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => wordsOf(line).map(cell => cell.replace(/,$/, '')));
  const written = languageOf(cells.flat(), language);
  const rows = cells.map(row => row.map(cell => readDecimalText(cell, written)));
  const isWhole = rows.every(row => row.length === rows[0]!.length && !row.includes(undefined));
  return rows.length > 0 && isWhole ? (rows as string[][]) : undefined;
}

/** Returns the value that is sent for an input; undefined if the text is wrong. */
export function valueOf(input: Input, text: string, language: Language): unknown {
  switch (input.kind) {
    case 'number':
      return text.trim() === '' ? '0' : readDecimalText(text, language);
    case 'list': {
      const { values } = readList(text, language);
      return values.length === 0 ? undefined : values;
    }
    case 'matrix':
      return readMatrix(text, language);
  }
}

/** Separates by commas, or by semicolons if a comma is the decimal sign of a value. */
function draftOfList(values: readonly unknown[], language: Language): string {
  const drafts = values.map(value => draftNumber(String(value), language));
  if (!drafts.some(draft => draft.includes(','))) return drafts.join(', ');
  return drafts.length === 1 ? `${drafts[0]};` : drafts.join('; ');
}

/** Writes a value, such as an example or one of an address, as a draft. */
export function draftOf(value: unknown, language: Language): string {
  if (!Array.isArray(value)) return draftNumber(String(value), language);
  return Array.isArray(value[0])
    ? (value as unknown[][])
        .map(row => row.map(cell => draftNumber(String(cell), language)).join('\t'))
        .join('\n')
    : draftOfList(value, language);
}

/** Inputs of an address: JSON of each value by name. */
export type Given = Readonly<Record<string, unknown>>;
