export const pageSizes = [20, 50, 100, 200] as const;
export const DEFAULT_PAGE_SIZE = 50;
const MAX_BUTTONS = 5;

/** The pages to offer: at most five, with the current one in the middle where that is possible. */
export function pageButtons(page: number, totalPages: number): readonly number[] {
  const count = Math.min(MAX_BUTTONS, Math.max(1, totalPages));
  const first = Math.min(
    Math.max(1, page - Math.floor(count / 2)),
    Math.max(1, totalPages - count + 1),
  );
  return Array.from({ length: count }, (_, at) => first + at);
}

export const pagesOf = (total: number, limit: number): number =>
  Math.max(1, Math.ceil(total / limit));
