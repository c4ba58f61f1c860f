import { Problem, problemStatus } from '@hzm/contracts/core/problem';
import { stopNotificationMails } from '@hzm/contracts/features/notifications/api';
import type { Engine, Handler } from '@hzm/services/core/engine';
import type { Trust } from '@hzm/services/core/limits/proxies';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { Logger } from 'pino';
import { countRefusal } from './admission.ts';
import { answered } from './answered.ts';
import { boundUnread, closeUnread, readBytes } from './body.ts';
import { descriptions } from './description/router.ts';
import { envelope } from './envelope.ts';
import { limitBodyTime } from './files.ts';
import { otherMethods } from './methods.ts';
import { metrics } from './metrics.ts';
import { oneHost } from './one-host.ts';
import { corsMiddleware } from './origin.ts';
import { oneByOne } from './pipelined.ts';
import { boundQuery } from './query.ts';
import { recordRequests } from './record-requests.ts';
import { languageOf, nameOf } from './request-headers.ts';
import { route } from './route.ts';
import type { Throttle } from './throttle.ts';
import { webRouter } from './web.ts';

/** Sorts literal segments before parameters. */
const literalFirst = (a: { path: string }, b: { path: string }): number =>
  a.path.replace(/[:*]\w+/g, '\uffff') < b.path.replace(/[:*]\w+/g, '\uffff') ? -1 : 1;

/** Keeps API answers from being treated as pages or cached. */
const dataOnly: RequestHandler = (_request, response, next) => {
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  next();
};

const notFound: RequestHandler = () => {
  throw new Problem('NOT_FOUND');
};

/**
 * Creates a route for each path of each call, in one router per first segment, so that a request is
 * compared with few paths.
 */
function apiRouter(
  engine: Engine,
  handlers: readonly Handler[],
  throttle: Throttle,
): express.Router {
  const api = express.Router();
  const cors = corsMiddleware(engine);
  const routes = handlers
    .flatMap(handler =>
      [handler.call.path, ...handler.call.aliases].map(path => ({ path, handler })),
    )
    .toSorted(literalFirst);
  for (const [segment, ofSegment] of Map.groupBy(routes, ({ path }) => path.split('/')[1]!)) {
    const router = express.Router();
    for (const ofPath of Map.groupBy(ofSegment, ({ path }) =>
      path.replace(/:\w+/g, ':'),
    ).values()) {
      const within = (path: string): string => path.slice(segment.length + 1) || '/';
      for (const { path, handler } of ofPath)
        router[handler.call.method.toLowerCase() as 'get'](
          within(path),
          cors,
          route(engine, throttle, handler),
        );
      const methods = ofPath.map(({ handler }) => handler.call.method);
      router.options(within(ofPath[0]!.path), corsMiddleware(engine, methods));
      router.all(within(ofPath[0]!.path), otherMethods(methods));
    }
    api.use(`/${segment}`, router);
  }
  return api;
}

interface AppParts {
  readonly engine: Engine;
  readonly handlers: readonly Handler[];
  readonly throttle: Throttle;
  readonly log: Logger;
  /** The proxies whose forwarded headers are trusted. */
  readonly trusts: Trust;
}

/** Creates the HTTP application. */
export function createApp({ engine, handlers, throttle, log, trusts }: AppParts): express.Express {
  const app = express();
  boundQuery(app);
  app.set('etag', false);
  // Forwarded headers count from these proxies only.
  app.set('trust proxy', trusts);
  app.disable('x-powered-by');
  app.use((request, response, next) => {
    response.setHeader('X-Request-ID', nameOf(request));
    next();
  });
  app.use(oneHost);
  app.use(oneByOne);
  app.use(boundUnread);
  if (log.isLevelEnabled('info')) app.use(requestLog(log));
  app.post('/stop-mails/:token', ...stopMailsByLink);
  app.use('/api', dataOnly);
  app.use('/api/v1', recordRequests(engine.requestLog));
  app.use('/api/v1/metrics', metrics(engine));
  app.use('/api/v1', descriptions(), apiRouter(engine, handlers, throttle));
  app.use('/api', notFound);
  // Sockets are accepted only once the views are readable.
  app.use('/socket.io', () => {
    throw engine.projector.isReady
      ? new Problem('NOT_FOUND')
      : new Problem('NOT_READY', { retryAfter: 2 });
  });
  app.use(webRouter(), notFound);
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    void counting(asProblem(error), throttle, request, response)
      .then(problem => refuse({ engine, log }, { error, problem, request, response }))
      .catch(next);
  });
  return app;
}

interface Refusal {
  readonly error: unknown;
  readonly problem: Problem;
  readonly request: Request;
  readonly response: Response;
}

/** Answers a refused request. */
function refuse(
  { engine, log }: Pick<AppParts, 'engine' | 'log'>,
  { error, problem, request, response }: Refusal,
): void {
  closeUnread(request, response);
  answered(response).code = problem.code;
  if (request.path.startsWith('/api/')) engine.metrics.refused(problem.code);
  if (problem.code === 'INTERNAL_ERROR')
    log.error({ err: error, request: response.get('x-request-id') }, 'a request failed');
  if (problem.retryAfter !== undefined) response.set('Retry-After', String(problem.retryAfter));
  if (problem.allow !== undefined) response.set('Allow', problem.allow.join(', '));
  // Files are answered without a request id, refusals always with one.
  const id = response.get('x-request-id') ?? nameOf(request);
  response
    .set('X-Request-ID', id)
    .status(problemStatus[problem.code])
    .json(envelope(problem, languageOf(request), id));
}

/** Returns the refusal, or the one for too many refusals from its IP. */
async function counting(
  problem: Problem,
  throttle: Throttle,
  request: Request,
  response: Response,
): Promise<Problem> {
  try {
    await countRefusal(throttle, request, response, problem);
    return problem;
  } catch (error) {
    return asProblem(error);
  }
}

/**
 * Maps Express errors (body too large, invalid JSON, bad escape in the path) and store outages to
 * problems.
 */
function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Unavailable) return new Problem('NOT_READY', { retryAfter: 2 });
  const status =
    typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return new Problem('PAYLOAD_TOO_LARGE');
  if (status === 404) return new Problem('NOT_FOUND');
  if (status === 415) return new Problem('UNSUPPORTED_MEDIA_TYPE');
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Problem('VALIDATION_ERROR');
  return new Problem('INTERNAL_ERROR');
}

/** Logs one line per answered request. */
const requestLog =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const started = performance.now();
    response.on('close', () => {
      const { call, actor } = answered(response);
      log.info({
        request: response.get('x-request-id'),
        method: request.method,
        call,
        actor,
        status: response.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
    next();
  };

/** Maximum bytes of the form; mail programs send only `List-Unsubscribe=One-Click`. */
const MAX_FORM_BYTES = 1024;

const form: RequestHandler = async (request, _response, next) => {
  limitBodyTime(request, 0);
  await readBytes(request, MAX_FORM_BYTES);
  next();
};

/** Turns the form into a call by the token in the URL. */
const asCall: RequestHandler = (request, _response, next) => {
  for (const header of ['content-type', 'content-length', 'transfer-encoding'])
    delete request.headers[header];
  request.body = { token: request.params['token'] };
  request.url = `/api/v1${stopNotificationMails.path}`;
  next();
};

/** RFC 8058: a mail program posts a form to the link in a mail's header, without signing in. */
const stopMailsByLink: readonly RequestHandler[] = [form, asCall];
