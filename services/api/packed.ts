import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';

export type Encoding = 'br' | 'gzip' | 'identity';

const pack: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer> | Buffer>> = {
  br: bytes =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: bytes => promisify(gzip)(bytes),
  identity: bytes => bytes,
};

/** A text in one encoding; `tag` is the same in all encodings. */
export interface Packed {
  readonly tag: string;
  readonly body: Buffer;
}

/** Compresses a text off the main thread. */
export async function packed(bytes: Buffer, encoding: Encoding): Promise<Packed> {
  const tag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { tag, body: await pack[encoding](bytes) };
}

/** Returns the smallest encoding that the client accepts. */
export const encodingFor = (request: Request): Encoding =>
  (['br', 'gzip'] as const).find(one => request.acceptsEncodings(one) !== false) ?? 'identity';
