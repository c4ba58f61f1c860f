import { useEffect, useRef, useState, type RefObject } from 'react';
import { useFloating } from './use-floating.ts';
import classes from './Floating.module.css';

/** Time that the cursor must rest on a cell before its whole value is shown, in milliseconds. */
const REST_MS = 450;

interface Props {
  /** The active cell; another active cell hides the shown value. */
  readonly cell: string;
  readonly scroller: RefObject<HTMLElement | null>;
  /** All of its value; empty when there is nothing to show. */
  readonly text: string;
}

/**
 * Shows all of a value under its cell while the keyboard rests on it, when the cell shows only a
 * part.
 */
export function CellPeek({ cell, scroller, text }: Props) {
  const [shown, setShown] = useState<string | null>(null);
  const key = `${cell} ${text}`;
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(() => {
      const found = scroller.current?.querySelector(`[data-cell="${cell}"]`);
      if (found && document.activeElement === found && isCut(found, text)) setShown(key);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      setShown(null);
    };
  }, [cell, text, key, scroller]);
  return shown === key ? (
    <Card
      key={key}
      cellOf={() => scroller.current?.querySelector(`[data-cell="${cell}"]`)}
      text={text}
      onGone={() => setShown(null)}
    />
  ) : null;
}

/** Whether a cell shows only a part of its value. */
export function isCut(cell: Element, text: string): boolean {
  const value = cell.querySelector('[data-value]');
  if (value === null) return false;
  // Tall rows have the lines of a text, as far as there is room.
  const isWrapped = value.closest('[data-tall]') !== null;
  return (
    value.scrollWidth > value.clientWidth ||
    (isWrapped ? value.scrollHeight > value.clientHeight + 1 : /[\r\n]/.test(text.trim()))
  );
}

/**
 * The card of a cell's value, hidden from screen readers: they read the cell, which holds all of
 * it.
 */
function Card({
  cellOf,
  text,
  onGone,
}: {
  cellOf: () => Element | null | undefined;
  text: string;
  onGone: () => void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  useFloating(ref, cellOf, 'beside');
  useEffect(() => {
    const cell = cellOf();
    cell?.addEventListener('blur', onGone);
    return () => cell?.removeEventListener('blur', onGone);
    // oxlint-disable-next-line react/exhaustive-deps -- one card is of one cell
  }, []);
  return (
    <div
      ref={ref}
      popover="manual"
      className={classes.peek}
      dir="auto"
      aria-hidden
      data-testid="peek"
    >
      {text}
    </div>
  );
}
