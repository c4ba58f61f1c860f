import { Problem } from '@hzm/contracts/core/problem';
import type { RequestHandler } from 'express';

/**
 * Answers what a path is asked with any other method than its own: `OPTIONS` with their list,
 * everything else 405. Comes behind the path's own routes.
 */
export const otherMethods =
  (methods: readonly string[]): RequestHandler =>
  ({ method }, response) => {
    response.setHeader('Allow', methods.join(', '));
    if (method !== 'OPTIONS') throw new Problem('METHOD_NOT_ALLOWED');
    response.status(204).end();
  };
