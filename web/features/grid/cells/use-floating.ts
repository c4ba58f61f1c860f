import { useLayoutEffect, type RefObject } from 'react';
import { anchored, type Box } from '../model/anchor.ts';

const windowBox = (): Box => {
  const { visualViewport: seen } = window;
  return seen
    ? { left: seen.offsetLeft, top: seen.offsetTop, width: seen.width, height: seen.height }
    : { left: 0, top: 0, width: innerWidth, height: innerHeight };
};

/**
 * Lays an element of the attribute `popover="manual"` over a cell, above everything that scrolls or
 * clips, and keeps it there. It stays where it is in the document, so that its events reach the
 * cell's listeners.
 */
export function useFloating(
  ref: RefObject<HTMLElement | null>,
  cellOf: () => Element | null | undefined,
  place: 'over' | 'beside',
): void {
  useLayoutEffect(() => {
    const element = ref.current;
    const cell = cellOf();
    if (!element || !cell) return undefined;
    const scroller = cell.closest('[role=grid]');
    const lay = (): void => {
      const box = cell.getBoundingClientRect();
      const port = scroller?.getBoundingClientRect() ?? windowBox();
      const header = scroller?.firstElementChild?.getBoundingClientRect().height ?? 0;
      element.style.minWidth = `${box.width + 2}px`;
      const seen = {
        left: port.left,
        top: port.top + header,
        width: port.width,
        height: Math.max(box.height, port.height - header),
      };
      const { left, top } = anchored({
        cell: { left: box.left - 1, top: box.top - 1, width: box.width, height: box.height },
        port: seen,
        window: windowBox(),
        size: { width: element.offsetWidth, height: element.offsetHeight },
        place,
      });
      element.style.left = `${left}px`;
      element.style.top = `${top}px`;
    };
    element.showPopover();
    lay();
    const observer = new ResizeObserver(lay);
    observer.observe(element);
    window.addEventListener('scroll', lay, { capture: true, passive: true });
    window.addEventListener('resize', lay);
    window.visualViewport?.addEventListener('resize', lay);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', lay, { capture: true });
      window.removeEventListener('resize', lay);
      window.visualViewport?.removeEventListener('resize', lay);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- it belongs to one cell as long as it is there
  }, []);
}
