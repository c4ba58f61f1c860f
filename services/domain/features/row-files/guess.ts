import { LanguageOfNumbers } from '@hzm/contracts/core/conversion';
import type { Json } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { OrderOfDates } from '@hzm/contracts/core/written-dates';
import type { FoundColumn } from '@hzm/contracts/features/row-files/row-import';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import { kindOf, typeOf, type Kind } from '@hzm/contracts/features/tables/guessed-type';

/** Collects what the values of a column tell of its type. */
export class ColumnGuess {
  readonly #language: Language;
  readonly #kinds = new Set<Kind>();
  readonly #numbers = new LanguageOfNumbers(formOf('number'));
  readonly #dates = new OrderOfDates();
  #filled = 0;

  constructor(language: Language) {
    this.#language = language;
  }

  add(value: Json): void {
    if (value === null || value === '') return;
    this.#filled++;
    this.#kinds.add(kindOf(value, this.#language));
    this.#numbers.add(value);
    if (typeof value === 'string') this.#dates.add(value);
  }

  found(column: number, name: string): FoundColumn {
    const { order, isUnsure } = this.#dates.order(this.#language);
    const type = typeOf(this.#kinds);
    return {
      column,
      name,
      type,
      numbers: this.#numbers.language(this.#language),
      dates: order,
      isDateUnsure: isUnsure && (type === 'date' || type === 'datetime'),
      filled: this.#filled,
    };
  }
}
