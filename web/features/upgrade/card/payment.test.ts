import { describe, expect, it } from 'vitest';
import { cvvDigits, noPayment, paymentProblems } from './payment.ts';

const now = new Date(2026, 10, 22);
const good = {
  cardNumber: '4242 4242 4242 4242',
  expiryDate: '12/28',
  cvv: '123',
  cardHolder: 'Ayşe Ak',
  email: 'ayse@example.com',
  firstName: 'Ayşe',
  lastName: 'Ak',
  address: 'Moda Cd. 1',
  city: 'İstanbul',
  postalCode: '34710',
  country: 'TR',
};

describe('payment form', () => {
  it('requires all values, with Turkey as the initial country', () => {
    const { country: _, ...others } = noPayment;
    expect(paymentProblems(noPayment, now)).toEqual(
      Object.fromEntries(Object.keys(others).map(name => [name, 'required'])),
    );
    expect(paymentProblems({ ...good, country: ' ' }, now)).toEqual({ country: 'required' });
  });

  it('reports each invalid value', () => {
    expect(paymentProblems(good, now)).toEqual({});
    expect(
      paymentProblems(
        {
          ...good,
          cardNumber: '4242 4242 4242 4241',
          cvv: '12',
          expiryDate: '10/26',
          email: 'ayse',
        },
        now,
      ),
    ).toEqual({ cardNumber: 'cardNumber', cvv: 'cvv', expiryDate: 'expired', email: 'email' });
    expect(paymentProblems({ ...good, expiryDate: '13/28' }, now)).toEqual({
      expiryDate: 'expiry',
    });
  });

  it('has a security code of three digits', () => {
    expect([cvvDigits('12a34'), cvvDigits('1')]).toEqual(['123', '1']);
  });
});
