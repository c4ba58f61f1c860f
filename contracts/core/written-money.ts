import { currencies, type CurrencyCode } from './amount.ts';
import type { Language } from './language.ts';
import { readNumber } from './written-number.ts';

/** Names of currencies, besides code and symbol; longer names precede names that they contain. */
const names: readonly (readonly [name: string, code: CurrencyCode])[] = [
  ...Object.keys(currencies).map(code => [code, code as CurrencyCode] as const),
  ['TL', 'TRY'],
  ['₺', 'TRY'],
  ['US$', 'USD'],
  ['CA$', 'CAD'],
  ['C$', 'CAD'],
  ['AU$', 'AUD'],
  ['A$', 'AUD'],
  ['$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['Fr.', 'CHF'],
];

export interface Money {
  readonly amount: number;
  /** Undefined if the text names none. */
  readonly code: CurrencyCode | undefined;
}

/**
 * Parses an amount with a currency before or after it, as code, symbol or short name: `1.234,50 ₺`,
 * `₺1.234,50`, `1.234,50 TL`, `-$5`. Undefined if invalid.
 */
export function readMoney(text: string, language: Language): Money | undefined {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '');
  const upper = plain.toLocaleUpperCase('en');
  const found = names.find(
    ([name]) =>
      upper.startsWith(name.toUpperCase()) ||
      upper.endsWith(name.toUpperCase()) ||
      upper.startsWith(`-${name.toUpperCase()}`),
  );
  const amount = readNumber(found ? without(plain, found[0]) : plain, language);
  return amount === undefined ? undefined : { amount, code: found?.[1] };
}

function without(plain: string, name: string): string {
  const [upper, wanted] = [plain.toLocaleUpperCase('en'), name.toUpperCase()];
  if (upper.endsWith(wanted)) return plain.slice(0, -name.length);
  return upper.startsWith('-') ? `-${plain.slice(1 + name.length)}` : plain.slice(name.length);
}
