import { claimant } from './memory.ts';
import { slice } from './slices.ts';

/** Bytes of JSON beyond which a document is large; a shorter one takes a part of a millisecond. */
export const LARGE_DOCUMENT_BYTES = 16_384;

/**
 * Reads and parses a large document in a slice, because many that are asked for at one moment would
 * take one turn of the event loop together; if that takes long, the caller goes on in another one.
 * @throws Problem NOT_READY if there would be no room for it; errors of `read`
 */
export async function readLarge<Read>(bytes: number, read: () => Read): Promise<Read> {
  for (;;) {
    claimant()?.foreseeJson(bytes);
    // No other read may begin between the end of the wait and this one.
    const wait = slice();
    if (wait) await wait;
    else {
      const found = read();
      await slice();
      return found;
    }
  }
}
