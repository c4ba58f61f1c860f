import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * After going to another address the keyboard and the screen reader start at its content; the first
 * page is left as the browser has it.
 */
export function useFocusOnArrival(): RefObject<HTMLElement | null> {
  const target = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: location => location.pathname });
  const known = useRef(pathname);
  useEffect(() => {
    if (known.current === pathname) return;
    known.current = pathname;
    // A form that waits there has it already.
    if (!target.current?.contains(document.activeElement))
      target.current?.focus({ preventScroll: true });
  }, [pathname]);
  return target;
}
