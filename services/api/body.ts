import { Problem } from '@hzm/contracts/core/problem';
import express, { type RequestHandler } from 'express';

const MAX_DEPTH = 32;
const [QUOTE, BACKSLASH, OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = Buffer.from('"\\[{]}') as unknown as [number, number, number, number, number, number];

/** How deep arrays and objects stand in one another in a JSON text. */
export function depthOf(json: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inText) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return deepest;
}

/** Before it is parsed: what nests too deep would exhaust the stack of whoever walks through it, and nobody means `__proto__`. */
function verify(body: Buffer): void {
  if (depthOf(body) > MAX_DEPTH) throw new Problem('VALIDATION_ERROR', { text: 'too-deep' });
  if (body.includes('"__proto__"')) throw new Problem('VALIDATION_ERROR', { details: [{ path: '__proto__', message: { key: 'field-unknown' } }] });
}

const parse = express.json({ limit: '1mb', verify: (_request, _response, body) => verify(body) });

/** JSON bodies of at most 1 MiB, where there are any. @throws Problem UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR */
export const jsonBody: RequestHandler = (request, response, next) => {
  const { headers, method } = request;
  const carries = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!carries || method === 'GET' || method === 'HEAD') return next();
  if (!request.is('json')) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  parse(request, response, next);
};
