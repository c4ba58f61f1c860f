import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { answered } from './answered.ts';

/** Logs one line per answered request. */
export const requestLog =
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
