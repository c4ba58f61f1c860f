import { Decimal } from 'decimal.js';

/** Maximum characters of a number. */
export const MAX_NUMBER_LENGTH = 100;
/** Bounds the magnitude of a number and the count of its decimals, as a power of ten. */
export const MAX_EXPONENT = 100;
/** Significant digits of intermediate results. */
const WORKING_DIGITS = 60;
/** Significant digits of results that are rounded. */
export const RESULT_DIGITS = 34;
/** Digits of the longest sum or product of two numbers, rounded up. */
export const EXACT_DIGITS = 220;
/** Significant digits of numbers in steps. */
const STEP_DIGITS = 12;
/** Exponent beyond which a result is infinite or zero; a double ends at 308. */
const MAX_RESULT_EXPONENT = 400;

/**
 * Decimal numbers of all calculations. Exponents are bounded so that no text of a number is long.
 */
export const D = Decimal.clone({
  precision: WORKING_DIGITS,
  rounding: Decimal.ROUND_HALF_EVEN,
  maxE: MAX_RESULT_EXPONENT,
  minE: -MAX_RESULT_EXPONENT,
  toExpNeg: -9,
  toExpPos: 21,
});
export type D = Decimal;

/**
 * Decimal numbers that keep every digit of a sum or product of two numbers, and enough of a sum
 * that may cancel, such as growth minus 1.
 */
export const Fine = D.clone({ precision: 2 * MAX_EXPONENT + WORKING_DIGITS });

/** The reason why a value is no number of a calculation. */
export type NumberIssue = 'not-a-number' | 'out-of-range';

/** A decimal number as whole units of a power of ten. */
export interface Units {
  readonly digits: string;
  readonly exponent: number;
}

const WRITTEN = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

/** Reads a JSON number or a decimal text, or returns why it is refused. */
export function readUnits(value: unknown): Units | NumberIssue {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return 'not-a-number';
  if (text.length > MAX_NUMBER_LENGTH) return 'out-of-range';
  const [, sign = '', whole = '', fraction = '', power = '0'] = WRITTEN.exec(text.trim()) ?? [];
  const written = whole + fraction;
  if (written === '') return 'not-a-number';
  const digits = written.replace(/^0+(?=\d)/, '');
  if (digits === '0') return { digits, exponent: 0 };
  const exponent = Number(power) - fraction.length;
  return digits.length + exponent <= MAX_EXPONENT && exponent >= -MAX_EXPONENT
    ? { digits: (sign === '-' ? '-' : '') + digits, exponent }
    : 'out-of-range';
}

/** Reads a JSON number or a decimal text, or returns why it is refused. */
export function readDecimal(value: unknown): D | NumberIssue {
  const read = readUnits(value);
  return typeof read === 'string' ? read : new D(`${read.digits}e${read.exponent}`);
}

/** Returns whole units of a power of ten as a number with all of their digits. */
export const asDecimal = (units: bigint, exponent: number): D => new D(`${units}e${exponent}`);

/** Exponents between which numbers are written without one. */
const PLAIN = { from: -40, to: 100 };

/** Formats a result with all of its digits. */
export function preciseText(number: D, digits = RESULT_DIGITS): string {
  const rounded = number.toSignificantDigits(digits);
  return rounded.e >= PLAIN.from && rounded.e <= PLAIN.to ? rounded.toFixed() : rounded.toString();
}

/** Formats a number within a step; a negative operand is in parentheses. */
export const stepText = (number: D, isOperand = true): string => {
  const text = number.toSignificantDigits(STEP_DIGITS).toString().replaceAll('-', '−');
  return text.startsWith('−') && isOperand ? `(${text})` : text;
};

/** Tag of step templates: formats the numbers in them. */
export const step = (parts: TemplateStringsArray, ...values: readonly (D | number | string)[]) =>
  parts.reduce((text, part, index) => {
    const value = values[index - 1]!;
    const isOperand = !/(?:^|[=→] )$/.test(text);
    return text + (typeof value === 'object' ? stepText(value, isOperand) : String(value)) + part;
  });
