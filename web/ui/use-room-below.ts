import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Tells an element how far down the page it begins, as `--top`: it may be as high as what the
 * window has left, so that only one thing scrolls.
 * What stands above it may change its height at any time.
 */
export function useRoomBelow<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const tell = (): void =>
      element.style.setProperty(
        '--top',
        `${Math.round(element.getBoundingClientRect().top + window.scrollY)}px`,
      );
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(document.body);
    for (let above: globalThis.Element | null = element; above; above = above.parentElement)
      for (
        let before = above.previousElementSibling;
        before;
        before = before.previousElementSibling
      )
        observer.observe(before);
    return () => observer.disconnect();
  }, []);
  return ref;
}
