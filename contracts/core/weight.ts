import type { Json, JsonObject } from './json.ts';

/** Grams per unit. */
const grams = { g: 1, kg: 1_000, t: 1_000_000, lb: 453.59237, oz: 28.349523125 } as const;
type WeightUnit = keyof typeof grams;
/**
 * Significant digits compared in a calculated weight; further digits are rounding errors of
 * doubles.
 */
const COMPARED_DIGITS = 14;

export const isWeightUnit = (unit: Json | undefined): unit is WeightUnit =>
  typeof unit === 'string' && Object.hasOwn(grams, unit);

export const inGrams = (amount: number, unit: WeightUnit): number =>
  Number((amount * grams[unit]).toPrecision(COMPARED_DIGITS));

/** Returns a weight's parts; undefined for another object. */
export function weightIn(
  value: JsonObject,
): { readonly amount: number; readonly unit: WeightUnit } | undefined {
  const { value: amount, unit } = value;
  return typeof amount === 'number' && isWeightUnit(unit) && Object.keys(value).length === 2
    ? { amount, unit }
    : undefined;
}
