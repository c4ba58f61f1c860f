import { CHECK } from './records.ts';
import { legacyRootOf, newRing, type Ring } from './ring.ts';
import { unwrap, WrongSecret } from './wrapping.ts';

/**
 * A ring for a vault that has none. @param check what an earlier version knew its secret by;
 * undefined for a new vault @throws WrongSecret
 */
export function firstRing(check: Uint8Array | undefined, secret: Buffer): Ring {
  if (check === undefined) return newRing(secret);
  try {
    unwrap(legacyRootOf(secret), CHECK, check);
  } catch {
    throw new WrongSecret();
  }
  // That version made names of e-mail addresses with the secret itself.
  return newRing(secret, secret);
}
