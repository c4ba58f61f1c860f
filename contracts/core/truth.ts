import { fold } from './turkish.ts';

const yes: ReadonlySet<string> = new Set(['true', '1', 'yes', 'evet', 'dogru']);
const no: ReadonlySet<string> = new Set(['false', '0', 'no', 'hayir', 'yanlis']);

/** Parses yes or no in Turkish or English, case-insensitively; undefined for other texts. */
export function truthOf(value: string): boolean | undefined {
  const word = fold(value.trim());
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}
