import { withoutEnd } from './ends.ts';

/** A decimal number as written: whole digits, fraction, exponent. */

const WRITTEN = /^[+-]?(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
/** Maximum characters of a number; no double written without an exponent needs more. */
const MAX_WRITTEN = 1_100;
/** Significant digits that distinguish any two doubles. */
const TELLING_DIGITS = 17;

/** Digits without leading and trailing zeros, and the power of ten of the last digit. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

function decimalOf(text: string): Decimal | undefined {
  const [, whole = '', fraction = '', exponent = '0'] = WRITTEN.exec(text) ?? [];
  const all = whole + fraction;
  if (all === '') return undefined;
  const kept = withoutEnd(all, '0');
  const digits = kept.replace(/^0+/, '');
  if (digits === '') return { digits: '', exponent: 0 };
  return { digits, exponent: Number(exponent) - fraction.length + all.length - kept.length };
}

/**
 * Returns the number that a decimal text stands for; undefined for other texts and for numbers that
 * no double holds exactly.
 */
export function exactNumber(text: string): number | undefined {
  if (text.length > MAX_WRITTEN) return undefined;
  const plain = text.trim();
  const written = decimalOf(plain);
  const number = written && Number(plain);
  if (number === undefined || !Number.isFinite(number)) return undefined;
  const { digits, exponent } = written!;
  const same = (other: string): boolean => {
    const known = decimalOf(other)!;
    return known.digits === digits && known.exponent === exponent;
  };
  if (same(String(number))) return number;
  const isTelling = digits.length > 0 && digits.length <= TELLING_DIGITS;
  return isTelling && same(number.toPrecision(digits.length)) ? number : undefined;
}

/** A number that a double may not hold exactly: one with many digits or an exponent. */
const LONG = /\d[\d.]{15}|\d[eE]/;
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Returns the first number of a valid JSON text that no double holds exactly. */
export function unfitNumberIn(json: string): string | undefined {
  if (!LONG.test(json)) return undefined;
  for (const [token] of json.matchAll(TOKENS)) {
    if (token.startsWith('"') || (token.length <= MAX_WRITTEN && !LONG.test(token))) continue;
    if (exactNumber(token) === undefined) return token;
  }
  return undefined;
}

/** Returns the double nearest to the product of two numbers, each as its shortest decimal. */
export function exactProduct(a: number, b: number): number {
  const [x, y] = [decimalOf(String(a)), decimalOf(String(b))];
  if (x === undefined || y === undefined) return a * b;
  const size = Number(`${BigInt(x.digits) * BigInt(y.digits)}e${x.exponent + y.exponent}`);
  return a < 0 === b < 0 ? size : -size;
}

/** A sum that takes each number as its shortest decimal: 0.1 and 0.2 are 0.3. */
export class ExactSum {
  #units = 0n;
  /** The power of ten of one unit. */
  #exponent = 0;

  add(number: number): void {
    const { digits, exponent } = decimalOf(String(number))!;
    if (digits === '') return;
    if (exponent < this.#exponent) {
      this.#units *= 10n ** BigInt(this.#exponent - exponent);
      this.#exponent = exponent;
    }
    const units = BigInt(digits) * 10n ** BigInt(exponent - this.#exponent);
    this.#units += number < 0 ? -units : units;
  }

  /** The nearest double. */
  get number(): number {
    return Number(`${this.#units}e${this.#exponent}`);
  }
}
