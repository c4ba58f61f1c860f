import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';
import type { RowTab } from '../model/view.ts';
import type { Lines } from '../sync/lines.ts';
import type { RowChoice } from './use-row-selection.ts';

/** A finger that rests so long on a row's number chooses the row, in milliseconds. */
const REST_MS = 450;
/** Pixels that it may move. */
const MAX_MOVE_PX = 8;

const lineOf = (target: EventTarget): number | undefined => {
  const [row, col] =
    (target as Element)
      .closest<HTMLElement>('[data-cell]')
      ?.dataset['cell']?.split(':')
      .map(Number) ?? [];
  return col === 0 ? row : undefined;
};

/**
 * Handles presses on row numbers. A click selects the row, with Ctrl one more, with Shift a range;
 * a tap opens it, and selects when it is long or when rows are selected already.
 */
export function useRowPress(
  lines: Lines,
  chosen: RowChoice,
  onOpen: (rowId: string, tab?: RowTab) => void,
) {
  const toggle = (line: number): void => {
    const id = lines.idAt(line);
    if (id !== undefined) chosen.toggle(id);
  };
  const { pressed, rested, handlers } = usePointer(toggle);
  return {
    isTouch: () => pressed.current.kind === 'touch',
    /** The press that goes on began on a number. */
    isOnNumbers: () => pressed.current.isNumber,
    toggle,
    down: (line: number, { shiftKey, ctrlKey, metaKey }: MouseEvent): void => {
      const id = lines.idAt(line);
      if (shiftKey) chosen.to(line, ctrlKey || metaKey);
      else if (ctrlKey || metaKey) toggle(line);
      else if (id !== undefined) chosen.only(id);
    },
    over: (line: number): void => chosen.to(line, false),
    /** Extends the selection from one row to another by key, including the first. */
    extend: (from: number, to: number): void => {
      const id = lines.idAt(from);
      if (chosen.ids.size === 0 && id !== undefined) chosen.between(from, to);
      else chosen.to(to, false);
    },
    tap: (line: number, tab?: RowTab): void => {
      const id = lines.idAt(line);
      if (rested.current || id === undefined) return;
      if (chosen.ids.size > 0) chosen.toggle(id);
      else onOpen(id, tab);
    },
    handlers,
  };
}

/**
 * The press that goes on, and handlers that follow it. @param onRest called with the line on whose
 * number a finger rests
 */
function usePointer(onRest: (line: number) => void) {
  const pressed = useRef<{
    readonly kind: string;
    readonly isNumber: boolean;
    readonly x: number;
    readonly y: number;
  }>({ kind: 'mouse', isNumber: false, x: 0, y: 0 });
  const rested = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = (): void => clearTimeout(timer.current);
  const handlers = {
    onPointerDown: (event: PointerEvent): void => {
      const line = lineOf(event.target);
      pressed.current = {
        kind: event.pointerType,
        isNumber: line !== undefined,
        x: event.clientX,
        y: event.clientY,
      };
      rested.current = false;
      if (event.pointerType !== 'touch' || line === undefined) return;
      timer.current = setTimeout(() => {
        rested.current = true;
        onRest(line);
      }, REST_MS);
    },
    onPointerMove: (event: PointerEvent): void => {
      if (
        Math.hypot(event.clientX - pressed.current.x, event.clientY - pressed.current.y) >
        MAX_MOVE_PX
      )
        end();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return { pressed, rested, handlers };
}
