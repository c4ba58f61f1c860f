import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Text input for an element that is no input (Chromium); other browsers begin the editor with the
 * key that begins a letter.
 */
interface TextContext extends EventTarget {
  readonly text: string;
  updateText: (start: number, end: number, text: string) => void;
  updateSelection: (start: number, end: number) => void;
  updateControlBounds: (bounds: DOMRect) => void;
  updateSelectionBounds: (bounds: DOMRect) => void;
}
type Composable = HTMLElement & { editContext: TextContext | null };

const make = (): TextContext | undefined => {
  const { EditContext } = window as { EditContext?: new () => TextContext };
  // Without a hovering pointer, a screen keyboard would open with every touched cell.
  return EditContext && matchMedia('(hover: hover)').matches ? new EditContext() : undefined;
};

/**
 * Receives composed letters (accents, Japanese, Chinese) on a selected cell, which the browser
 * gives only to elements that take text, and passes them to `begin`. The unfinished composition
 * stands in the cell's `data-composing`.
 */
export function useComposing(
  scroller: RefObject<HTMLElement | null>,
  begin: (text: string) => void,
): void {
  const onText = useEffectEvent(begin);
  useEffect(() => {
    const grid = scroller.current;
    const context = make();
    if (!grid || !context) return undefined;
    let cell: Composable | null = null;
    let composing = false;
    const clear = (): void => {
      context.updateText(0, context.text.length, '');
      context.updateSelection(0, 0);
      delete cell?.dataset['composing'];
    };
    const take = (): void => {
      const { text } = context;
      clear();
      if (text !== '') onText(text);
    };
    const leave = (): void => {
      clear();
      composing = false;
    };
    // A cell that lost the focus keeps it until another one takes it: taken away earlier Chromium
    // goes on to give it the text.
    const enter = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || !target.matches('[role=gridcell]')) return;
      if (cell && cell !== target) cell.editContext = null;
      cell = target as Composable;
      if (cell.editContext !== context) cell.editContext = context;
      context.updateControlBounds(cell.getBoundingClientRect());
      context.updateSelectionBounds(cell.getBoundingClientRect());
    };
    const onUpdate = (): void => {
      if (!composing) return take();
      if (cell) cell.dataset['composing'] = context.text;
    };
    const onStart = (): void => {
      composing = true;
    };
    const onEnd = (): void => {
      composing = false;
      take();
    };
    grid.addEventListener('focusin', enter);
    grid.addEventListener('focusout', leave);
    context.addEventListener('textupdate', onUpdate);
    context.addEventListener('compositionstart', onStart);
    context.addEventListener('compositionend', onEnd);
    return () => {
      if (cell) cell.editContext = null;
      grid.removeEventListener('focusin', enter);
      grid.removeEventListener('focusout', leave);
      context.removeEventListener('textupdate', onUpdate);
      context.removeEventListener('compositionstart', onStart);
      context.removeEventListener('compositionend', onEnd);
    };
  }, [scroller]);
}
