import { Problem } from '@hzm/contracts/core/problem';
import type { KeptAnswer } from '@hzm/services/core/engine';
import type { ClientShare } from '@hzm/services/core/limits/client-memory';
import { create } from 'content-disposition';
import type { Request, Response } from 'express';
import { stream } from './files.ts';
import { headerOf } from './header.ts';
import { STALLED_MS } from './unread.ts';

/** Copies of a chunk on its way: read, opened, and waiting in the response and behind it. */
const COPIES = 4;
/** The policy that keeps a displayed file from running code, loading anything, and being framed. */
const POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";
/** Whether a browser might run a file of this type. */
const isMarkup = (type: string): boolean => /(?:html|xml|javascript|ecmascript|css)/.test(type);
const typeOf = (type: string): string =>
  isMarkup(type)
    ? 'application/octet-stream'
    : type === 'text/plain'
      ? 'text/plain; charset=utf-8'
      : type;

/**
 * Returns the requested bytes; the whole file without a range, for several ranges, and for another
 * version.
 * @throws Problem RANGE_NOT_SATISFIABLE
 */
function rangeOf(
  request: Request,
  response: Response,
  size: number,
  tag: string,
): { readonly from: number; readonly to: number; readonly isPart: boolean } {
  const all = { from: 0, to: size, isPart: false };
  const condition = headerOf(request, 'if-range');
  if (condition !== undefined && condition !== tag) return all;
  const ranges = request.range(size, { combine: true });
  if (ranges === -1) {
    response.setHeader('Content-Range', `bytes */${size}`);
    throw new Problem('RANGE_NOT_SATISFIABLE');
  }
  const only =
    Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
  return only ? { from: only.start, to: only.end + 1, isPart: true } : all;
}

/**
 * Sends a stored file or a range of it, so that browsers neither run nor reinterpret it. Readers
 * may cache it, because it never changes under its URL.
 * @param count counts a chunk that the client has not taken; `cut` ends the connection
 */
export async function sendKept(
  request: Request,
  response: Response,
  { name, type, isShown, tag, file }: KeptAnswer,
  count: (bytes: number, cut: () => void) => ClientShare,
): Promise<void> {
  try {
    const etag = `"${tag}"`;
    const { from, to, isPart } = rangeOf(request, response, file.size, etag);
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
    // Another person in the same browser must not get the cached file.
    response.vary('Authorization, X-API-Key, X-User-Email, X-Project-Password');
    if (request.fresh) return void response.status(304).end();
    response.status(isPart ? 206 : 200).set({
      'Content-Type': typeOf(type),
      'Content-Length': String(to - from),
      'Content-Disposition': create(name, { type: isShown ? 'inline' : 'attachment' }),
      'Accept-Ranges': 'bytes',
      'Content-Security-Policy': POLICY,
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(isPart && { 'Content-Range': `bytes ${from}-${to - 1}/${file.size}` }),
    });
    if (request.method === 'HEAD') return void response.end();
    response.setTimeout(STALLED_MS, () => response.destroy());
    await stream(response, file.read(from, to), (bytes, cut) => count(COPIES * bytes, cut));
  } finally {
    await file.close();
  }
}
