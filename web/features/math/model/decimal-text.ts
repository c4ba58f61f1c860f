import type { Language } from '@hzm/contracts/core/language';
import { numberSigns, readWritten } from '@hzm/contracts/core/written-number';
import { D, readDecimal } from '@hzm/contracts/features/math/decimal';

/**
 * Returns the decimal text, with a point, of what a person wrote in the language or copied from the
 * other one; undefined if it is no number. Keeps every digit.
 */
export function readDecimalText(text: string, language: Language): string | undefined {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(/^[−–]/, '-');
  return readWritten(plain, language, written =>
    typeof readDecimal(written) === 'string' ? undefined : written,
  );
}

/** Formats a decimal text with groups and a real minus sign, rounded if `decimals` is given. */
export function showDecimal(text: string, language: Language, decimals?: number): string {
  const rounded = decimals === undefined ? text : new D(text).toDecimalPlaces(decimals).toFixed();
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(rounded) ?? [];
  if (whole === '') return text;
  const { group, decimal } = numberSigns[language];
  const groups = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return `${sign === '' ? '' : '−'}${groups}${rest.replace('.', decimal).replace('e-', 'e−')}`;
}
