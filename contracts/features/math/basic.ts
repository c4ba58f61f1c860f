import { EXACT_DIGITS, Fine, RESULT_DIGITS, step, type D } from './decimal.ts';
import { both, number, operation, refuse, type Operation } from './operation.ts';

const inputs = {
  num1: number({
    label: both('Birinci sayı', 'First number'),
    example: '12',
    otherwise: 'math-basic',
  }),
  num2: number({
    label: both('İkinci sayı', 'Second number'),
    example: '5',
    otherwise: 'math-basic',
  }),
};
const results = { result: { label: both('Sonuç', 'Result') } };

const checked = (divisor: D): D => {
  if (divisor.isZero()) throw refuse('math-division-by-zero', {}, 'num2');
  return divisor;
};

function power(base: D, exponent: D): D {
  if (base.isZero() && exponent.isNegative()) throw refuse('math-division-by-zero', {}, 'num2');
  const isExact = exponent.isInteger() && exponent.times(base.sd()).abs().lte(EXACT_DIGITS);
  if (isExact && !exponent.isNegative()) return new Fine(base).pow(exponent);
  const result = base.pow(exponent);
  if (result.isNaN()) throw refuse('math-not-real', {}, 'num2');
  return result.toSignificantDigits(RESULT_DIGITS);
}

const binary = (
  name: string,
  title: Operation['title'],
  about: Operation['about'],
  formula: string,
  sign: string,
  calculate: (a: D, b: D) => D,
): Operation =>
  operation({
    name,
    title,
    about,
    formula,
    inputs,
    results,
    calculate: ({ num1, num2 }) => {
      const result = calculate(num1, num2);
      return { values: { result }, steps: [step`${num1} ${sign} ${num2} = ${result}`] };
    },
  });

export const basic: readonly Operation[] = [
  binary(
    'add',
    both('Toplama', 'Addition'),
    both('İki sayının toplamı.', 'The sum of two numbers.'),
    'x + y',
    '+',
    (a, b) => new Fine(a).plus(b),
  ),
  binary(
    'subtract',
    both('Çıkarma', 'Subtraction'),
    both('İki sayının farkı.', 'The difference of two numbers.'),
    'x − y',
    '−',
    (a, b) => new Fine(a).minus(b),
  ),
  binary(
    'multiply',
    both('Çarpma', 'Multiplication'),
    both('İki sayının çarpımı.', 'The product of two numbers.'),
    'x · y',
    '·',
    (a, b) => new Fine(a).times(b),
  ),
  binary(
    'divide',
    both('Bölme', 'Division'),
    both('İki sayının bölümü.', 'The quotient of two numbers.'),
    'x / y',
    '/',
    (a, b) => a.div(checked(b)).toSignificantDigits(RESULT_DIGITS),
  ),
  binary(
    'modulo',
    both('Kalan', 'Remainder'),
    both(
      'Bölmeden kalan; işareti bölünenin işaretidir.',
      'The remainder of a division, with the sign of the dividend.',
    ),
    'x mod y',
    'mod',
    (a, b) => new Fine(a).mod(checked(b)),
  ),
  binary(
    'power',
    both('Üs alma', 'Power'),
    both('Birinci sayının ikinci sayı kadar üssü.', 'The first number raised to the second.'),
    'x^y',
    '^',
    power,
  ),
];
