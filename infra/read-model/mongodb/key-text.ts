import { type Key, numberText, TEXT } from '@hzm/services/core/ports/value';

/** The key text of null; sorts before all others. */
export const NOTHING = '0';
const NUMBER = '1';

/**
 * Encodes a key as a text that sorts like the key. All are texts, because MongoDB compares only
 * values of the operand's type.
 */
export function keyText(key: Key): string {
  if (key === null) return NOTHING;
  if (typeof key === 'number') return NUMBER + numberText(key);
  // The bound between numbers and texts.
  return key === '' ? TEXT : key;
}
