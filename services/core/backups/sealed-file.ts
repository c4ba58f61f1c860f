import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/*
 * Format: version (1 byte) · the file's key sealed under the given one: nonce (12), key (32), tag
 * (16) · parts of 64 KiB (the last shorter) with tag (16). AES-256-GCM; a part's nonce is its
 * number, and its being last is authenticated. Any range can be read, and any change is detected
 * when read.
 */

const VERSION = 1;
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const HEADER_BYTES = 1 + NONCE_BYTES + KEY_BYTES + TAG_BYTES;
const PART_BYTES = 65_536;
const SEALED_PART_BYTES = PART_BYTES + TAG_BYTES;

/** The file is corrupt, or another key sealed it. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/** Returns the size in bytes of the content of a sealed file. */
export const plainSize = (sealedBytes: number): number =>
  sealedBytes -
  HEADER_BYTES -
  Math.ceil((sealedBytes - HEADER_BYTES) / SEALED_PART_BYTES) * TAG_BYTES;

function nonceOf(part: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(part, NONCE_BYTES - 6, 6);
  return nonce;
}

const markOf = (isLast: boolean): Buffer => Buffer.of(isLast ? 1 : 0);

function sealPart(key: Uint8Array, part: number, isLast: boolean, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(part)).setAAD(markOf(isLast));
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function openPart(key: Uint8Array, part: number, isLast: boolean, sealed: Buffer): Buffer {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(part))
      .setAAD(markOf(isLast))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (error) {
    throw new SealBroken('a file is not what was kept', { cause: error });
  }
}

function headerFor(key: Uint8Array, own: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.of(VERSION));
  return Buffer.concat([
    Buffer.of(VERSION),
    nonce,
    cipher.update(own),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/**
 * Unseals the file's key.
 * @param header the first `HEADER_BYTES` of the file
 * @throws SealBroken
 */
export function keyIn(header: Buffer, key: Uint8Array): Uint8Array {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, header.subarray(1, 1 + NONCE_BYTES))
      .setAAD(header.subarray(0, 1))
      .setAuthTag(header.subarray(-TAG_BYTES));
    return Buffer.concat([
      decipher.update(header.subarray(1 + NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
  } catch (error) {
    throw new SealBroken('a file was sealed under another key, or is damaged', { cause: error });
  }
}

/** Regroups chunks into pieces of one size; the last holds the rest. */
async function* cut(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isLast: boolean }> {
  let piece = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      // A full piece followed by more data is not the last.
      if (filled === size) {
        yield { bytes: piece, isLast: false };
        piece = Buffer.allocUnsafe(size);
        filled = 0;
      }
      const taken = chunk.subarray(at, at + size - filled);
      piece.set(taken, filled);
      filled += taken.length;
      at += taken.length;
    }
  }
  yield { bytes: piece.subarray(0, filled), isLast: true };
}

/**
 * Seals chunks part by part.
 * @param key 32 bytes
 */
export async function* sealFile(
  key: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const own = randomBytes(KEY_BYTES);
  yield headerFor(key, own);
  let part = 0;
  for await (const { bytes, isLast } of cut(chunks, PART_BYTES))
    yield sealPart(own, part++, isLast, bytes);
}

/**
 * Returns the range in the sealed file of the parts that hold bytes `from` to before `to` of a file
 * of `size`.
 */
function partsOf(
  size: number,
  from: number,
  to: number,
): { readonly first: number; readonly last: number; readonly begin: number; readonly end: number } {
  const sealedBytes = HEADER_BYTES + size + Math.max(1, Math.ceil(size / PART_BYTES)) * TAG_BYTES;
  const [first, last] = [
    Math.floor(from / PART_BYTES),
    Math.max(0, Math.ceil(to / PART_BYTES) - 1),
  ];
  return {
    first,
    last,
    begin: HEADER_BYTES + first * SEALED_PART_BYTES,
    end: Math.min(sealedBytes, HEADER_BYTES + (last + 1) * SEALED_PART_BYTES),
  };
}

/**
 * Yields bytes `from` to before `to` of a sealed file.
 * @param own `keyIn` its header
 * @param size of its content
 * @param read reads bytes of the sealed file
 * @throws SealBroken
 */
export async function* openSealed(
  own: Uint8Array,
  size: number,
  from: number,
  to: number,
  read: (from: number, to: number) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const { first, last, begin, end } = partsOf(size, from, to);
  let part = first;
  for await (const { bytes } of cut(read(begin, end), SEALED_PART_BYTES)) {
    const plain = openPart(own, part, (part + 1) * PART_BYTES >= size, bytes);
    yield plain.subarray(
      part === first ? from - first * PART_BYTES : 0,
      part === last ? to - last * PART_BYTES : undefined,
    );
    part++;
  }
  if (part !== last + 1) throw new SealBroken('a file is cut off');
}
