import * as z from 'zod';

/** A UUIDv7: time-ordered, so that new keys go to the end of an index. */
export const Id = z.uuid({ version: 'v7' }).meta({ description: 'A UUIDv7' });

const pool = new Uint8Array(1000);
let used = pool.length;

/**
 * Returns random bytes from a pool, because many small requests are far slower than a large one.
 * The bytes are valid until the next call.
 */
function randomBytes(count: number): Uint8Array {
  if (used + count > pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  return pool.subarray(used, (used += count));
}

let lastMillisecond = 0;
let counter = 0;

/**
 * Returns a new UUIDv7, larger than all earlier ones of this process (RFC 9562, method 1: a 12-bit
 * counter with a random seed).
 */
export function newId(): string {
  const random = randomBytes(10);
  const now = Date.now();
  if (now > lastMillisecond) {
    lastMillisecond = now;
    counter = ((random[0]! << 8) | random[1]!) & 0x7ff;
  } else if (++counter > 0xfff) {
    lastMillisecond++;
    counter = 0;
  }
  return uuidV7(lastMillisecond, counter, random.subarray(2));
}

/** Encodes a UUIDv7: milliseconds since 1970, 12 bits, then 8 bytes of which 62 bits are used. */
export function uuidV7(milliseconds: number, twelveBits: number, eightBytes: Uint8Array): string {
  const time = milliseconds.toString(16).padStart(12, '0');
  const middle = (0x7000 | twelveBits).toString(16);
  let tail = ((eightBytes[0]! & 0x3f) | 0x80).toString(16);
  for (let i = 1; i < 8; i++) tail += eightBytes[i]!.toString(16).padStart(2, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${middle}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

/** Returns the smallest UUIDv7 of a time in milliseconds since 1970. */
export const firstIdAt = (milliseconds: number): string =>
  uuidV7(Math.max(0, milliseconds), 0, new Uint8Array(8));

/** Returns the time of a UUIDv7 in milliseconds since 1970; undefined for any other text. */
export const timeOfId = (text: string): number | undefined =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)
    ? Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16)
    : undefined;
