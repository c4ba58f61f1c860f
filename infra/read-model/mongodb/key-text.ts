import { type Key, TEXT } from '@hzm/services/core/ports/value';

/** The key text of null; sorts before all others. */
export const NOTHING = '0';
const NUMBER = '1';

const view = new DataView(new ArrayBuffer(8));
const hex = (word: number): string => word.toString(16).padStart(8, '0');

/**
 * Encodes a number as sixteen hexadecimal digits that sort numerically: the bits of a double,
 * inverted if negative.
 */
function numberText(value: number): string {
  view.setFloat64(0, value);
  const high = view.getUint32(0);
  const low = view.getUint32(4);
  return high >>> 31
    ? hex(~high >>> 0) + hex(~low >>> 0)
    : hex((high | 0x80000000) >>> 0) + hex(low);
}

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
