import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react';
import {
  bodyOf,
  drawnRows,
  firstSeen,
  originOf,
  reveal,
  scrollTo,
  type Body,
} from '../model/geometry.ts';
import type { Lines } from '../sync/lines.ts';

/** Least width of a card, and the room between cards, in pixels. */
const CARD_WIDTH = 260;
const GAP = 12;
/** Height of a card without values, and of each value, in pixels. */
const NAME_HEIGHT = 54;
const VALUE_HEIGHT = 26;

/** Cards beside each other in a window of some pixels. */
export const columnsIn = (width: number): number =>
  Math.max(1, Math.floor((width - GAP) / (CARD_WIDTH + GAP)));

export interface CardPort {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly height: number;
  /** Cards beside each other. */
  readonly columns: number;
  /** Rows of cards that the window shows at once. */
  readonly page: number;
  /** The lines to draw, and the first that is seen. */
  readonly first: number;
  readonly last: number;
  readonly seen: number;
  readonly placeOf: (line: number) => CSSProperties;
  readonly reveal: (line: number) => void;
  readonly scrollTo: (line: number) => void;
}

/** The window over cards of some values. Other rows, named by `shown`, begin at the top. */
export function useCardPort(lines: Lines, shown: string, values: number): CardPort {
  const card = NAME_HEIGHT + values * VALUE_HEIGHT;
  const { scroller, port, measure } = useMeasure();
  const columns = columnsIn(port.width);
  const body = useMemo(
    () => bodyOf(Math.ceil(lines.count / columns), port.window, card + GAP),
    [lines.count, columns, port.window, card],
  );
  const { first, last } = drawnRows(body, port.top);
  const seen = Math.max(0, firstSeen(body, port.top)) * columns;
  useStillCards({ lines, shown, body, columns, seen, scroller });
  const origin = originOf(body, port.top);
  const width = (port.width - GAP * (columns + 1)) / columns;
  const move = (to: number): void => {
    if (!scroller.current) return;
    setTop(scroller.current, to);
    measure();
  };
  return {
    scroller,
    height: body.height + GAP,
    columns,
    page: Math.max(1, Math.floor(port.window / body.row) - 1),
    first: first * columns,
    last: Math.min(lines.count, (last + 1) * columns) - 1,
    seen,
    placeOf: line => ({
      width,
      height: card,
      insetInlineStart: GAP + (line % columns) * (width + GAP),
      transform: `translateY(${origin.y + GAP + (Math.floor(line / columns) - origin.line) * body.row}px)`,
    }),
    reveal: line => move(reveal(body, Math.floor(line / columns), port.top)),
    scrollTo: line => move(scrollTo(body, Math.floor(line / columns))),
  };
}

/** Measures the window when it is scrolled or resized, at most once a frame, and when asked to. */
function useMeasure() {
  const scroller = useRef<HTMLDivElement>(null);
  const [port, setPort] = useState({ top: 0, window: 600, width: 360 });
  const measure = useCallback((): void => {
    const element = scroller.current;
    if (!element) return;
    const next = {
      top: element.scrollTop,
      window: Math.max(NAME_HEIGHT, element.clientHeight),
      width: element.clientWidth,
    };
    setPort(now =>
      now.top === next.top && now.window === next.window && now.width === next.width ? now : next,
    );
  }, []);
  useEffect(() => {
    const element = scroller.current!;
    let frame = 0;
    const soon = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        measure();
      });
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
  }, [measure]);
  return { scroller, port, measure };
}

const setTop = (element: HTMLElement, top: number): void => {
  element.scrollTop = top;
};

/** Keeps the card that somebody reads where it is while others come or go above it. */
function useStillCards({
  lines,
  shown,
  body,
  columns,
  seen,
  scroller,
}: {
  readonly lines: Lines;
  readonly shown: string;
  readonly body: Body;
  readonly columns: number;
  readonly seen: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
}): void {
  const kept = useRef({ lines, shown, columns, id: lines.idAt(seen), line: seen });
  useLayoutEffect(() => {
    const before = kept.current;
    const element = scroller.current!;
    if (before.shown !== shown) setTop(element, 0);
    else if (before.id !== undefined && element.scrollTop > 0) {
      const now = lines.lineOf(before.id) ?? before.line;
      if (before.columns !== columns) setTop(element, scrollTo(body, Math.floor(now / columns)));
      else if (before.lines !== lines && now !== before.line)
        setTop(
          element,
          element.scrollTop +
            ((Math.floor(now / columns) - Math.floor(before.line / columns)) * body.row) /
              body.scale,
        );
    }
    kept.current = { lines, shown, columns, id: lines.idAt(seen), line: seen };
  }, [lines, shown, body, columns, seen, scroller]);
}
