import { useState, type DragEvent } from 'react';

/** Landing position of a dragged item at another one; null if it would stay where it is. */
export type Landing = 'above' | 'below' | null;

/** @param dragged id of the dragged item; null if there is none */
export function landingAt(
  items: readonly { readonly id: string }[],
  dragged: string | null,
  at: number,
): Landing {
  if (dragged === null || dragged === items[at]?.id) return null;
  return items.findIndex(({ id }) => id === dragged) < at ? 'below' : 'above';
}

/** Attributes of an item on which another one can be dropped. */
export function useDropTarget(target: Landing, onDrop: () => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-target': (isOver && target) || undefined,
    onDragOver: (event: DragEvent): void => {
      if (!target) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (): void => setOver(false),
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      onDrop();
    },
  };
}
