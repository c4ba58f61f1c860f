import { currencies } from '@hzm/contracts/core/amount';
import { ExactSum } from '@hzm/contracts/core/exact';
import { isJsonObject, type Json, memberOf } from '@hzm/contracts/core/json';

/** A number that is computed from others. */
type NumberComputation = 'sum' | 'average' | 'minimum' | 'maximum';

/** The figures of one number or more. The sum is exact: it adds the decimal numbers as written. */
export class Numbers {
  #count = 0;
  #least = Infinity;
  #most = -Infinity;
  readonly #sum = new ExactSum();

  add(value: number): void {
    this.#sum.add(value);
    this.#count += 1;
    this.#least = Math.min(this.#least, value);
    this.#most = Math.max(this.#most, value);
  }

  result(compute: NumberComputation): number {
    if (compute === 'sum') return this.#sum.number;
    if (compute === 'average') return this.#sum.number / this.#count;
    return compute === 'minimum' ? this.#least : this.#most;
  }
}

interface Sized {
  /** Empty for a number without one. */
  readonly currency: string;
  readonly number: number;
}

/** Returns the number in a value, or the amount with its currency; undefined for other values. */
export function sizeOf(value: Json | undefined, isMoney: boolean): Sized | undefined {
  if (!isMoney) return typeof value === 'number' ? { currency: '', number: value } : undefined;
  if (!isJsonObject(value)) return undefined;
  const [currency, number] = [memberOf(value, 'currency'), memberOf(value, 'amount')];
  // Remains of another type may have any text there.
  const isCurrency = typeof currency === 'string' && Object.hasOwn(currencies, currency);
  return isCurrency && typeof number === 'number' ? { currency, number } : undefined;
}

/** Returns the result of each currency, in the order of their codes. */
export const byCurrency = (
  numbers: ReadonlyMap<string, Numbers>,
  compute: NumberComputation,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...numbers]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, of]) => [code, of.result(compute)]),
  );
