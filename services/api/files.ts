import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_FILE_BYTES } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import type { AnsweredFile } from '@hzm/services/core/engine';
import type { Request, RequestHandler, Response } from 'express';

const tooLarge = () => new Problem('PAYLOAD_TOO_LARGE', { text: { key: 'file-too-large', values: { limit: `${MAX_FILE_BYTES / 1_048_576} MiB` } } });

/** How long a body that is no file may take to come, and how long it is still read after it was answered, in milliseconds. */
const BODY_MS = 300_000;
const ANSWERED_MS = 2_000;
/** How long a file may take to come, in milliseconds: 512 MiB at 1 Mbit/s. */
export const FILE_MS = 4_500_000;

/** Ends connections whose body takes too long. The server itself allows the time that a file takes. */
export const limitBodyTime: RequestHandler = (request, _response, next) => {
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) {
    const timer = setTimeout(() => request.socket.destroy(), BODY_MS);
    request.once('close', () => clearTimeout(timer));
  }
  next();
};

/** Ends the connection soon after the answer where a file is still on its way: nobody reads it any more. */
export function endUnread(request: Request, response: Response): void {
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), ANSWERED_MS);
    request.once('close', () => clearTimeout(timer));
  });
}

/** The body as it comes. Reading it throws a Problem where it is larger than a file may be. */
export async function* sentFile(request: Request): AsyncGenerator<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES) throw tooLarge();
  let bytes = 0;
  // Whoever stops reading still answers: the connection stays.
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_FILE_BYTES) throw tooLarge();
      yield chunk;
    }
  } catch (error) {
    // The client is gone: nobody hears it.
    throw request.errored ? new Problem('VALIDATION_ERROR') : error;
  }
}

/** Sends a file as fast as the client takes it. Where it cannot be made to its end the connection breaks off, so that nobody takes a part for the whole. */
export async function sendFile(response: Response, { name, chunks }: AnsweredFile): Promise<void> {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  await pipeline(Readable.from(chunks), response).catch((error: unknown) => {
    // That the client is gone is nobody's failure.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
  });
}
