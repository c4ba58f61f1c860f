import { asDecimal, D, MAX_EXPONENT, readUnits, type NumberIssue } from './decimal.ts';

/** Digits of quotients behind the point. */
const QUOTIENT_DIGITS = 60;
/** Factors multiplied exactly before the product is rounded. */
const EXACT_FACTORS = 16;
/** Maximum digits of all values, written with equally many decimals: bounds the time. */
const MAX_DIGITS = 150_000;

/**
 * Values as whole multiples of one power of ten, so that sums, also of powers, lose no digit and
 * cost little.
 */
export class Sample {
  /** Decimals of the value with most of them. */
  readonly #scale: number;
  readonly #units: readonly bigint[];
  #rising: readonly bigint[] | undefined;

  private constructor(units: readonly bigint[], scale: number) {
    this.#units = units;
    this.#scale = scale;
  }

  /** Reads JSON numbers or decimal texts, or returns why they are refused. */
  static read(values: readonly unknown[]): Sample | NumberIssue | 'too-many-digits' {
    const read = [];
    let scale = 0;
    let length = 0;
    for (const value of values) {
      const units = readUnits(value);
      if (typeof units === 'string') return units;
      scale = Math.max(scale, -units.exponent);
      length = Math.max(length, units.digits.length + units.exponent);
      read.push(units);
    }
    if ((scale + length) * values.length > MAX_DIGITS) return 'too-many-digits';
    return new Sample(
      read.map(({ digits, exponent }) => BigInt(digits + ZEROS.slice(0, scale + exponent))),
      scale,
    );
  }

  get count(): number {
    return this.#units.length;
  }

  /** Returns the value at a place in the given order. */
  value(place: number): D {
    return this.#decimal(this.#units[place]!);
  }

  get values(): readonly D[] {
    return this.#units.map(unit => this.#decimal(unit));
  }

  get sum(): D {
    return this.#decimal(this.#sum());
  }

  get mean(): D {
    return this.sum.div(this.count);
  }

  /** Returns the value at a place in rising order. */
  at(place: number): D {
    return this.#decimal(this.#sorted().at(place)!);
  }

  /** The most frequent values in rising order, and their frequency. */
  get modes(): { readonly values: readonly D[]; readonly times: number } {
    const times = new Map<bigint, number>();
    for (const unit of this.#sorted()) times.set(unit, (times.get(unit) ?? 0) + 1);
    const most = [...times.values()].reduce((all, one) => Math.max(all, one));
    const values = [...times].flatMap(([unit, one]) => (one === most ? this.#decimal(unit) : []));
    return { values, times: most };
  }

  /** Returns the sum of the powers of the distances from the mean. */
  powerOfDeviations(power: 2 | 3 | 4): D {
    const sum = this.#powerOfDistances(BigInt(power));
    return asDecimal(sum, -this.#scale * power).div(new D(this.count).pow(power));
  }

  /** The fourth standardized moment minus 3; the values must not all be equal. */
  get excessKurtosis(): D {
    const squared = this.#powerOfDistances(2n) ** 2n;
    const excess = this.#powerOfDistances(4n) * BigInt(this.count) - 3n * squared;
    // The exponent of a decimal is bounded, that of a power is not.
    const places = String(squared).length;
    return asDecimal(excess, -places).div(asDecimal(squared, -places));
  }

  /** The sum of 1 / x; no value may be zero. */
  get sumOfReciprocals(): D {
    const places = QUOTIENT_DIGITS + String(this.#sorted().at(-1)).length;
    const one = 10n ** BigInt(places);
    const sum = this.#units.reduce((all, unit) => all + one / unit, 0n);
    return asDecimal(sum, this.#scale - places);
  }

  /** The nth root of the product; all values must be above zero. */
  get geometricMean(): D {
    let product = new D(1);
    // The exponent of a decimal is bounded, that of a product is not.
    let exponent = 0;
    for (let from = 0; from < this.#units.length; from += EXACT_FACTORS) {
      const factors = this.#units.slice(from, from + EXACT_FACTORS);
      const digits = String(factors.reduce((all, unit) => all * unit, 1n));
      product = product.times(`${digits[0]}.${digits.slice(1, QUOTIENT_DIGITS)}0`);
      exponent += digits.length - 1 + product.e;
      if (product.e > 0) product = product.div(10);
    }
    const power = new D(exponent).div(this.count).minus(this.#scale);
    return product.pow(new D(1).div(this.count)).times(new D(10).pow(power));
  }

  /** Returns the sum of the powers of the distances from the mean, each times the count. */
  #powerOfDistances(power: bigint): bigint {
    const n = BigInt(this.count);
    const total = this.#sum();
    return this.#units.reduce((all, unit) => all + (unit * n - total) ** power, 0n);
  }

  #sum(): bigint {
    return this.#units.reduce((all, unit) => all + unit, 0n);
  }

  #sorted(): readonly bigint[] {
    return (this.#rising ??= this.#units.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  }

  #decimal(units: bigint): D {
    return asDecimal(units, -this.#scale);
  }
}

const ZEROS = '0'.repeat(2 * MAX_EXPONENT);
