import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

/** What is known of a request when it is answered; never what it said. */
export interface Answered {
  /** The call's name, e.g. `add-row`; absent for pages, files and what there is not. */
  call?: string;
  actor?: string;
}

/** Where a route leaves what the log tells of it. */
export const answered = (response: Response): Answered => response.locals;

/** One line for each request, when it is answered. */
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
