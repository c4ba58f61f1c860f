import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@hzm/contracts/core/problem';
import type { MadeAnswer } from '@hzm/services/core/engine';
import type { Request, Response } from 'express';

const tooLarge = (maxBytes: number) =>
  new Problem('PAYLOAD_TOO_LARGE', {
    text: { key: 'file-too-large', values: { limit: `${maxBytes / 1_048_576} MiB` } },
  });

/** The least time that a body has to arrive, in milliseconds. */
const BODY_MS = 300_000;
/** A file may take longer: 1 Mbit/s is enough. */
const BYTES_PER_MS = 125;
/**
 * Whoever sends a file holds one of few places: what comes more slowly, after a while in which
 * anything may be, is given up.
 */
const SLOWEST_BYTES_PER_MS = 8;
const GRACE_MS = 20_000;
/** How long the largest file may take to come, in milliseconds. */
export const FILE_MS = 4_500_000;

/**
 * Ends a connection whose body takes too long. The server itself allows the time that the largest
 * file takes. @param maxBytes of a file
 */
export function limitBodyTime(request: Request, maxBytes: number): void {
  const { headers } = request;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= 0)
    return;
  const timer = setTimeout(
    () => request.socket.destroy(),
    Math.max(BODY_MS, maxBytes / BYTES_PER_MS),
  );
  request.once('close', () => clearTimeout(timer));
}

/**
 * The body as it comes. Reading it throws a Problem where it is larger than a file may be. @throws
 * Problem PAYLOAD_TOO_LARGE where it says so beforehand
 */
export function sentFile(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return counted(request, maxBytes);
}

/** What comes next, unless that takes too long: then the connection ends. */
async function nextOf(
  chunks: AsyncIterator<Buffer>,
  request: Request,
  withinMs: number,
): Promise<IteratorResult<Buffer>> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = setTimeout(() => {
    reject(new Problem('VALIDATION_ERROR'));
    request.destroy();
  }, withinMs);
  return Promise.race([chunks.next(), promise]).finally(() => clearTimeout(late));
}

/** Time that only the client took counts: not what it waited for its turn, nor for the disk. */
async function* counted(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  // Whoever stops reading still answers: the connection stays.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let [bytes, waited] = [0, 0];
  try {
    for (;;) {
      const began = performance.now();
      const { done, value } = await nextOf(
        chunks,
        request,
        GRACE_MS + bytes / SLOWEST_BYTES_PER_MS - waited,
      );
      waited += performance.now() - began;
      if (done) return;
      bytes += value.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield value;
    }
  } catch (error) {
    // The client is gone: nobody hears it.
    throw request.destroyed && !(error instanceof Problem)
      ? new Problem('VALIDATION_ERROR')
      : error;
  } finally {
    void chunks.return?.();
  }
}

/**
 * Sends a file as fast as the client takes it. Where it cannot be made to its end the connection
 * breaks off, so that nobody takes a part for the whole.
 */
export async function sendMade(response: Response, { name, chunks }: MadeAnswer): Promise<void> {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  await stream(response, chunks);
}

/** Sends chunks as fast as the client takes them. */
export async function stream(
  response: Response,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  await pipeline(Readable.from(chunks), response).catch((error: unknown) => {
    // That the client is gone is nobody's failure.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
      throw error;
  });
}
