import type { Json } from '@hzm/contracts/core/json';
import type { Computation } from '@hzm/contracts/features/rows/summary';
import type { Distinct } from '@hzm/services/core/read-model/distinct';
import { isNothing } from '../tables/through-rows.ts';
import { byCurrency, Numbers, sizeOf } from './numbers.ts';

/** A computed figure; of amounts, one number for each currency. */
export type Figure = number | string | null | Readonly<Record<string, number>>;

/** Distinct values that take as much memory as numbers of one currency. */
const MEMORY_OF_NUMBERS = 2;

/** A day, a moment or a time; remains of other types may be texts of any length. */
const DATE = /^(?:\d{4}-\d{2}-\d{2}(?:T[\d:.]{1,20}Z?)?|\d{2}:\d{2}[\d:.]{0,20})$/;

/** The sizes of a column; remains of other types have none. */
export type Sizes = 'numbers' | 'money' | 'dates';

interface Figured {
  readonly compute: Computation;
  readonly sizes: Sizes;
}

/** One figure of a column so far. */
export class Tally {
  readonly #compute: Computation;
  readonly #sizes: Sizes;
  readonly #distinct: Distinct;
  readonly #keys = new Set<string>();
  readonly #numbers = new Map<string, Numbers>();
  #filled = 0;
  #empty = 0;
  #text: string | null = null;

  constructor({ compute, sizes }: Figured, distinct: Distinct) {
    this.#compute = compute;
    this.#sizes = sizes;
    this.#distinct = distinct;
  }

  add(value: Json | undefined): void {
    if (value === undefined || isNothing(value)) {
      this.#empty += 1;
      return;
    }
    this.#filled += 1;
    if (this.#compute === 'unique') this.#distinct.add(this.#keys, value);
    else if (this.#compute !== 'filled' && this.#compute !== 'empty') this.#addSize(value);
  }

  #addSize(value: Json): void {
    if (this.#sizes === 'dates') {
      if (typeof value !== 'string' || !DATE.test(value)) return;
      const isFirst = this.#compute === 'minimum';
      if (this.#text === null || value < this.#text === isFirst) this.#text = value;
      return;
    }
    const size = sizeOf(value, this.#sizes === 'money');
    if (size) this.#numbersOf(size.currency).add(size.number);
  }

  #numbersOf(currency: string): Numbers {
    const known = this.#numbers.get(currency);
    if (known) return known;
    this.#distinct.count(MEMORY_OF_NUMBERS);
    const of = new Numbers();
    this.#numbers.set(currency, of);
    return of;
  }

  result(): Figure {
    switch (this.#compute) {
      case 'filled':
        return this.#filled;
      case 'empty':
        return this.#empty;
      case 'unique':
        return this.#keys.size;
      default:
        if (this.#sizes !== 'money')
          return this.#numbers.get('')?.result(this.#compute) ?? this.#text;
        return this.#numbers.size === 0 ? null : byCurrency(this.#numbers, this.#compute);
    }
  }
}
