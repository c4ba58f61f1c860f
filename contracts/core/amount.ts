/** Currency codes with their symbols. */
export const currencies = {
  TRY: '₺',
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  CHF: 'CHF',
  CAD: 'C$',
  AUD: 'A$',
} as const;
export type CurrencyCode = keyof typeof currencies;

/** An operand for amounts of these currencies. */
export interface Amount {
  readonly amount: number;
  readonly currencies: readonly string[];
}
