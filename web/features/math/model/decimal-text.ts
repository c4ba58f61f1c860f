import { D, readDecimal } from '@hzm/contracts/features/math/decimal';
import type { Language } from '../../../lib/language.ts';

const signs = { tr: { group: '.', decimal: ',' }, en: { group: ',', decimal: '.' } } as const;
const others = { tr: 'en', en: 'tr' } as const;

const readIn = (plain: string, language: Language): string | undefined => {
  const { group, decimal } = signs[language];
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d*)?$`);
  const written = (grouped.test(plain) ? plain.replaceAll(group, '') : plain).replace(decimal, '.');
  return typeof readDecimal(written) === 'string' ? undefined : written;
};

/**
 * Returns the decimal text, with a point, of what a person wrote in the language or copied from the
 * other one; undefined if it is no number. Keeps every digit.
 */
export function readDecimalText(text: string, language: Language): string | undefined {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(/^[−–]/, '-');
  if (plain === '') return undefined;
  return readIn(plain, language) ?? readIn(plain, others[language]);
}

/** Formats a decimal text for editing: `1234,5`. */
export const draftDecimal = (text: string, language: Language): string =>
  text.replace('.', signs[language].decimal);

/** Formats a decimal text with groups and a real minus sign, rounded if `decimals` is given. */
export function showDecimal(text: string, language: Language, decimals?: number): string {
  const rounded = decimals === undefined ? text : new D(text).toDecimalPlaces(decimals).toFixed();
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(rounded) ?? [];
  if (whole === '') return text;
  const { group, decimal } = signs[language];
  const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return `${sign === '' ? '' : '−'}${groups}${rest.replace('.', decimal).replace('e-', 'e−')}`;
}
