import * as z from 'zod';
import { exactNumber } from '../exact.ts';
import type { EverydayType } from './definition.ts';

export const MAX_STARS = 5;
const count = z.int().min(0).max(MAX_STARS);

const read = (text: string): number | undefined => {
  const given = text.trim();
  const number = /^★+$/.test(given) ? given.length : exactNumber(given);
  return count.safeParse(number).data;
};

/** A rating of 0 to 5 stars. */
export const stars: EverydayType = {
  value: count,
  from: value => (typeof value === 'string' ? read(value) : undefined),
  operand: text => exactNumber(text),
  isNumber: true,
  example: 4,
};
