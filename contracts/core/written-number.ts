import { exactNumber } from './exact.ts';
import type { Language } from './language.ts';

/** The signs within a written number. */
export const numberSigns = {
  tr: { group: '.', decimal: ',' },
  en: { group: ',', decimal: '.' },
} as const;
const others = { tr: 'en', en: 'tr' } as const;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Parses a number in the language, then in the other one, because texts are copied between
 * languages. Accepts grouping, a percent sign and brackets for negative numbers; a lone point that
 * groups nothing is a decimal point. Undefined if invalid.
 */
export function readNumber(text: string, language: Language): number | undefined {
  const plain = text
    .replace(/[\s\u00a0\u202f%]/g, '')
    .replace(/^[−–]/, '-')
    .replace(/^\((.+)\)$/, '-$1');
  return readWritten(plain, language, written =>
    DECIMAL.test(written) ? exactNumber(written) : undefined,
  );
}

/** Digits in groups of three between spaces. */
const SPACED = /^\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;

/**
 * Whether the digits of a text, with signs or a currency around them, can only be a number: no
 * leading zeros, no plus sign, spaces between groups of three only, one percent sign at an end.
 */
export function isPlainNumber(text: string): boolean {
  const [, before = '', digits = ''] = /^(\D*)(\d(?:.*\d)?)/s.exec(text) ?? [];
  const isPadded = /^0\d/.test(digits) && !/[.,]$/.test(before);
  const isSigned = before.includes('+') || digits.includes('%') || /%.*%/s.test(text);
  return !isPadded && !isSigned && (!/\s/.test(digits) || SPACED.test(digits));
}

/** Parses a number that is written as nothing else is, such as a telephone number or a code. */
export const readPlainNumber = (text: string, language: Language): number | undefined =>
  isPlainNumber(text) ? readNumber(text, language) : undefined;

/**
 * Reads a number in the language, then in the other one; `read` takes a decimal text with a point
 * and without groups, and returns undefined if it is no number.
 */
export const readWritten = <Read>(
  plain: string,
  language: Language,
  read: (written: string) => Read | undefined,
): Read | undefined => read(withPoint(plain, language)) ?? read(withPoint(plain, others[language]));

function withPoint(plain: string, language: Language): string {
  const { group, decimal } = numberSigns[language];
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d*)?$`);
  return (grouped.test(plain) ? plain.replaceAll(group, '') : plain).replace(decimal, '.');
}
