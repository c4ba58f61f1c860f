import * as z from 'zod';
import type { EverydayType } from './definition.ts';

const MAX_URL = 2_048;

/** Returns a web address as browsers write it; undefined for other schemes and for texts. */
function read(text: string): string | undefined {
  const given = text.trim();
  if (!/^https?:\/\/[^\s]+$/i.test(given) || given.length > MAX_URL) return undefined;
  const href = URL.parse(given)?.href;
  return href !== undefined && href.length <= MAX_URL ? href : undefined;
}

/** An address of the web: `http` or `https`, in the canonical form of the WHATWG. */
export const url: EverydayType = {
  value: z.custom<string>(value => typeof value === 'string' && read(value) !== undefined),
  canonical: value => read(value as string),
  from: value => (typeof value === 'string' ? read(value) : undefined),
  operand: text => read(text) ?? text,
  input: 'url',
  example: 'https://example.com/',
};
