import { Problem } from '@hzm/contracts/core/problem';
import type { RequestHandler } from 'express';

/**
 * Answers other methods of a path: `OPTIONS` with the list, all else 405. Register it after the
 * path's own routes.
 */
export const otherMethods =
  (methods: readonly string[]): RequestHandler =>
  ({ method }, response) => {
    response.setHeader('Allow', methods.join(', '));
    if (method !== 'OPTIONS') throw new Problem('METHOD_NOT_ALLOWED');
    response.status(204).end();
  };
