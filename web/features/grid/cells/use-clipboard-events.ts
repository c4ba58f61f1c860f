import { useEffect, useEffectEvent } from 'react';
import type { Actions } from '../actions/use-actions.ts';
import { cellOf, inEditor } from '../body/cell-of.ts';
import type { Viewport } from '../body/use-viewport.ts';

/**
 * Copy, cut and paste are meant for the cell that has the focus, wherever the browser says that
 * they happen: where no text is marked that is its own choice.
 */
export function useClipboardEvents(scroller: Viewport['scroller'], actions: Actions): void {
  const act = useEffectEvent((event: ClipboardEvent) => {
    const focused = document.activeElement;
    if (!focused || !scroller.current?.contains(focused) || inEditor(focused) || !cellOf(focused))
      return;
    actions[event.type as 'copy' | 'cut' | 'paste'](event);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => act(event);
    for (const type of ['copy', 'cut', 'paste'] as const) document.addEventListener(type, listener);
    return () => {
      for (const type of ['copy', 'cut', 'paste'] as const)
        document.removeEventListener(type, listener);
    };
  }, []);
}
