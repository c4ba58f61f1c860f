import type { Json } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
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
