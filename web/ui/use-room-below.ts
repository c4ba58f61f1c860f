import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Sets `--top` of an element to its offset on the page, so that it can fill the rest of the window
 * and only one area scrolls. Follows height changes of the content above.
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
