import { useState } from 'react';

interface Pagination {
  readonly total?: number | undefined;
  readonly totalPages?: number | undefined;
}

/** The present page of a numbered list, and the steps to those beside it. */
export function usePages() {
  const [page, setPage] = useState(1);
  /** Takes the pagination of the present answer, undefined while loading. */
  const stepsIn = (pagination: Pagination | undefined) => {
    const last = Math.max(1, pagination?.totalPages ?? 1);
    // The page became empty while it was open.
    if (pagination && page > last) setPage(last);
    return {
      total: pagination?.total ?? 0,
      onNewer: page > 1 ? () => setPage(page - 1) : undefined,
      onOlder: page < last ? () => setPage(page + 1) : undefined,
    };
  };
  return { page, stepsIn };
}
