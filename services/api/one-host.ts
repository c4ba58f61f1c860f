import { hasSeveralHosts } from '@hzm/services/core/limits/several-hosts';
import type { RequestHandler } from 'express';
import { malformed } from './request-headers.ts';

/**
 * Refuses a request with several `Host` headers, as RFC 9112 demands: a proxy may have routed it by
 * another one. Closes the connection, since the next request on it may belong to another client.
 */
export const oneHost: RequestHandler = (request, response, next) => {
  if (!hasSeveralHosts(request)) return next();
  response.setHeader('Connection', 'close');
  throw malformed('Host', 'issue-invalid_format');
};
