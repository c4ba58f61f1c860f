import { hasSeveralHosts } from '@hzm/services/core/limits/several-hosts';
import type { RequestHandler } from 'express';
import { malformed } from './request-headers.ts';

/**
 * Refuses a request with several hosts, as RFC 9112 demands: a proxy may have judged it by another
 * one. The connection ends, since what follows on it may be meant for somebody else.
 */
export const oneHost: RequestHandler = (request, response, next) => {
  if (!hasSeveralHosts(request)) return next();
  response.setHeader('Connection', 'close');
  throw malformed('Host', 'issue-invalid_format');
};
