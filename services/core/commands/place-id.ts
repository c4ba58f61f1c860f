import { createHash } from 'node:crypto';
import { timeOfId, uuidV7 } from '@hzm/contracts/core/ids';

const TWELVE_BITS = 12;

/**
 * Returns the deterministic id of a part at a place in an identified thing, so that interrupted
 * work resumes with the same parts. Ids of one kind rise with `ordinal` (at most 2^32).
 * @param kind the kind of the part, and where it is
 */
export function placeId(id: string, kind: string, ordinal: number): string {
  const hash = createHash('sha256').update(`${id}\n${kind}\n${ordinal}`).digest();
  return uuidV7(
    (timeOfId(id) ?? 0) + Math.floor(ordinal / 2 ** TWELVE_BITS),
    ordinal % 2 ** TWELVE_BITS,
    hash.subarray(0, 8),
  );
}
