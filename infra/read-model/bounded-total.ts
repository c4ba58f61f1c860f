import type { Find, Found } from '@hzm/services/core/ports/read-model';

/**
 * Returns the number of documents to count for a total: one more than its bound, to tell whether
 * there are more; undefined counts all.
 */
export const mostCounted = (asked: Find['count']): number | undefined =>
  typeof asked === 'object' ? asked.upTo + 1 : undefined;

/** Returns the total for a number of counted documents. */
export const totalCounted = (
  asked: Find['count'],
  counted: number,
): Pick<Found, 'total' | 'totalIsAtLeast'> =>
  typeof asked === 'object' && counted > asked.upTo
    ? { total: asked.upTo, totalIsAtLeast: true }
    : { total: counted };
