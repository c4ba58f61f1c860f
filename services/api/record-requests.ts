import type { RequestLog } from '@hzm/services/core/status/request-log';
import type { RequestHandler } from 'express';
import { answered } from './answered.ts';

/** Methods of calls; any other is recorded as one, because a client may make up names. */
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']);
const ANONYMOUS = 'anonymous';

/**
 * Records each answered request in the request log: of whom, about what and how it ended, without
 * anything that it carried.
 */
export const recordRequests =
  (log: RequestLog): RequestHandler =>
  (request, response, next) => {
    const { method, socket } = request;
    if (!log.isOn || method === 'OPTIONS') return next();
    const started = performance.now();
    const written = socket.bytesWritten;
    response.once('close', () => {
      const about = answered(response);
      const { isUnrecorded = false, call = '', route = '', code = '', ...by } = about;
      // Screens that follow the log would fill it.
      if (isUnrecorded && response.statusCode < 400) return;
      log.answered({
        method: METHODS.has(method) ? method : 'OTHER',
        route,
        name: call,
        status: response.statusCode,
        code,
        ms: Math.round((performance.now() - started) * 10) / 10,
        bytes: Math.max(0, socket.bytesWritten - written),
        actor: by.actor ?? ANONYMOUS,
        account: by.account ?? ANONYMOUS,
        project: by.projectId ?? '',
        request: response.get('x-request-id') ?? '',
        position: by.position ?? '',
      });
    });
    next();
  };
