import { useEffect, useRef, type RefObject } from 'react';

/** Time for a menu to give its focus back, in milliseconds. */
const AFTER_MENU_MS = 40;

/** Focuses an element that a press on something within it does not focus later. */
function focusOnce(element: HTMLElement): void {
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  element.focus({ preventScroll: true });
}

/**
 * Moves the focus to the grid's cursor, else to the panel, if a change of the rows' layout has removed
 * the focused element.
 */
export function useFocusAfter(layout: string, panel: RefObject<HTMLElement | null>): void {
  const known = useRef(layout);
  useEffect(() => {
    if (known.current === layout) return undefined;
    known.current = layout;
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const place = panel.current;
      const cursor = place?.querySelector<HTMLElement>('[role=grid] [data-active]');
      if (cursor) cursor.focus({ preventScroll: true });
      else if (place) focusOnce(place);
    }, AFTER_MENU_MS);
    return () => clearTimeout(timer);
  }, [layout, panel]);
}
