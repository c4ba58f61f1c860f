import { createHash } from 'node:crypto';
import { newId } from '@hzm/contracts/core/ids';
import { isPosition } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import type { Context, Engine, Handler } from '@hzm/services/core/engine';
import express, { type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { problemOf, refuse } from './envelope.ts';
import { webRouter } from './web.ts';

const WAIT_MS = 5_000;

const languageOf = (request: Request): 'tr' | 'en' => (request.acceptsLanguages('tr', 'en') === 'en' ? 'en' : 'tr');

/** The client's own name for the request, or a new one. @throws Problem VALIDATION_ERROR */
function identified(request: Request): { id: string; repeatable: boolean } {
  const given = request.get('x-request-id') ?? request.get('idempotency-key');
  if (given === undefined) return { id: newId(), repeatable: false };
  if (given.length === 0 || given.length > 100) throw new Problem('VALIDATION_ERROR', { details: [{ path: 'X-Request-ID', message: { key: 'issue-too_big' } }] });
  return { id: given, repeatable: true };
}

/** The version in `If-Match`; `*` matches any. @throws Problem VALIDATION_ERROR */
function expectedVersion(request: Request): number | undefined {
  const given = request.get('if-match');
  if (given === undefined || given === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(given)?.[1];
  if (version === undefined) throw new Problem('VALIDATION_ERROR', { details: [{ path: 'If-Match', message: { key: 'issue-invalid_format' } }] });
  return Number(version);
}

/** One call as a route: who, what, may they, do it, answer. */
const route = (engine: Engine, { call, run }: Handler) => async (request: Request, response: Response): Promise<void> => {
  const { id, repeatable } = identified(request);
  const caller = await authenticate(engine, request);
  const parsed = { params: call.params.safeParse(request.params), query: call.query.safeParse(request.query), body: call.body.safeParse(request.body ?? (call.method === 'GET' ? {} : undefined) ?? {}) };
  // A caller who may not ask learns nothing of what would have been right.
  await authorize(engine, caller, call, parsed.params.success ? (parsed.params.data as object) : {});
  const issues = Object.values(parsed).flatMap(({ error }) => error?.issues ?? []);
  if (issues.length > 0) throw problemOf(issues);

  const after = request.get('x-wait-for-position');
  if (after !== undefined) {
    if (!isPosition(after)) throw new Problem('VALIDATION_ERROR', { details: [{ path: 'X-Wait-For-Position', message: { key: 'issue-invalid_format' } }] });
    await engine.projector.reached(after, WAIT_MS);
  }
  const input = { params: parsed.params.data, query: parsed.query.data, body: parsed.body.data };
  const digest = call.kind === 'query' ? '' : createHash('sha256').update(`${call.name} ${JSON.stringify(input)}`).digest('base64url');
  const context: Context = { engine, caller, request: { actor: caller.actor, id, repeatable, digest }, language: languageOf(request), expected: expectedVersion(request) };
  const { data, position, version } = await run(context, input as never);
  if (position !== undefined) response.set('X-Position', position);
  if (version !== undefined) response.set('ETag', `"${version}"`);
  response.status(call.status).json({ success: true, data });
};

/** Literal segments win over parameters. */
const literalFirst = (a: { path: string }, b: { path: string }): number => (a.path.replace(/:\w+/g, '\uffff') < b.path.replace(/:\w+/g, '\uffff') ? -1 : 1);

/** The HTTP side of the product; `log` gets what nobody expected. */
export function createApp(engine: Engine, handlers: readonly Handler[], log: (error: unknown) => void): express.Express {
  const app = express();
  app.set('query parser', 'extended');
  app.set('etag', false);
  app.use(helmet({ contentSecurityPolicy: { directives: { defaultSrc: ["'self'"], scriptSrc: ["'self'"], styleSrc: ["'self'", "'unsafe-inline'"], imgSrc: ["'self'", 'data:'], connectSrc: ["'self'", 'ws:', 'wss:'], upgradeInsecureRequests: null } }, strictTransportSecurity: false }));
  app.use((request, response, next) => {
    response.set('X-Request-ID', (request.get('x-request-id') ?? request.get('idempotency-key') ?? newId()).slice(0, 100));
    next();
  });
  app.use('/api/v1', express.json({ limit: '1mb', strict: true }));

  const routes = handlers.flatMap(handler => [handler.call.path, ...handler.call.aliases].map(path => ({ path, handler })));
  for (const { path, handler } of routes.toSorted(literalFirst)) app[handler.call.method.toLowerCase() as 'get'](`/api/v1${path}`, route(engine, handler));
  app.use('/api/v1', () => {
    throw new Problem('NOT_FOUND');
  });
  app.use(webRouter());
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    const problem = asProblem(error);
    if (problem.code === 'INTERNAL_ERROR') log(error);
    refuse(response, problem, languageOf(request), String(response.get('x-request-id')));
  });
  return app;
}

/** Express's own refusals (body too large, not JSON, bad escape in the path) as ours. */
function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return new Problem('PAYLOAD_TOO_LARGE');
  if (status === 404) return new Problem('NOT_FOUND');
  if (status === 415) return new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (typeof status === 'number' && status >= 400 && status < 500) return new Problem('VALIDATION_ERROR');
  return new Problem('INTERNAL_ERROR');
}
