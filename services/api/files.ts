import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@hzm/contracts/core/problem';
import type { MadeAnswer } from '@hzm/services/core/engine';
import type { ClientShare } from '@hzm/services/core/limits/client-memory';
import type { MemoryShare } from '@hzm/services/core/limits/memory-pool';
import { MIB } from '@hzm/services/core/ports/byte-budget';
import { create } from 'content-disposition';
import type { Request, Response } from 'express';

const tooLarge = (maxBytes: number) =>
  new Problem('PAYLOAD_TOO_LARGE', {
    text: { key: 'file-too-large', values: { limit: `${maxBytes / 1_048_576} MiB` } },
  });

/** Minimum time for a body to arrive, in milliseconds. */
const BODY_MS = 300_000;
/** Additional time for a file, at a speed of 1 Mbit/s. */
const BYTES_PER_MS = 125;
/** Minimum upload speed after a grace period, because an upload holds one of few places. */
const SLOWEST_BYTES_PER_MS = 8;
const GRACE_MS = 20_000;
/** Maximum time for the largest file to arrive, in milliseconds. */
export const FILE_MS = 4_500_000;

/**
 * Ends a connection whose body takes too long. The server's own timeout allows for the largest
 * file.
 * @param maxBytes of a file
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
 * Returns the body as a stream that throws a Problem beyond the maximum size.
 * @throws Problem PAYLOAD_TOO_LARGE if the announced size is too large
 */
export function sentFile(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return sizeChecked(request, maxBytes);
}

/** Returns the next chunk, or ends a connection that is too slow. */
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

/** Counts the client's own time only, not waits for a turn or the disk. */
async function* sizeChecked(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  // The connection must survive for the answer when reading stops early.
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
    // The client has disconnected, so nobody receives the error.
    throw request.destroyed && !(error instanceof Problem)
      ? new Problem('VALIDATION_ERROR')
      : error;
  } finally {
    void chunks.return?.();
  }
}

/** Yields chunks as long as `check` resolves, because a slow client may outlive its right. */
async function* whileAllowed(
  chunks: AsyncIterable<string | Uint8Array>,
  check: () => Promise<unknown>,
): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of chunks) {
    await check();
    yield chunk;
  }
}

/** Memory in bytes for making a chunk: that of a row of a mebibyte. */
const CHUNK_BYTES = 24 * MIB;
/** Milliseconds between attempts to reserve it while too many wait. */
const RESERVE_AGAIN_MS = 1_000;

/** Reserves memory for a chunk, however long others hold it, because a file begun is not cut. */
async function reserveChunk(share: MemoryShare, left: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await share.reserve(CHUNK_BYTES, left);
    } catch (error) {
      if (left.aborted || !(error instanceof Problem) || error.code !== 'NOT_READY') throw error;
      await sleep(RESERVE_AGAIN_MS);
    }
  }
}

/** Makes each chunk in memory of its own, so that a slow client holds none of the pool. */
async function* inMemory(
  chunks: AsyncIterable<string | Uint8Array>,
  shareOf: () => MemoryShare,
  left: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  const made = chunks[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<string | Uint8Array>> => {
    const share = shareOf();
    try {
      await reserveChunk(share, left);
      // A file whose beginning is sent cannot begin again.
      share.written();
      return await share.run(() => made.next());
    } finally {
      share.end();
    }
  };
  try {
    for (let one = await next(); !one.done; one = await next()) yield one.value;
  } finally {
    await made.return?.();
  }
}

/** Chunks of a file that are on their way: one being sent, and one made ahead. */
const CHUNKS_AHEAD = 2;

/** Counts chunks until the client has taken them, so that slow clients hold a bounded memory. */
async function* counted(
  chunks: AsyncIterable<string | Uint8Array>,
  count: (bytes: number) => ClientShare,
): AsyncGenerator<string | Uint8Array> {
  const ahead: ClientShare[] = [];
  try {
    for await (const chunk of chunks) {
      ahead.push(count(chunk.length));
      if (ahead.length > CHUNKS_AHEAD) ahead.shift()!.end();
      yield chunk;
    }
  } finally {
    for (const unread of ahead) unread.end();
  }
}

/**
 * Sends a generated file at the client's speed. A failure, also of `check`, breaks the connection,
 * so that no part passes for the whole.
 * @param shareOf returns a share of the memory for documents
 * @param count counts a chunk that the client has not taken; `cut` ends the connection
 */
export async function sendMade(
  response: Response,
  { name, type = 'application/json; charset=utf-8', chunks }: MadeAnswer,
  check: () => Promise<unknown>,
  shareOf: () => MemoryShare,
  count: (bytes: number, cut: () => void) => ClientShare,
): Promise<void> {
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Disposition', create(name));
  const left = new AbortController();
  response.once('close', () => left.abort());
  const made = whileAllowed(inMemory(chunks, shareOf, left.signal), check);
  await stream(response, made, count);
}

/**
 * Sends chunks at the client's speed.
 * @param count counts a chunk that the client has not taken; `cut` ends the connection
 */
export async function stream(
  response: Response,
  chunks: AsyncIterable<string | Uint8Array>,
  count: (bytes: number, cut: () => void) => ClientShare,
): Promise<void> {
  const cut = (): void => void response.destroy();
  const sent = Readable.from(counted(chunks, bytes => count(bytes, cut)));
  await pipeline(sent, response).catch((error: unknown) => {
    // A disconnected client is no failure.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
      throw error;
  });
}
