import { exactProduct } from './exact.ts';
import type { Json, JsonObject } from './json.ts';

/** Grams per unit. */
const grams = { g: 1, kg: 1_000, t: 1_000_000, lb: 453.59237, oz: 28.349523125 } as const;
type WeightUnit = keyof typeof grams;

export const isWeightUnit = (unit: Json | undefined): unit is WeightUnit =>
  typeof unit === 'string' && Object.hasOwn(grams, unit);

export const inGrams = (amount: number, unit: WeightUnit): number =>
  exactProduct(amount, grams[unit]);

/** Returns a weight's parts; undefined for another object. */
export function weightIn(
  value: JsonObject,
): { readonly amount: number; readonly unit: WeightUnit } | undefined {
  const { value: amount, unit } = value;
  return typeof amount === 'number' && isWeightUnit(unit) && Object.keys(value).length === 2
    ? { amount, unit }
    : undefined;
}
