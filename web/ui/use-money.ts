import { minor, type Currency } from '@hzm/contracts/features/pricing/money';
import { formatMoney } from '../lib/money.ts';
import { useLanguage } from '../lib/use-language.ts';

/** Formats amounts of API answers, which have at most two decimals. */
export function useMoney(): (amount: number, currency: Currency) => string {
  const language = useLanguage();
  return (amount, currency) => formatMoney(minor(amount), currency, language);
}
