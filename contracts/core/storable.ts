import type { Json } from './json.ts';

/** Whether a text can be stored: it has neither U+0000 nor half of a character. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Whether all texts of a value can be stored. */
export function areStorable(value: Json): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(areStorable);
  return Object.entries(value).every(([name, one]) => isStorable(name) && areStorable(one ?? null));
}

const stored = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Returns a value without U+0000; half of a character becomes U+FFFD. */
export function asStorable(value: Json): Json {
  if (areStorable(value)) return value;
  if (typeof value === 'string') return stored(value);
  if (Array.isArray(value)) return value.map(asStorable);
  return Object.fromEntries(
    Object.entries(value as object).map(([name, one]) => [stored(name), asStorable(one as Json)]),
  );
}
