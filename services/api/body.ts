import { Problem } from '@hzm/contracts/core/problem';
import express, { type RequestHandler } from 'express';

const MAX_DEPTH = 32;
const [QUOTE, BACKSLASH, COLON, OPEN_ARRAY, OPEN_OBJECT, CLOSE_ARRAY, CLOSE_OBJECT] = Buffer.from('"\\:[{]}') as unknown as [number, number, number, number, number, number, number];
const PROTOTYPE = '__proto__';
/** Each of its letters may be written as `\u005f`. */
const LONGEST_PROTOTYPE = PROTOTYPE.length * 6;

/** How deep arrays and objects stand in one another in a JSON text, and whether a member is named `__proto__`, however that is written. */
export function inspect(json: Uint8Array): { readonly depth: number; readonly namesPrototype: boolean } {
  let depth = 0;
  let deepest = 0;
  let namesPrototype = false;
  /** Where the last text began and ended, behind and at its quotes. */
  let [from, end] = [-1, -1];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) {
      from = at + 1;
      for (at = from; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++;
      end = at;
    } else if (byte === COLON) namesPrototype ||= end - from >= PROTOTYPE.length && end - from <= LONGEST_PROTOTYPE && isPrototype(json.subarray(from, end));
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) deepest = Math.max(deepest, ++depth);
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
  }
  return { depth: deepest, namesPrototype };
}

function isPrototype(name: Uint8Array): boolean {
  const text = Buffer.from(name).toString();
  if (!text.includes('\\')) return text === PROTOTYPE;
  try {
    return JSON.parse(`"${text}"`) === PROTOTYPE;
  } catch {
    return false;
  }
}

/** Before it is parsed: what nests too deep would exhaust the stack of whoever walks through it, and nobody means `__proto__`. What is looked at is what is parsed. @throws Problem VALIDATION_ERROR */
function parsed(body: Buffer): unknown {
  const { depth, namesPrototype } = inspect(body);
  if (depth > MAX_DEPTH) throw new Problem('VALIDATION_ERROR', { text: 'too-deep' });
  if (namesPrototype) throw new Problem('VALIDATION_ERROR', { details: [{ path: PROTOTYPE, message: { key: 'field-unknown' } }] });
  const value = valueOf(body);
  if (typeof value !== 'object' || value === null) throw new Problem('VALIDATION_ERROR');
  return value;
}

/** Undefined: it is no JSON in UTF-8. */
function valueOf(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** Without one it is UTF-8. */
const isUtf8 = (contentType: string): boolean => [...contentType.matchAll(/charset\*?\s*=\s*([^;]*)/gi)].every(([, charset]) => /^\s*"?utf-?8"?\s*$/i.test(charset!));

const read = express.raw({ limit: '1mb', type: () => true });

/** JSON bodies of at most 1 MiB in UTF-8, where there are any. @throws Problem UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR */
export const jsonBody: RequestHandler = (request, response, next) => {
  const { headers, method } = request;
  const carries = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!carries || method === 'GET' || method === 'HEAD') return next();
  if (!request.is('json')) throw new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (!isUtf8(headers['content-type'] ?? '')) throw new Problem('UNSUPPORTED_MEDIA_TYPE', { text: 'not-utf-8' });
  read(request, response, (error?: unknown) => {
    if (error !== undefined) return next(error);
    try {
      const body: unknown = request.body;
      request.body = Buffer.isBuffer(body) && body.length > 0 ? parsed(body) : {};
      next();
    } catch (problem) {
      next(problem);
    }
  });
};
