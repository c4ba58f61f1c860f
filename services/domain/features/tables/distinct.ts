import { type Choice, choiceIn, MAX_OPTIONS, slugOf } from '@hzm/contracts/core/choices';
import { hasLists, hasOptions } from '@hzm/contracts/core/everyday';
import { type Json, memberOf } from '@hzm/contracts/core/json';
import { unfitName } from '@hzm/contracts/core/name';
import { nfc } from '@hzm/contracts/core/normal';
import { fold, sortKey } from '@hzm/contracts/core/turkish';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { originalIn, type RowDoc } from '@hzm/projections/features/rows/rows';
import { optionsOf } from './options.ts';

/** Maximum different texts that are counted. */
const MAX_TEXTS = 5_000;
const MAX_NAME = 100;

interface Counted {
  readonly name: string;
  readonly count: number;
}

/** Collects the texts of a column as options, the most frequent where there are too many. */
export class DistinctTexts {
  readonly #fieldId: string;
  readonly #areLists: boolean;
  readonly #names: readonly FieldOption[] | undefined;
  readonly #counted = new Map<string, Counted>();
  /** Values as they were written, by what they became since. */
  readonly #originals = new Map<string, Set<string>>();

  /** @param type the type with options that the field gets */
  constructor(
    { id, type: former, validation: { options } }: Pick<Field, 'id' | 'type' | 'validation'>,
    type: FieldType,
  ) {
    this.#fieldId = id;
    this.#areLists = hasLists(type);
    this.#names = hasOptions(former) ? options : undefined;
  }

  /** Takes the value of a row into account. */
  add(row: RowDoc): void {
    const value = memberOf(row.values, this.#fieldId);
    for (const text of this.#textsIn(value)) this.#count(text);
    const original = originalIn(row, this.#fieldId);
    if (typeof original !== 'string' || typeof value !== 'string' || original === value) return;
    if (original.length > MAX_NAME || this.#originals.size >= MAX_OPTIONS) return;
    const known = this.#originals.get(value) ?? new Set();
    if (known.size < MAX_OPTIONS) this.#originals.set(value, known.add(original));
  }

  #textsIn(value: Json | undefined): readonly string[] {
    if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
    if (Array.isArray(value) && this.#areLists)
      return value.slice(0, MAX_OPTIONS).flatMap(item => (typeof item === 'string' ? [item] : []));
    if (typeof value !== 'string') return [];
    return this.#areLists && value.length <= 10_000 ? value.split(/[,;\n]/) : [value];
  }

  #count(text: string): void {
    const name = nfc(text.trim());
    if (name === '' || name.length > MAX_NAME || unfitName(name) !== undefined) return;
    const key = fold(name);
    const known = this.#counted.get(key);
    if (!known && this.#counted.size >= MAX_TEXTS) return;
    // An id of its own is taken for the name, so that the way back brings each text as it was.
    const isOwnId = slugOf(name) === name;
    this.#counted.set(key, {
      name: known && !isOwnId ? known.name : name,
      count: (known?.count ?? 0) + 1,
    });
  }

  /** Returns the field's own options, or those that the texts make, in alphabetical order. */
  options(): FieldOption[] {
    if (this.#names) return [...this.#names];
    const most = [...this.#counted.values()]
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_OPTIONS);
    const places = new Map(most.map(({ name }) => [name, sortKey(name)]));
    const sorted = most.toSorted((a, b) => (places.get(a.name)! < places.get(b.name)! ? -1 : 1));
    return optionsOf(sorted.map(({ name }) => ({ name })));
  }

  /** Returns options as a reading keeps them, with what values that became them were before. */
  choices(options: readonly FieldOption[]): Choice[] {
    const written = new Map<string, string[]>();
    for (const [text, originals] of this.#originals) {
      const id = choiceIn(options, text);
      if (id !== undefined)
        written.set(id, [
          ...(written.get(id) ?? []),
          ...[...originals].filter(original => choiceIn(options, original) === undefined),
        ]);
    }
    return options.map(({ id, name, merged = [] }) => {
      const all = [...merged, ...(written.get(id) ?? [])];
      return { id, name, ...(all.length > 0 && { merged: all }) };
    });
  }
}
