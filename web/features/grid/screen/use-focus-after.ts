import { useEffect, useRef, type RefObject } from 'react';

/** Time for a menu to give its focus back, in milliseconds. */
const AFTER_MENU_MS = 40;

/**
 * Moves the focus to the grid's cursor, else to the panel, if a change of the form in which rows are
 * shown has removed the focused element.
 */
export function useFocusAfter(form: string, panel: RefObject<HTMLElement | null>): void {
  const known = useRef(form);
  useEffect(() => {
    if (known.current === form) return undefined;
    known.current = form;
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const cursor = panel.current?.querySelector<HTMLElement>('[role=grid] [data-active]');
      (cursor ?? panel.current)?.focus({ preventScroll: true });
    }, AFTER_MENU_MS);
    return () => clearTimeout(timer);
  }, [form, panel]);
}
