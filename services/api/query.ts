import { Problem } from '@hzm/contracts/core/problem';
import type { Express, Request } from 'express';

/**
 * Maximum brackets in a query string, the costliest part; fifty conditions need a hundred and
 * fifty.
 */
const MAX_BRACKETS = 400;
/** Maximum parameters of a query string; Express's parser silently drops further ones. */
const MAX_PARAMETERS = 1_000;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Enables nested query strings of bounded cost. Reading a costly one throws a Problem. */
export function boundQuery(app: Express): void {
  app.set('query parser', 'extended');
  const parse = app.get('query parser fn') as (text: string) => object;
  app.set('query parser', (text: string | null) => {
    const query = text ?? '';
    if (countOf(query, /\[|%5b/gi) > MAX_BRACKETS || countOf(query, /&/g) >= MAX_PARAMETERS)
      throw new Problem('VALIDATION_ERROR', { text: 'query-too-long' });
    return parse(query);
  });
}

/**
 * Parses the query of a request once; Express parses it on each access.
 * @throws Problem VALIDATION_ERROR
 */
export function parseQuery(request: Request): void {
  Object.defineProperty(request, 'query', { value: request.query });
}
