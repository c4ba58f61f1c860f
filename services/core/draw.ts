import { createHash, createHmac, type KeyObject } from 'node:crypto';

/** Draws whole numbers below a bound, from 0 on. */
export type Draw = (below: number) => number;

/** A key for one purpose, of one that has others, too. */
export const keyFor = (key: KeyObject, purpose: string): Uint8Array =>
  createHmac('sha256', key).update(purpose).digest();

/**
 * Draws the same numbers for the same key and text, as many as are asked for; nobody who has not
 * the key can tell them.
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
