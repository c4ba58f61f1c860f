import * as z from 'zod';
import type { EverydayType } from './definition.ts';

/** The number that a row took when it was added, counted from 1 and never used twice. */
export const autoNumber: EverydayType = {
  value: z.int().min(1),
  from: () => undefined,
  form: 'integer',
  isNumber: true,
  isGiven: true,
  example: 42,
};
