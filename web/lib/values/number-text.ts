import type { Language } from '@hzm/contracts/core/language';
import { numberSigns } from '@hzm/contracts/core/written-number';

const writers = new Map<string, Intl.NumberFormat>();

/**
 * Formats `1.234,5` in Turkish, `1,234.5` in English; with `decimals`, at least so many decimals
 * and at most `most`.
 */
export function writeNumber(
  value: number,
  language: Language,
  decimals?: number,
  most = decimals,
): string {
  const key = `${language} ${decimals} ${most}`;
  const writer =
    writers.get(key) ??
    new Intl.NumberFormat(language === 'tr' ? 'tr-TR' : 'en-GB', {
      minimumFractionDigits: decimals ?? 0,
      maximumFractionDigits: most ?? 20,
    });
  writers.set(key, writer);
  return writer.format(value);
}

/** Formats without grouping and with every digit, for editing and copying: `1234,5`. */
export const draftNumber = (value: number | string, language: Language): string =>
  String(value).replace('.', numberSigns[language].decimal);
