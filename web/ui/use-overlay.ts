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

/**
 * Escape closes what lies on top, unless it meant something to what has the focus: a list that is
 * open, or a dialog that is none of these.
 */
const onEscape = (event: KeyboardEvent): void => {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  const target = event.target instanceof Element ? event.target : document.body;
  const dialog = target.closest('[role=dialog]');
  const isElsewhere =
    dialog !== null && !stack.some(({ id }) => id === dialog.getAttribute('data-overlay'));
  if (
    !isElsewhere &&
    !target.matches('input[aria-expanded=true], [aria-haspopup][aria-expanded=true]')
  )
    stack.at(-1)?.close();
};
window.addEventListener('keydown', onEscape);

/**
 * Makes something that is open, or a part of it, close first when Escape is pressed. Answers its id
 * in the stack of what is open.
 */
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

/** Longer than a trap of the focus needs to let go, in milliseconds. */
const RELEASED_MS = 20;

/**
 * Puts something that is open on top of everything else that is. When it closes the focus goes to
 * what `focusTo` finds, else back to
 * what had it; is that gone, to the cursor of the page or its content. `id` belongs on its element
 * of the role dialog, as `data-overlay`.
 */
export function useOverlay(
  opened: boolean,
  onClose: () => void,
  focusTo?: () => HTMLElement | null,
): { readonly id: string; readonly zIndex: number } {
  const id = useEscape(opened, onClose);
  const level = useSyncExternalStore(subscribe, () => stack.findIndex(open => open.id === id));
  const last = useRef(0);
  // While it fades out it stays where it was.
  if (level >= 0) last.current = level;
  // As it was while this was open: what it was about may be gone when it closes.
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
        // Somebody has taken it on purpose meanwhile.
        if (now !== null && now !== document.body && now !== atClose && now.isConnected) return;
        // What still lies open keeps the focus within itself.
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
