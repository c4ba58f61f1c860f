import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** So near to its end a list is read at its end, in pixels. */
const NEAR_END_PX = 48;
/** What one begins at stands so far from the upper edge, in pixels. */
const TOP_GAP_PX = 96;

/**
 * Where a reader is: at the end, where they stay, or at a message, which stays where it is seen.
 */
type Place =
  | { readonly kind: 'end' }
  | { readonly kind: 'message'; readonly id: string; readonly top: number };

const messagesIn = (scroller: HTMLElement): readonly HTMLElement[] => [
  ...scroller.querySelectorAll<HTMLElement>('[data-message]'),
];
const elementOf = (scroller: HTMLElement, id: string): HTMLElement | null =>
  scroller.querySelector(`[data-message="${CSS.escape(id)}"]`);

/** How much of a list is below what is seen, in pixels. */
const restOf = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number =>
  scrollHeight - scrollTop - clientHeight;

/** The first message that is seen, and how far it is from the upper edge. */
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
   * Goes to a message, with what was said before it in sight, now or when it is drawn; whether it
   * is.
   */
  readonly toMessage: (id: string) => boolean;
}

/**
 * Keeps a reader where they are, whatever comes or goes, above or below, or changes its height: at
 * the end, if that is where they are, or else at the
 * message that they see first. `onEdge`: what goes on there is needed soon. @param isWhole whether
 * the list ends with the newest message @param begin the message that one begins at, instead of the
 * end
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
  useEffect(() => {
    if (scroller.current === null || content.current === null) return undefined;
    const observer = new ResizeObserver(restore);
    observer.observe(scroller.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [restore]);

  const toEnd = useCallback((): void => {
    place.current = { kind: 'end' };
    setAtEnd(true);
    restore();
  }, [restore]);
  const toMessage = useCallback(
    (id: string): boolean => {
      const element = scroller.current;
      // One that is not drawn yet is gone to when it is.
      place.current = { kind: 'message', id, top: (element?.clientHeight ?? 0) / 3 };
      restore();
      // A list that fits as a whole, or ends there already, will not scroll.
      setAtEnd(element !== null && isEndSeen(element));
      return element !== null && elementOf(element, id) !== null;
    },
    [restore, isEndSeen],
  );
  // What fits as a whole never scrolls.
  useEffect(onScroll, [onScroll]);
  return { scroller, content, isAtEnd, onScroll, toEnd, toMessage };
}
