import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import { heldAt, ROW_HEAD_WIDTH_PX, type Column } from '../model/columns.ts';
import {
  bodyOf,
  drawnColumns,
  drawnRows,
  firstSeen,
  originOf,
  reveal,
  scrollTo,
} from '../model/geometry.ts';
import type { Lines } from '../sync/lines.ts';

/** Whether fingers touch the rows, which need larger ones than a pointer that hovers. */
export const isTouched = matchMedia('(hover: none)').matches;

export interface Viewport {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly header: RefObject<HTMLDivElement | null>;
  readonly height: number;
  /** The lines to draw, and the first that is seen. */
  readonly first: number;
  readonly last: number;
  /** The columns to draw. */
  readonly columns: { readonly first: number; readonly last: number };
  /** Left edges of frozen columns, in pixels from the window's left edge, by index. */
  readonly held: ReadonlyMap<number, number>;
  readonly seen: number;
  /** Whether columns are out of sight on the left. */
  readonly isAside: boolean;
  /** Rows that the window shows at once. */
  readonly page: number;
  /** Lines that came in above while the window stayed where it is. */
  readonly above: number;
  /** The line that the others are placed from, and where it is drawn, in pixels. */
  readonly origin: { readonly line: number; readonly y: number };
  readonly reveal: (line: number) => void;
  readonly revealColumn: (col: number, cell: HTMLElement) => void;
  /**
   * Returns the top of a line, in pixels from the origin. A distant line waits just out of sight,
   * since it would exceed the pixels that browsers can position.
   */
  readonly topOf: (line: number) => number;
  readonly scrollTo: (line: number) => void;
}

/**
 * The window over the lines. Lines that come or go above it do not move the lines in sight; at the
 * very top new lines come in. Other rows, named by `shown`, begin at the top.
 * @param row a row's height, in pixels
 */
export function useViewport(
  lines: Lines,
  shownColumns: readonly Column[],
  shown: string,
  row: number,
): Viewport {
  const scroller = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const [above, setAbove] = useState(0);
  const [{ top, left, window, width }, setPort] = useMeasure(scroller, header, row, setAbove);
  const body = useMemo(() => bodyOf(lines.count, window, row), [lines.count, window, row]);
  const { first, last } = drawnRows(body, top);
  const seen = firstSeen(body, top);
  const origin = originOf(body, top);
  const columns = useMemo(
    () =>
      drawnColumns(
        shownColumns.map(column => column.width),
        ROW_HEAD_WIDTH_PX,
        left,
        width,
      ),
    [shownColumns, left, width],
  );
  const held = useHeld(shownColumns, width);
  useStillLines({ lines, shown, body, top, scroller, setAbove });

  // The new position applies at once: the browser reports it only with its next frame, which may be
  // late.
  const move = useCallback(
    (to: (top: number) => number): void => {
      const element = scroller.current;
      if (!element) return;
      setTop(element, to(element.scrollTop));
      setPort(now => (now.top === element.scrollTop ? now : { ...now, top: element.scrollTop }));
    },
    [setPort],
  );
  return {
    scroller,
    header,
    isAside: left > 0,
    first,
    last,
    columns,
    held,
    seen,
    above,
    height: body.height,
    page: Math.max(1, Math.floor(window / row) - 1),
    origin,
    topOf: line => (Math.max(first - 1, Math.min(line, last + 1)) - origin.line) * row,
    reveal: line => move(from => reveal(body, line, from)),
    revealColumn: (col, cell) => {
      if (scroller.current)
        showColumn(scroller.current, col, cell, asideOf(shownColumns, held, col - 1));
    },
    scrollTo: line => move(() => scrollTo(body, line)),
  };
}

interface Measures {
  /** Scrolled pixels, and the size of the body, in pixels. */
  readonly top: number;
  readonly left: number;
  readonly window: number;
  readonly width: number;
}

/** Measures the window when it is scrolled or resized, at most once a frame. */
function useMeasure(
  scroller: RefObject<HTMLDivElement | null>,
  header: RefObject<HTMLDivElement | null>,
  row: number,
  setAbove: Dispatch<SetStateAction<number>>,
): readonly [Measures, Dispatch<SetStateAction<Measures>>] {
  const [port, setPort] = useState<Measures>({ top: 0, left: 0, window: 600, width: 1_200 });
  useEffect(() => {
    const element = scroller.current!;
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const next = {
        top: element.scrollTop,
        left: element.scrollLeft,
        window: Math.max(row, element.clientHeight - header.current!.offsetHeight),
        width: element.clientWidth,
      };
      setPort(now =>
        now.top === next.top &&
        now.left === next.left &&
        now.window === next.window &&
        now.width === next.width
          ? now
          : next,
      );
      if (next.top < row) setAbove(0);
    };
    const soon = (): void => {
      frame ||= requestAnimationFrame(measure);
    };
    const observer = new ResizeObserver(soon);
    observer.observe(element);
    element.addEventListener('scroll', soon, { passive: true });
    measure();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      element.removeEventListener('scroll', soon);
    };
  }, [scroller, header, row, setAbove]);
  return [port, setPort];
}

const setTop = (element: HTMLElement, top: number): void => {
  element.scrollTop = top;
};

/** Keeps the line that somebody reads where it is while others come or go above it. */
function useStillLines({
  lines,
  shown,
  body,
  top,
  scroller,
  setAbove,
}: {
  readonly lines: Lines;
  readonly shown: string;
  readonly body: ReturnType<typeof bodyOf>;
  readonly top: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly setAbove: Dispatch<SetStateAction<number>>;
}): void {
  const kept = useRef<{
    readonly shown: string;
    readonly lines: Lines;
    readonly id: string | undefined;
    readonly line: number;
    readonly row: number;
  }>({ shown, lines, id: undefined, line: 0, row: body.row });
  useLayoutEffect(() => {
    const before = kept.current;
    const element = scroller.current!;
    const now =
      before.id === undefined || before.lines === lines || before.shown !== shown
        ? undefined
        : lines.lineOf(before.id);
    const moved = now === undefined ? 0 : now - before.line;
    if (before.shown !== shown) setTop(element, 0);
    // Rows of another height begin with the same one.
    else if (before.row !== body.row) setTop(element, scrollTo(body, before.line));
    if (moved !== 0 && (element.scrollTop > 0 || element.contains(document.activeElement))) {
      setTop(element, element.scrollTop + (moved * body.row) / body.scale);
      setAbove(count => Math.max(0, count + moved - (lines.own - before.lines.own)));
    }
    // To ask where it is scrolled to makes the browser lay everything out at once.
    // A line that has no place yet says nothing about what comes above it: it leaves for its place.
    const line = Math.max(
      lines.own,
      firstSeen(body, moved === 0 && before.row === body.row ? top : element.scrollTop),
    );
    kept.current = { shown, lines, id: lines.idAt(line), line, row: body.row };
  }, [shown, lines, body, top, scroller, setAbove]);
}

/** The same as long as the same columns are held at the same places. */
function useHeld(columns: readonly Column[], window: number): ReadonlyMap<number, number> {
  const last = useRef<ReadonlyMap<number, number>>(new Map());
  const now = heldAt(columns, window);
  if ([...now].join() !== [...last.current].join()) last.current = now;
  return last.current;
}

/**
 * Returns the width that frozen columns cover beside a scrolling one; without `at`, that of all.
 */
export const asideOf = (
  columns: readonly Column[],
  held: ReadonlyMap<number, number>,
  at = columns.length,
): number =>
  Math.max(
    ROW_HEAD_WIDTH_PX,
    ...columns.flatMap(({ width }, column) =>
      column < at && held.has(column) ? [held.get(column)! + width] : [],
    ),
  );

/** Scrolls sideways so that a cell is seen beside those that stay where they are. */
function showColumn(
  scroller: HTMLElement,
  col: number,
  { offsetLeft, offsetWidth }: HTMLElement,
  aside: number,
): void {
  const { scrollLeft, clientWidth } = scroller;
  if (col === 0 || offsetLeft - aside < scrollLeft)
    scroller.scrollLeft = col === 0 ? 0 : offsetLeft - aside;
  else if (offsetLeft + offsetWidth > scrollLeft + clientWidth)
    scroller.scrollLeft = offsetLeft + offsetWidth - clientWidth;
}
