import type { Language } from '@hzm/contracts/core/language';
import type { Currency } from '@hzm/contracts/features/pricing/money';

// Turkish readers write TL; ISO 4217 says TRY.
const codes: Readonly<Record<Currency, string>> = { TL: 'TRY', USD: 'USD', EUR: 'EUR' };
const locales: Readonly<Record<Language, string>> = { tr: 'tr-TR', en: 'en-GB' };

/** Converts an amount in the smallest unit to a decimal text: `1999` is `19.99`. */
function decimalOf(minor: number): `${number}` {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount in the smallest unit (kuruş, cents) as `₺1.299,50` or `₺1,299.50`, without zero
 * decimals.
 */
export function formatMoney(minor: number, currency: Currency, language: Language): string {
  const key = `${language} ${currency}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locales[language], {
      style: 'currency',
      currency: codes[currency],
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    });
    formats.set(key, format);
  }
  // Passed as text, so that it never becomes a floating-point number.
  return format.format(decimalOf(minor));
}
