import * as z from 'zod';
import type { EverydayType } from './definition.ts';

const E164 = /^\+[1-9]\d{6,14}$/;
/** Signs that people write between the digits of a number. */
const SEPARATORS = /[\s().\-/\u00a0\u2010-\u2015]/g;

/** Returns a number in E.164; undefined without a country code, which is not guessed. */
function read(text: string): string | undefined {
  if (text.length > 64) return undefined;
  const digits = text
    .replace(/^\s*tel:/i, '')
    .replace(SEPARATORS, '')
    .replace(/^00/, '+');
  return E164.test(digits) ? digits : undefined;
}

/** A telephone number as E.164: `+905321234567`. */
export const phone: EverydayType = {
  value: z.custom<string>(value => typeof value === 'string' && read(value) !== undefined),
  canonical: value => read(value as string),
  from: value => (typeof value === 'string' ? read(value) : undefined),
  operand: text => read(text) ?? text,
  isPersonal: true,
  input: 'tel',
  example: '+905321234567',
};
