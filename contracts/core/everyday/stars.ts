import * as z from 'zod';
import type { EverydayType } from './definition.ts';

export const MAX_STARS = 5;
const count = z.int().min(0).max(MAX_STARS);

/** Parses a plain number; without `exactNumber`, which the first screen has no other use for. */
const plainNumber = (text: string): number | undefined =>
  /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text.trim()) ? Number(text) : undefined;

const read = (text: string): number | undefined => {
  const given = text.trim();
  const number = /^★+$/.test(given) ? given.length : plainNumber(given);
  return count.safeParse(number).data;
};

/** A rating of 0 to 5 stars. */
export const stars: EverydayType = {
  value: count,
  from: value => (typeof value === 'string' ? read(value) : undefined),
  operand: plainNumber,
  isNumber: true,
  example: 4,
};
