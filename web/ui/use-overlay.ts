import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { layers } from './layers.ts';

interface Open {
  readonly id: string;
  readonly close: () => void;
}

let stack: readonly Open[] = [];
const listeners = new Set<() => void>();
const setStack = (next: readonly Open[]): void => {
  stack = next;
  listeners.forEach(listener => listener());
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

const LISTS = '[role=menu], input[aria-expanded=true], [aria-haspopup][aria-expanded=true]';
/** Whether the focused element had an open list, or stood in a menu, before the key reached it. */
let hadList = false;
const noteList = ({ target }: KeyboardEvent): void => {
  hadList = target instanceof Element && target.closest(LISTS) !== null;
};

/**
 * Closes the top overlay on Escape, unless the focused element handles it: an open list or menu,
 * or a foreign dialog.
 */
const onEscape = (event: KeyboardEvent): void => {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  const target = event.target instanceof Element ? event.target : document.body;
  const dialog = target.closest('[role=dialog]');
  const isElsewhere =
    dialog !== null && !stack.some(({ id }) => id === dialog.getAttribute('data-overlay'));
  if (!isElsewhere && !hadList) stack.at(-1)?.close();
};
// The element closes its list before the key comes back up to the window.
window.addEventListener('keydown', noteList, true);
window.addEventListener('keydown', onEscape);

/** Closes this element first on Escape while it is open. @returns its id in the stack */
export function useEscape(opened: boolean, onClose: () => void): string {
  const id = useId();
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!opened) return undefined;
    setStack([...stack, { id, close: () => close() }]);
    return () => setStack(stack.filter(other => other.id !== id));
  }, [opened, id]);
  return id;
}

/** Time for a focus trap to release, in milliseconds. */
const RELEASED_MS = 20;

/**
 * Puts an open element on top. On close it focuses the result of `focusTo`, else the element
 * focused before, else the page's cursor or content. `id` belongs on its dialog element, as
 * `data-overlay`.
 */
export function useOverlay(
  opened: boolean,
  onClose: () => void,
  focusTo?: () => HTMLElement | null,
): { readonly id: string; readonly zIndex: number } {
  const id = useEscape(opened, onClose);
  const level = useSyncExternalStore(subscribe, () => stack.findIndex(open => open.id === id));
  const last = useRef(0);
  // Keeps its level while it fades out.
  if (level >= 0) last.current = level;
  // Keeps the finder of the time when it was open, because its target may be gone on close.
  const find = useRef(focusTo);
  useLayoutEffect(() => {
    if (opened) find.current = focusTo;
  }, [opened, focusTo]);
  useEffect(() => {
    if (!opened) return undefined;
    const before = document.activeElement;
    return () => {
      const atClose = document.activeElement;
      setTimeout(() => {
        const now = document.activeElement;
        // The focus was moved on purpose meanwhile.
        if (now !== null && now !== document.body && now !== atClose && now.isConnected) return;
        // An overlay that is still open keeps the focus inside.
        const top = stack.at(-1);
        const over =
          top && document.querySelector<HTMLElement>(`[data-overlay="${CSS.escape(top.id)}"]`);
        if (over && !over.contains(before)) return over.focus({ preventScroll: true });
        const back =
          before instanceof HTMLElement && before !== document.body && before.isConnected
            ? before
            : null;
        (
          find.current?.() ??
          back ??
          document.querySelector<HTMLElement>('[role=grid] [data-active]') ??
          document.getElementById('main')
        )?.focus({ preventScroll: true });
      }, RELEASED_MS);
    };
  }, [opened]);
  return { id, zIndex: layers.overlay + last.current };
}
