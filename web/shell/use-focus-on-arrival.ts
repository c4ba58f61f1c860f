import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus to the content after a navigation, for keyboards and screen readers; leaves the
 * first page alone.
 */
export function useFocusOnArrival(): RefObject<HTMLElement | null> {
  const target = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: location => location.pathname });
  const known = useRef(pathname);
  useEffect(() => {
    if (known.current === pathname) return;
    known.current = pathname;
    // A form of the new page may have taken the focus already.
    if (!target.current?.contains(document.activeElement))
      target.current?.focus({ preventScroll: true });
  }, [pathname]);
  return target;
}
