import * as z from 'zod';
import { choiceIn } from '../choices.ts';
import type { EverydayType } from './definition.ts';

/** One option of the field, as its id. The field's options decide which texts are one. */
export const select: EverydayType = {
  value: z.string().min(1).max(100),
  from: (value, choices = []) => {
    const [only, ...more] = Array.isArray(value) ? value : [value];
    if (more.length > 0 || only === undefined) return undefined;
    return typeof only === 'string' || typeof only === 'number'
      ? choiceIn(choices, String(only))
      : undefined;
  },
  hasOptions: true,
  example: 'done',
};
