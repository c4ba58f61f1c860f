import * as z from 'zod';
import { choiceIn, choicesIn, MAX_OPTIONS, namesIn } from '../choices.ts';
import type { Json } from '../json.ts';
import type { EverydayType } from './definition.ts';

/** Bounds a text of names, in characters: all options of a field, with quotes around each. */
const MAX_TEXT = 25_000;

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length <= MAX_OPTIONS &&
  value.every(item => typeof item === 'string' && item !== '' && item.length <= 100);

/** Returns the texts that a value names options by: one text names several apart by commas. */
function textsIn(value: Json): readonly string[] | undefined {
  if (isList(value)) return value;
  if (typeof value !== 'string' || value.length > MAX_TEXT) return undefined;
  return namesIn(value);
}

/** Several options of the field, as a list of ids in option order; an empty list is no value. */
export const multiSelect: EverydayType = {
  value: z.union([z.custom<readonly string[]>(isList), z.string().min(1).max(100)]),
  canonical: value => (typeof value === 'string' ? [value] : value),
  from: (value, choices = []) => {
    const one = typeof value === 'string' ? choiceIn(choices, value) : undefined;
    if (one !== undefined) return [one];
    const texts = textsIn(value);
    return texts && choicesIn(choices, texts);
  },
  hasOptions: true,
  isList: true,
  example: ['done'],
};
