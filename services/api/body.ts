import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { unfitNumberIn } from '@hzm/contracts/core/exact';
import { Problem } from '@hzm/contracts/core/problem';
import type { Caller } from '@hzm/services/core/engine';
import type { ClientShare } from '@hzm/services/core/limits/client-memory';
import type { MemoryShare } from '@hzm/services/core/limits/memory-pool';
import { sourceOf } from '@hzm/services/core/limits/source';
import { slice } from '@hzm/services/core/ports/slices';
import type { Request, RequestHandler, Response } from 'express';
import {
  inspect,
  MAX_DEPTH,
  MAX_DIFFERENT_NAMES,
  MAX_PARTS,
  namesAtMost,
  PROTOTYPE,
  valueOfJson,
} from '../core/json/json-inspect.ts';
import { addressOf } from './admission.ts';
import type { Exchange } from './exchange.ts';
import { leavingOf } from './request-time.ts';

/** Maximum size of a body, decompressed, in bytes. */
const MAX_BODY_BYTES = 1_048_576;
/** Maximum size of a body from anonymous callers, decompressed, in bytes. */
const MAX_OPEN_BODY_BYTES = 16 * 1024;
/** Maximum bytes received and dropped of a body that was answered unread. */
const MAX_DROPPED_BYTES = 256 * 1024;
/** Maximum time in which a body comes, in milliseconds: 1 MiB at 8 KB/s. */
const COMING_MS = 130_000;
/** Bytes beyond which a body is parsed and validated in a slice: many may come in one turn. */
export const LARGE_BYTES = 4_096;
/** Values of a body that exist at once: parsed, validated, and as an event. */
const COPIES = 3;
/** Characters of a refused number quoted in the answer. */
const MAX_TOLD = 60;
/** Milliseconds for which such a connection stays open, so that the client can read the answer. */
const ANSWERED_MS = 2_000;

const tooLarge = (maxBytes: number): Problem => {
  const limit = maxBytes < 1_048_576 ? `${maxBytes / 1024} KiB` : `${maxBytes / 1_048_576} MiB`;
  return new Problem('PAYLOAD_TOO_LARGE', { text: { key: 'body-too-large', values: { limit } } });
};

const tooManyParts = (key: string, max: number): Problem =>
  new Problem('PAYLOAD_TOO_LARGE', { text: { key, values: { limit: max } } });

/** Waits for the next slice before a large body takes one more step. */
const turnFor = ({ length }: Buffer): Promise<void> | undefined =>
  length > LARGE_BYTES ? slice() : undefined;

/**
 * Parses a body after a check of its bytes, because nesting exhausts the stack and names and values
 * cost far more to parse than to send. Rows may have more parts, because a thousand rows repeat the
 * same names, which costs little.
 * @throws Problem VALIDATION_ERROR, PAYLOAD_TOO_LARGE
 */
async function parsed(body: Buffer, holdsRows: boolean): Promise<unknown> {
  await turnFor(body);
  const { depth, namesPrototype, parts } = inspect(body);
  if (parts > MAX_PARTS && !holdsRows) throw tooManyParts('too-many-parts', MAX_PARTS);
  if (parts > MAX_PARTS && !namesAtMost(body, MAX_DIFFERENT_NAMES))
    throw tooManyParts('too-many-names', MAX_DIFFERENT_NAMES);
  if (depth > MAX_DEPTH) throw new Problem('VALIDATION_ERROR', { text: 'too-deep' });
  if (namesPrototype)
    throw new Problem('VALIDATION_ERROR', {
      details: [{ path: PROTOTYPE, message: { key: 'field-unknown' } }],
    });
  await turnFor(body);
  const value = valueOfJson(body);
  if (typeof value !== 'object' || value === null) throw new Problem('VALIDATION_ERROR');
  await turnFor(body);
  // Runs after the parser: the search is linear only in valid JSON, where every text ends.
  const unfit = unfitNumberIn(body.toString('latin1'))?.slice(0, MAX_TOLD);
  if (unfit !== undefined) {
    throw new Problem('VALIDATION_ERROR', {
      text: { key: 'number-unfit', values: { number: unfit } },
    });
  }
  return value;
}

/** Whether a content type names UTF-8 or no charset. */
const isUtf8 = (contentType: string): boolean =>
  [...contentType.matchAll(/charset\*?\s*=\s*([^;]*)/gi)].every(([, charset]) =>
    /^\s*"?utf-?8"?\s*$/i.test(charset!),
  );

const decoders = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
} as const;

const carriesBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Returns the decoder of a compressed body.
 * @throws Problem UNSUPPORTED_MEDIA_TYPE
 */
function decoderOf(request: Request): ReturnType<typeof createGunzip> | undefined {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding === 'identity') return undefined;
  if (!Object.hasOwn(decoders, encoding)) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  return decoders[encoding as keyof typeof decoders]();
}

/** Returns a buffer with the first bytes of one, then a chunk: the same buffer while it has room. */
function joined(buffer: Buffer, bytes: number, chunk: Buffer): Buffer {
  const room =
    bytes + chunk.length <= buffer.length
      ? buffer
      : Buffer.concat([buffer], Math.max(2 * buffer.length, bytes + chunk.length));
  chunk.copy(room, bytes);
  return room;
}

/**
 * Reads a body, and stops as soon as its decompressed size exceeds the maximum or its time is up.
 * @param share counts the received bytes
 * @throws Problem PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR, NOT_READY
 */
export async function readBytes(
  request: Request,
  maxBytes: number,
  share?: ClientShare,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const decoder = decoderOf(request);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  // One buffer, because a client may send a body byte by byte.
  let body: Buffer = Buffer.alloc(0);
  let bytes = 0;
  const take = (chunk: Buffer): void => {
    const before = bytes;
    bytes += chunk.length;
    if (bytes > maxBytes) return reject(tooLarge(maxBytes));
    try {
      share?.came(chunk.length);
      body = before === 0 ? chunk : joined(body, before, chunk);
    } catch (error) {
      reject(error);
    }
  };
  const whole = (): void => resolve(body.subarray(0, bytes));
  const broken = (): void => reject(new Problem('VALIDATION_ERROR'));
  const source = decoder ? request.pipe(decoder) : request;
  const gone = (): void => {
    // A body that came whole is lost, too, unless it was read before its client left.
    if (!request.readableEnded) broken();
  };
  source.on('data', take).once('end', whole).once('error', broken);
  request.once('close', gone);
  if (request.destroyed) gone();
  const late = setTimeout(() => request.destroy(), COMING_MS);
  try {
    return await promise;
  } finally {
    if (decoder) request.unpipe(decoder);
    source.off('data', take).off('end', whole).off('error', broken);
    // Decompression continues briefly in another thread; its late errors are irrelevant.
    decoder?.on('error', () => undefined).destroy();
    request.off('close', gone);
    clearTimeout(late);
    if (!request.complete) request.pause();
  }
}

/**
 * Reads the JSON body of a call into `request.body`, within its time. Public calls and anonymous
 * callers have a lower size limit. Returns its decompressed size.
 * @param memory a share for the body, which holds nothing yet
 * @throws Problem UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, VALIDATION_ERROR, NOT_READY
 */
export async function readBody(
  { engine, call, request, response }: Exchange,
  caller: Caller,
  memory: MemoryShare,
): Promise<number> {
  if (!carriesBody(request) || request.method === 'GET' || call.file?.way === 'sent') return 0;
  if (!request.is('json')) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (!isUtf8(request.headers['content-type'] ?? ''))
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', { text: 'not-utf-8' });
  const isOpen = caller.actor === 'anonymous' || (call.access === 'public' && !call.holdsRows);
  const { account } = sourceOf(caller, addressOf(request));
  const most = isOpen ? MAX_OPEN_BODY_BYTES : MAX_BODY_BYTES;
  const share = engine.coming.count(account, 0, () => request.destroy(), false);
  const body = await readBytes(request, most, share).finally(() => share.end());
  await memory.reserveJson(body, COPIES, () => leavingOf(response));
  request.body = body.length > 0 ? await parsed(body, call.holdsRows) : {};
  return body.length;
}

/** Bounds the unread body that is still received, so that refusing costs less than sending. */
export const boundUnread: RequestHandler = (request, response, next) => {
  if (carriesBody(request)) response.once('prefinish', () => dropRest(request));
  next();
};

/**
 * Announces in the answer that the connection ends, if more of the body is unread than the server
 * drops.
 */
export function closeUnread(request: Request, response: Response): void {
  const length = Number(request.headers['content-length'] ?? Infinity);
  if (!carriesBody(request) || request.complete || length <= MAX_DROPPED_BYTES) return;
  response.setHeader('Connection', 'close');
  // Destroying a socket while the client sends would lose the answer.
  request.socket.destroySoon = () => request.socket.end();
}

/**
 * Receives a little of an unread body, so that the client sees its answer, and ends the connection
 * if there is more.
 */
function dropRest(request: Request): void {
  if (request.complete) return;
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_DROPPED_BYTES) request.pause();
  });
  request.on('error', () => undefined).resume();
  const timer = setTimeout(() => request.socket.destroy(), ANSWERED_MS);
  request.once('close', () => clearTimeout(timer));
}
