import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

/** Log data of an answered request, without its content. */
export interface Answered {
  /** The call's name, such as `add-row`; absent for pages, files and unknown paths. */
  call?: string;
  actor?: string;
}

/** Returns the log data that a route fills in. */
export const answered = (response: Response): Answered => response.locals;

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
