import { useRef, type TouchEvent } from 'react';

/** Pixels that a finger goes aside, and by how much that is more than up or down. */
const MIN_SWIPE_PX = 64;
const MIN_SLOPE = 2;

/**
 * A swipe aside: 1 to the next (leftwards), -1 to the one before. One that begins in a text or in
 * what scrolls aside is none.
 */
export function useSwipe(onSwipe: (by: 1 | -1) => void): {
  readonly onTouchStart: (event: TouchEvent) => void;
  readonly onTouchEnd: (event: TouchEvent) => void;
} {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: event => {
      const touch = event.touches[0];
      const isOwn =
        (event.target as Element).closest('input, textarea, select, [data-calendar]') !== null;
      start.current =
        touch && event.touches.length === 1 && !isOwn
          ? { x: touch.clientX, y: touch.clientY }
          : null;
    },
    onTouchEnd: event => {
      const [from, to] = [start.current, event.changedTouches[0]];
      start.current = null;
      if (!from || !to) return;
      const [x, y] = [to.clientX - from.x, to.clientY - from.y];
      if (Math.abs(x) > MIN_SWIPE_PX && Math.abs(x) > MIN_SLOPE * Math.abs(y))
        onSwipe(x < 0 ? 1 : -1);
    },
  };
}
