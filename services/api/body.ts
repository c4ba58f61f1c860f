import type { Call } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import { inspect, MAX_DEPTH, PROTOTYPE, valueOfJson } from '../core/json-inspect.ts';
import express, { type Request, type RequestHandler } from 'express';
import { endUnread } from './files.ts';

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

/** Of the paths under which a file is sent the body is left to be read as it comes, and no longer than until it is answered. */
export const unlessFile = (calls: readonly Call[], ...otherwise: readonly RequestHandler[]): RequestHandler[] => {
  const paths = new Set(calls.filter(({ file }) => file === 'sent').flatMap(({ path, aliases }) => [path, ...aliases]));
  const isFile = ({ method, path }: Request): boolean => method === 'POST' && paths.has(path.toLowerCase().replace(/\/$/, ''));
  return [
    (request, response, next) => {
      if (isFile(request)) endUnread(request, response);
      next();
    },
    ...otherwise.map((handler): RequestHandler => (request, response, next) => (isFile(request) ? next() : handler(request, response, next))),
  ];
};

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
