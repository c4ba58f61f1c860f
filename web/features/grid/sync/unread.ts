import type { ApiError } from '../../../lib/api-error.ts';
import { pageOf } from '../model/page-index.ts';
import type { Grid } from './state.ts';

/** Pages in sight that could not be read. */
export interface Unread {
  readonly error: ApiError;
  /** Whether rows are missing, not just stale. */
  readonly isMissing: boolean;
}

/** Returns the failure of a page between two places; offline, stale rows are no failure. */
export function unreadIn(
  { places, unread }: Pick<Grid, 'places' | 'unread'>,
  first: number,
  last: number,
): Unread | undefined {
  const [from, to] = [pageOf(places.size, first), pageOf(places.size, last)];
  for (const [page, error] of unread) {
    const isMissing = places.pages.get(page)?.includes(undefined) ?? true;
    if (page >= from && page <= to && (isMissing || error.status !== 0))
      return { error, isMissing };
  }
  return undefined;
}
