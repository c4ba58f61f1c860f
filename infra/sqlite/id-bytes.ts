const ID_FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ID_LENGTH = 36;

export const ID_BYTES = 16;
/** Offsets of the two digits of each byte. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** Whether a text is a UUID in the product's own spelling, which its bytes restore exactly. */
export const isIdText = (text: string): boolean => text.length === ID_LENGTH && ID_FORM.test(text);

export function bytesOfId(id: string): Buffer {
  const bytes = Buffer.allocUnsafe(ID_BYTES);
  for (let i = 0; i < ID_BYTES; i++)
    bytes[i] = (digitAt(id, PLACES[i]!) << 4) | digitAt(id, PLACES[i]! + 1);
  return bytes;
}

/** Parses one digit, 0–9 or a–f. */
function digitAt(id: string, place: number): number {
  const code = id.charCodeAt(place);
  return code < 58 ? code - 48 : code - 87;
}

const DIGITS = Buffer.from('0123456789abcdef');
const letters = Buffer.alloc(ID_LENGTH, '-');

/**
 * Returns the UUID of 16 bytes. Letter by letter: slicing and joining a hexadecimal text takes
 * three times as long, and every event has six ids.
 */
export function idOfBytes(bytes: Uint8Array, from = 0): string {
  for (let i = 0; i < ID_BYTES; i++) {
    const byte = bytes[from + i]!;
    letters[PLACES[i]!] = DIGITS[byte >> 4]!;
    letters[PLACES[i]! + 1] = DIGITS[byte & 15]!;
  }
  return letters.toString('latin1');
}
