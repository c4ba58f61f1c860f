import type { Call } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import { inspect, MAX_DEPTH, PROTOTYPE, valueOfJson } from '../core/json-inspect.ts';
import express, { type RequestHandler } from 'express';
import { endUnread, limitBodyTime } from './files.ts';

/** Before it is parsed: what nests too deep would exhaust the stack of whoever walks through it, and nobody means `__proto__`. What is looked at is what is parsed. @throws Problem VALIDATION_ERROR */
function parsed(body: Buffer): unknown {
  const { depth, namesPrototype } = inspect(body);
  if (depth > MAX_DEPTH) throw new Problem('VALIDATION_ERROR', { text: 'too-deep' });
  if (namesPrototype) throw new Problem('VALIDATION_ERROR', { details: [{ path: PROTOTYPE, message: { key: 'field-unknown' } }] });
  const value = valueOfJson(body);
  if (typeof value !== 'object' || value === null) throw new Problem('VALIDATION_ERROR');
  return value;
}

/** Without one it is UTF-8. */
const isUtf8 = (contentType: string): boolean => [...contentType.matchAll(/charset\*?\s*=\s*([^;]*)/gi)].every(([, charset]) => /^\s*"?utf-?8"?\s*$/i.test(charset!));

const read = express.raw({ limit: '1mb', type: () => true });

/** JSON bodies of at most 1 MiB in UTF-8, where there are any. @throws Problem UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR */
const jsonBody: RequestHandler = (request, response, next) => {
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

/** The bodies of all calls, for no longer than they may take. A file that is sent is left to be read as it comes, and no longer than until it is answered. */
export function bodies(calls: readonly Call[]): RequestHandler {
  const files = calls.flatMap(({ file, path, aliases }) => (file?.way === 'sent' ? [path, ...aliases].map(each => ({ maxBytes: file.maxBytes, path: new RegExp(`^${each.replace(/:\w+/g, '[^/]+')}/?$`, 'i') })) : []));
  return (request, response, next) => {
    const file = request.method === 'POST' ? files.find(({ path }) => path.test(request.path)) : undefined;
    limitBodyTime(request, file?.maxBytes ?? 0);
    if (!file) return jsonBody(request, response, next);
    endUnread(request, response);
    next();
  };
}
