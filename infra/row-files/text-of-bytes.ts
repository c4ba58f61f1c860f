import type { Encoding } from '@hzm/contracts/features/row-files/row-file';

/** Bytes that tell the encoding of a file. */
export const HEAD_BYTES = 1_048_576;

const isUtf8 = (head: Uint8Array): boolean => {
  try {
    // The last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
};

/** Bytes in which UTF-16 without a byte order mark shows: every second one of its letters is 0. */
const SAMPLE = 1_000;
const share = (head: Uint8Array, odd: 0 | 1): number => {
  const sample = head.subarray(0, SAMPLE).filter((_, i) => i % 2 === odd);
  return sample.length === 0 ? 0 : sample.filter(byte => byte === 0).length / sample.length;
};
const MOST_ARE_0 = 0.4;

/** Guesses the encoding of a text from its beginning. */
export function encodingOf(head: Uint8Array): Encoding {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (share(head, 1) > MOST_ARE_0 && share(head, 0) === 0) return 'utf-16le';
  if (share(head, 0) > MOST_ARE_0 && share(head, 1) === 0) return 'utf-16be';
  return isUtf8(head) ? 'utf-8' : 'windows-1254';
}

/** Decodes bytes; a byte order mark is left out, bytes that are no characters become U+FFFD. */
export async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
