import { isCardNumber } from './brand.ts';
import { expiryProblem } from './expiry.ts';
import { cardDigits } from './grouping.ts';

/** Values of the card and billing forms. They stay in the form: none is sent or stored. */
export interface PaymentValues {
  readonly cardNumber: string;
  readonly expiryDate: string;
  readonly cvv: string;
  readonly cardHolder: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly address: string;
  readonly city: string;
  readonly postalCode: string;
  readonly country: string;
}

export const noPayment: PaymentValues = {
  cardNumber: '',
  expiryDate: '',
  cvv: '',
  cardHolder: '',
  email: '',
  firstName: '',
  lastName: '',
  address: '',
  city: '',
  postalCode: '',
  country: 'TR',
};

export type PaymentRule = 'required' | 'cardNumber' | 'expiry' | 'expired' | 'cvv' | 'email';
const CVV_DIGITS = 3;
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

export const cvvDigits = (text: string): string => text.replace(/\D/g, '').slice(0, CVV_DIGITS);

/** Returns the problems by member. All are required. */
export function paymentProblems(
  values: PaymentValues,
  now: Date,
): Partial<Record<keyof PaymentValues, PaymentRule>> {
  const found: Partial<Record<keyof PaymentValues, PaymentRule>> = {
    ...(!isCardNumber(cardDigits(values.cardNumber)) && { cardNumber: 'cardNumber' }),
    ...(values.cvv.length !== CVV_DIGITS && { cvv: 'cvv' }),
    ...(!EMAIL.test(values.email.trim()) && { email: 'email' }),
  };
  const expiry = expiryProblem(values.expiryDate, now);
  if (expiry !== undefined) found.expiryDate = expiry;
  for (const [name, value] of Object.entries(values) as [keyof PaymentValues, string][])
    if (value.trim() === '') found[name] = 'required';
  return found;
}
