import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Distance from the end within which a list stays at its end, in pixels. */
const NEAR_END_PX = 48;
/** Distance of the initial message from the upper edge, in pixels. */
const TOP_GAP_PX = 96;

/** Scroll anchor: the end, or a message with its offset. */
type Place =
  | { readonly kind: 'end' }
  | { readonly kind: 'message'; readonly id: string; readonly top: number };

const messagesIn = (scroller: HTMLElement): readonly HTMLElement[] => [
  ...scroller.querySelectorAll<HTMLElement>('[data-message]'),
];
const elementOf = (scroller: HTMLElement, id: string): HTMLElement | null =>
  scroller.querySelector(`[data-message="${CSS.escape(id)}"]`);

/** Returns the height of a list below the visible part, in pixels. */
const restOf = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight;

/** Returns the first visible message and its offset from the upper edge. */
function placeOf(scroller: HTMLElement): Place | null {
  const edge = scroller.getBoundingClientRect().top;
  for (const element of messagesIn(scroller)) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { kind: 'message', id: element.dataset['message']!, top: top - edge };
  }
  return null;
}

export interface ReadingPlace {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
  /**
   * Scrolls to a message, now or once it is rendered, with earlier messages in sight.
   * @returns whether it is rendered
   */
  readonly toMessage: (id: string) => boolean;
}

/** Calls when the list or its content gets another size. */
function useResized(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  onResize: () => void,
): void {
  useEffect(() => {
    if (scroller.current === null || content.current === null) return undefined;
    const observer = new ResizeObserver(onResize);
    observer.observe(scroller.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [scroller, content, onResize]);
}

/**
 * Keeps the scroll anchor while messages come, go or change height. `onEdge` loads the next page.
 * @param isWhole whether the list ends with the newest message
 * @param begin the initial message; null for the end
 */
export function useReadingPlace(
  isWhole: boolean,
  onEdge: (edge: 'before' | 'after') => void,
  begin: string | null,
): ReadingPlace {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const place = useRef<Place>(
    begin === null ? { kind: 'end' } : { kind: 'message', id: begin, top: TOP_GAP_PX },
  );
  const [isAtEnd, setAtEnd] = useState(begin === null);

  const restore = useCallback((): void => {
    const element = scroller.current;
    const { current } = place;
    if (element === null) return;
    if (current.kind === 'end') {
      element.scrollTop = element.scrollHeight;
      return;
    }
    const message = elementOf(element, current.id);
    if (message === null) return;
    const moved =
      message.getBoundingClientRect().top - element.getBoundingClientRect().top - current.top;
    if (Math.abs(moved) >= 1) element.scrollTop += moved;
  }, []);

  const isEndSeen = useCallback(
    (element: HTMLElement): boolean => isWhole && restOf(element) < NEAR_END_PX,
    [isWhole],
  );

  const onScroll = useCallback((): void => {
    const element = scroller.current;
    if (element === null) return;
    const below = restOf(element);
    const isEnd = isEndSeen(element);
    place.current = isEnd ? { kind: 'end' } : (placeOf(element) ?? place.current);
    setAtEnd(isEnd);
    if (element.scrollTop < element.clientHeight) onEdge('before');
    if (below < element.clientHeight) onEdge('after');
  }, [isEndSeen, onEdge]);

  useLayoutEffect(restore);
  useResized(scroller, content, restore);

  const toEnd = useCallback((): void => {
    place.current = { kind: 'end' };
    setAtEnd(true);
    restore();
  }, [restore]);
  const toMessage = useCallback(
    (id: string): boolean => {
      const element = scroller.current;
      // A message that is not rendered yet becomes the anchor for later.
      place.current = { kind: 'message', id, top: (element?.clientHeight ?? 0) / 3 };
      restore();
      // A list that fits, or that is at its end, does not scroll.
      setAtEnd(element !== null && isEndSeen(element));
      return element !== null && elementOf(element, id) !== null;
    },
    [restore, isEndSeen],
  );
  // A list that fits never scrolls.
  useEffect(onScroll, [onScroll]);
  return { scroller, content, isAtEnd, onScroll, toEnd, toMessage };
}
