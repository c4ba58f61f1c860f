/** A row's height in pixels, and where rows are touched. */
export const ROW_HEIGHT_PX = 36;
export const TOUCHED_ROW_HEIGHT_PX = 44;
/** No browser draws an element higher than this; more rows share the scrollbar's way. */
const MAX_ELEMENT_HEIGHT_PX = 15_000_000;
/** Rows drawn beyond each edge, so that scrolling finds them there. */
const OVERSCAN_ROWS = 8;

/** The body of a grid: `count` rows behind a window of `window` pixels. */
export interface Body {
  readonly count: number;
  readonly window: number;
  /** A row's height, in pixels. */
  readonly row: number;
  /** Height of the scrolling element, in pixels. */
  readonly height: number;
  /** Pixels of rows that one pixel of scrolling passes. */
  readonly scale: number;
}

export function bodyOf(count: number, window: number, row = ROW_HEIGHT_PX): Body {
  const full = count * row;
  const height = Math.min(full, MAX_ELEMENT_HEIGHT_PX);
  return {
    count,
    window,
    row,
    height,
    scale: full > height && height > window ? (full - window) / (height - window) : 1,
  };
}

/**
 * The rows to draw when scrolled to `top`: first and last index; last < first when there are none.
 */
export function drawnRows(
  { count, window, row, scale }: Body,
  top: number,
): { readonly first: number; readonly last: number } {
  const from = Math.floor((top * scale) / row);
  return {
    first: Math.max(0, from - OVERSCAN_ROWS),
    last: Math.min(count - 1, from + Math.ceil(window / row) + OVERSCAN_ROWS),
  };
}

/** The first row that is seen when scrolled to `top`. */
export const firstSeen = ({ scale, count, row }: Body, top: number): number =>
  Math.max(0, Math.min(count - 1, Math.floor((top * scale + row / 2) / row)));

/**
 * Rows that share one origin. Far from it pixels lose their precision, and a moved origin draws
 * every row again.
 */
const ROWS_PER_ORIGIN = 10_000;

/**
 * The row that others are placed from when scrolled to `top`, and where it is drawn, in pixels from
 * the element's top.
 */
export function originOf(
  { scale, row }: Body,
  top: number,
): { readonly line: number; readonly y: number } {
  const line = Math.floor((top * scale) / row / ROWS_PER_ORIGIN) * ROWS_PER_ORIGIN;
  return { line, y: line * row - top * (scale - 1) };
}

/** Returns the scroll position that makes a row the first one. */
export const scrollTo = ({ scale, height, window, row }: Body, index: number): number =>
  Math.max(0, Math.min((index * row) / scale, height - window));

/** Returns the scroll position, near `top`, that shows a row; `top` if it is visible already. */
export function reveal(body: Body, index: number, top: number): number {
  const { scale, window, row } = body;
  const y = index * row - top * scale;
  if (y < 0) return scrollTo(body, index);
  return y + row > window ? Math.max(0, ((index + 1) * row - window) / scale) : top;
}

/** Columns drawn beyond each edge. */
const OVERSCAN_COLUMNS = 2;

/**
 * The columns to draw when scrolled to `left`: those behind a first one of `head` pixels that stays
 * where it is.
 */
export function drawnColumns(
  widths: readonly number[],
  head: number,
  left: number,
  window: number,
): { readonly first: number; readonly last: number } {
  let x = head;
  let first = widths.length;
  let last = -1;
  for (const [at, width] of widths.entries()) {
    if (x + width > left + head && x < left + window) {
      first = Math.min(first, at);
      last = at;
    }
    x += width;
  }
  return last < 0
    ? { first: 0, last }
    : {
        first: Math.max(0, first - OVERSCAN_COLUMNS),
        last: Math.min(widths.length - 1, last + OVERSCAN_COLUMNS),
      };
}
