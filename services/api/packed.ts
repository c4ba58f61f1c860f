import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

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

const described = (response: Response, tag: string): void => {
  response.set({
    ETag: tag,
    'Cache-Control': 'no-cache',
    'Content-Type': 'application/json; charset=utf-8',
  });
  response.vary('Accept-Encoding');
};

/**
 * Sends JSON compressed with its ETag, or 304 if the client has it.
 * @param count called with the bytes that are sent
 */
export async function sendPacked(
  request: Request,
  response: Response,
  of: (encoding: Encoding) => Promise<Packed> | Packed,
  count?: (bytes: number) => void,
): Promise<void> {
  const encoding = encodingFor(request);
  const { tag, body } = await of(encoding);
  described(response, tag);
  if (request.fresh) return void response.status(304).end();
  count?.(body.length);
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.end(body);
}
