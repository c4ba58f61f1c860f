import { createHash, createHmac, type KeyObject } from 'node:crypto';

/** Returns the next pseudorandom integer from 0 to below a bound. */
export type Draw = (below: number) => number;

/** Derives a key for one purpose. */
export const keyFor = (key: KeyObject, purpose: string): Uint8Array =>
  createHmac('sha256', key).update(purpose).digest();

/**
 * Returns a generator of numbers that are deterministic for key and text, and unpredictable without
 * the key.
 */
export function drawing(key: Uint8Array, text: string): Draw {
  const seed = createHmac('sha256', key).update(text).digest();
  let [block, at, bytes] = [0, 0, seed];
  return below => {
    if (at + 4 > bytes.length) {
      bytes = createHash('shake256', { outputLength: 4_096 })
        .update(seed)
        .update(String(block++))
        .digest();
      at = 0;
    }
    at += 4;
    return bytes.readUInt32BE(at - 4) % below;
  };
}
