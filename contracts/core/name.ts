import * as z from 'zod';
import { nfc } from './normal.ts';
import { isStorable } from './storable.ts';

/**
 * Control characters, lone surrogates, line breaks and characters that change the text direction.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/**
 * A letter, digit or sign that leaves a mark on the screen. Unassigned and private characters, lone
 * accents, fillers (U+3164), the empty braille pattern and replacement characters leave none.
 */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\ufffc\ufffd])[\p{L}\p{N}\p{P}\p{S}]/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

interface NameRules {
  /** Minimum length in UTF-16 code units, as `max`. Default: 1. */
  readonly min?: number;
  readonly max: number;
  /** Keys of `problems.{tr,en}.json` for a missing or empty, a short and a long name. */
  readonly empty?: string;
  readonly short?: string;
  readonly long?: string;
  /** The key for a name with control characters and the like. Default: `name-unprintable`. */
  readonly unprintable?: string;
}

const named = (key: string | undefined) => ({
  abort: true,
  ...(key !== undefined && { error: key }),
});
const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text);
const isVisible = (text: string): boolean => VISIBLE.test(text);

/** Returns the key of the problem of a non-empty name, apart from its length. */
export const unfitName = (text: string): 'name-unprintable' | 'name-invisible' | undefined =>
  !isPrintable(text.trim()) ? 'name-unprintable' : !isVisible(text) ? 'name-invisible' : undefined;

/**
 * A name that a person gives to a thing: one line, trimmed, in NFC, with a visible character.
 * Joiners and direction marks are allowed, because emoji, Hindi, Persian and Arabic need them.
 */
export const name = ({
  min = 1,
  max,
  empty,
  short,
  long,
  unprintable = 'name-unprintable',
}: NameRules) =>
  z
    .string(empty)
    .trim()
    .overwrite(nfc)
    .min(1, named(empty))
    .max(max, named(long))
    .refine(isPrintable, named(unprintable))
    .refine(isVisible, named('name-invisible'))
    .min(min, named(short));

/** A name or an empty text, for lists in which empty lines are dropped. */
export const optionalName = ({ max, long }: Pick<NameRules, 'max' | 'long'>) =>
  z
    .string()
    .trim()
    .overwrite(nfc)
    .max(max, named(long))
    .refine(isPrintable, named('name-unprintable'))
    .refine(text => text === '' || isVisible(text), named('name-invisible'));

/** Refuses texts that a store cannot keep: U+0000 and lone surrogates. */
export const storable = (text: z.ZodString) => text.refine(isStorable, 'text-unstorable');

/**
 * Returns the form in which names are compared: without case, in Turkish and in English, and
 * without invisible characters.
 */
export const nameKey = (text: string): string =>
  nfc(text.replace(INVISIBLE, '').trim()).toLocaleLowerCase('tr').replaceAll('ı', 'i');
