import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { isMathCapable } from '@hzm/contracts/features/tables/math-capable';

const NO_NUMBERS: ReadonlySet<FieldType> = new Set(['date', 'array'] as const);

/** Whether a field may hold numbers to calculate with. */
export const holdsNumbers = (type: FieldType): boolean =>
  isMathCapable(type) && !NO_NUMBERS.has(type);

/** Returns the number in a cell as text: of an amount or a weight its own; undefined if none. */
export function numberIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return /^-?\d+(?:\.\d+)?$/.test(value) ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const { amount, value: measured } = value as { amount?: unknown; value?: unknown };
  return typeof amount === 'number' || typeof measured === 'number'
    ? String(amount ?? measured)
    : undefined;
}
