import * as z from 'zod';
import type { EverydayType } from './definition.ts';

const address = z.email().max(254);

/** An address with its domain in lower case; the part before it may tell letters apart. */
function canonical(text: string): string {
  const at = text.lastIndexOf('@');
  return text.slice(0, at) + text.slice(at).toLowerCase();
}

const read = (text: string): string | undefined => {
  const parsed = address.safeParse(text.trim().replace(/^mailto:/i, ''));
  return parsed.success ? canonical(parsed.data) : undefined;
};

export const email: EverydayType = {
  value: z.string().max(300).trim().pipe(address),
  canonical: value => canonical(value as string),
  from: value => (typeof value === 'string' ? read(value) : undefined),
  operand: text => read(text) ?? text,
  isPersonal: true,
  input: 'email',
  example: 'ayse@example.com',
};
