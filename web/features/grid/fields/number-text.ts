import type { Language } from '../../../lib/language.ts';

const signs = { tr: { group: '.', decimal: ',' }, en: { group: ',', decimal: '.' } } as const;
const writers = new Map<string, Intl.NumberFormat>();

/** `1.234,5` in Turkish, `1,234.5` in English; with `decimals`, so many of them. */
export function writeNumber(value: number, language: Language, decimals?: number): string {
  const key = `${language} ${decimals}`;
  const writer = writers.get(key) ?? new Intl.NumberFormat(language === 'tr' ? 'tr-TR' : 'en-GB', decimals === undefined ? { maximumFractionDigits: 20 } : { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  writers.set(key, writer);
  return writer.format(value);
}

/** Without groups, to be edited: `1234,5`. */
export const draftNumber = (value: number, language: Language): string => String(value).replace('.', signs[language].decimal);

/** A number as people of the language write it; a lone point that groups nothing is a decimal point. undefined: no number. */
export function readNumber(text: string, language: Language): number | undefined {
  const { group, decimal } = signs[language];
  const plain = text.replace(/[\s\u00a0\u202f]/g, '');
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d*)?$`);
  const written = grouped.test(plain) ? plain.replaceAll(group, '').replace(decimal, '.') : plain.replace(decimal, '.');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(written)) return undefined;
  const value = Number(written);
  return Number.isFinite(value) ? value : undefined;
}
