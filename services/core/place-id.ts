import { createHash } from 'node:crypto';
import { timeOfId, uuidV7 } from '@hzm/contracts/core/ids';

const TWELVE_BITS = 12;

/**
 * The id of what stands somewhere in a thing that has an id itself: asked again, it is the same, so
 * that work that was interrupted goes on with what it made. Ids of one kind rise with
 * `ordinal` (at most 2^32). @param kind what it is, and in which part
 */
export function placeId(id: string, kind: string, ordinal: number): string {
  const hash = createHash('sha256').update(`${id}\n${kind}\n${ordinal}`).digest();
  return uuidV7(
    (timeOfId(id) ?? 0) + Math.floor(ordinal / 2 ** TWELVE_BITS),
    ordinal % 2 ** TWELVE_BITS,
    hash.subarray(0, 8),
  );
}
