import { useEffect, useEffectEvent } from 'react';
import { latinLetter } from '../../../lib/latin-letter.ts';

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

/**
 * Ctrl+Z and Ctrl+Y belong to the page: outside of a text that is being written no browser takes
 * back what was typed somewhere before.
 */
export function usePageUndo(turn: (way: 'undo' | 'redo') => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = event;
    const letter = latinLetter(event);
    const isAsked = (ctrlKey || metaKey) && !altKey && ['z', 'y'].includes(letter);
    if (!isAsked || defaultPrevented || writes(target)) return;
    event.preventDefault();
    turn(letter === 'y' || shiftKey ? 'redo' : 'undo');
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
