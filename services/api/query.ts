import { Problem } from '@hzm/contracts/core/problem';
import type { Express, Request } from 'express';

/** Brackets in a query string, which cost most: fifty conditions have a hundred and fifty. */
const MAX_BRACKETS = 400;
/** Parameters of a query string. Express's parser leaves out silently what is beyond. */
const MAX_PARAMETERS = 1_000;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Lets an application parse query strings with brackets that cost little. Reading such a query
 * throws a Problem where it would cost much.
 */
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
 * Parses the query of a request once: Express does it anew whenever it is read. @throws Problem
 * VALIDATION_ERROR
 */
export function parseQuery(request: Request): void {
  Object.defineProperty(request, 'query', { value: request.query });
}
