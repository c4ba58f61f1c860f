import { minor, type Currency } from '@hzm/contracts/features/pricing/money';
import { formatMoney } from '../lib/money.ts';
import { useLanguage } from '../lib/use-language.ts';

/** Writes amounts as calls answer them, which have two decimals at most. */
export function useMoney(): (amount: number, currency: Currency) => string {
  const language = useLanguage();
  return (amount, currency) => formatMoney(minor(amount), currency, language);
}
