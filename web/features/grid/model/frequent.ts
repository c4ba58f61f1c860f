import type { Json } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import { optionWith } from '../../../lib/values/choices.ts';
import { comparable } from './filter.ts';

/** One of the values of a field: as the server compares it, and how many rows have it. */
export interface Frequent {
  readonly operand: string;
  readonly value: Json;
  readonly count: number;
}

/**
 * The values that some rows have, the most frequent first; those that the server takes for the same
 * count together.
 */
export function frequent(values: readonly (Json | undefined)[]): readonly Frequent[] {
  const found = new Map<string, Frequent>();
  for (const value of values) {
    const own = comparable(value);
    if (own === undefined || own === '') continue;
    const key = fold(String(own));
    const known = found.get(key);
    found.set(key, {
      operand: known?.operand ?? String(own),
      value: known?.value ?? value ?? null,
      count: (known?.count ?? 0) + 1,
    });
  }
  return [...found.values()].toSorted((a, b) => b.count - a.count);
}

/**
 * Every option of a field in its order, with the number of rows that have it, or the option that it
 * stands for: *me*.
 */
export function frequentOptions(
  options: readonly FieldOption[],
  values: readonly (Json | undefined)[],
): readonly Frequent[] {
  const counts = new Map<FieldOption | undefined, number>();
  for (const id of values.flat()) {
    const option = optionWith(options, id);
    counts.set(option, (counts.get(option) ?? 0) + 1);
  }
  return options.map(option => ({
    operand: option.id,
    value: option.id,
    count: counts.get(meant(options, option)) ?? 0,
  }));
}

/** Returns the option that an option stands for, which is itself but for *me*. */
const meant = (options: readonly FieldOption[], option: FieldOption): FieldOption =>
  options.find(({ merged }) => merged?.includes(option.id)) ?? option;
