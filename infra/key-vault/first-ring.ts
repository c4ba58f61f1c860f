import { CHECK } from './records.ts';
import { legacyRootOf, newRing, type Ring } from './ring.ts';
import { unwrap, WrongSecret } from './wrapping.ts';

/**
 * Makes the first ring of a vault. @param check the value by which an earlier version verified its
 * secret; undefined for a new vault @throws WrongSecret
 */
export function firstRing(check: Uint8Array | undefined, secret: Buffer): Ring {
  if (check === undefined) return newRing(secret);
  try {
    unwrap(legacyRootOf(secret), CHECK, check);
  } catch {
    throw new WrongSecret();
  }
  // The earlier version derived stream names of email addresses from the secret itself.
  return newRing(secret, secret);
}
