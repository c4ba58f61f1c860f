import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Lines } from './lines.ts';
import { bodyOf, drawnRows, firstSeen, reveal, ROW, rowTop, scrollTo } from './model/geometry.ts';

export interface Viewport {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly header: RefObject<HTMLDivElement | null>;
  readonly height: number;
  /** The lines to draw, and the first that is seen. */
  readonly first: number;
  readonly last: number;
  readonly seen: number;
  /** Rows that the window shows at once. */
  readonly page: number;
  /** Lines that came in above while the window stayed where it is. */
  readonly above: number;
  readonly topOf: (line: number) => number;
  readonly reveal: (line: number) => void;
  readonly scrollTo: (line: number) => void;
}

/**
 * The window over the lines. What comes or goes above it does not move what somebody reads; at the very top new lines come in.
 * Other rows, named by `shown`, begin at the top.
 */
export function useViewport(lines: Lines, shown: string): Viewport {
  const scroller = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const [{ top, window }, setPort] = useState({ top: 0, window: 600 });
  const [above, setAbove] = useState(0);
  const body = useMemo(() => bodyOf(lines.count, window), [lines.count, window]);
  const { first, last } = drawnRows(body, top);
  const seen = firstSeen(body, top);

  useEffect(() => {
    const element = scroller.current!;
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const next = { top: element.scrollTop, window: Math.max(ROW, element.clientHeight - header.current!.offsetHeight) };
      setPort(now => (now.top === next.top && now.window === next.window ? now : next));
      if (next.top < ROW) setAbove(0);
    };
    const soon = (): void => { frame ||= requestAnimationFrame(measure); };
    const observer = new ResizeObserver(soon);
    observer.observe(element);
    element.addEventListener('scroll', soon, { passive: true });
    measure();
    return () => { cancelAnimationFrame(frame); observer.disconnect(); element.removeEventListener('scroll', soon); };
  }, []);

  const kept = useRef<{ readonly shown: string; readonly lines: Lines; readonly id: string | undefined; readonly line: number }>({ shown, lines, id: undefined, line: 0 });
  useLayoutEffect(() => {
    const before = kept.current;
    const element = scroller.current!;
    const now = before.id === undefined || before.lines === lines || before.shown !== shown ? undefined : lines.lineOf(before.id);
    const moved = now === undefined ? 0 : now - before.line;
    if (before.shown !== shown) element.scrollTop = 0;
    if (moved !== 0 && (element.scrollTop > 0 || element.contains(document.activeElement))) {
      element.scrollTop += (moved * ROW) / body.scale;
      setAbove(count => Math.max(0, count + moved - (lines.own - before.lines.own)));
    }
    const line = firstSeen(body, element.scrollTop);
    kept.current = { shown, lines, id: lines.idAt(line), line };
  }, [shown, lines, body, top]);

  const move = useCallback((to: (top: number) => number): void => { if (scroller.current) scroller.current.scrollTop = to(scroller.current.scrollTop); }, []);
  return {
    scroller, header, first, last, seen, above, height: body.height, page: Math.max(1, Math.floor(window / ROW) - 1),
    topOf: line => rowTop(body, line, top),
    reveal: line => move(from => reveal(body, line, from)),
    scrollTo: line => move(() => scrollTo(body, line)),
  };
}
