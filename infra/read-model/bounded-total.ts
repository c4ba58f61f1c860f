import type { Find, Found } from '@hzm/services/core/ports/read-model';

/**
 * How many documents are counted for a total: one more than its bound tells that there are more.
 * undefined: all of them.
 */
export const mostCounted = (asked: Find['count']): number | undefined =>
  typeof asked === 'object' ? asked.upTo + 1 : undefined;

/** What is told of a total when so many were counted. */
export const totalCounted = (
  asked: Find['count'],
  counted: number,
): Pick<Found, 'total' | 'totalIsAtLeast'> =>
  typeof asked === 'object' && counted > asked.upTo
    ? { total: asked.upTo, totalIsAtLeast: true }
    : { total: counted };
