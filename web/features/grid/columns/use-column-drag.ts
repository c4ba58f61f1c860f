import type { Field } from '@hzm/contracts/features/tables/table';
import { useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { moved, resized, type Arrangement, type Column } from '../model/columns.ts';
import type { Columns } from './use-columns.ts';

/**
 * Pixels that a press must move before it pulls the column, and before the window's edge scrolls.
 */
const MIN_DRAG_PX = 6;
const SCROLL_EDGE_PX = 40;
const SCROLL_STEP_PX = 14;

/** The pointer's actions on columns: an edge sets the width, a name drags its column. */
export interface ColumnDrag {
  /**
   * The column that is being taken along, and before which one it would stand (their count: at the
   * end); -1: none.
   */
  readonly from: number;
  readonly to: number;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
    readonly onClickCapture: (event: MouseEvent) => void;
    readonly onDoubleClick: () => void;
  };
}

type DragState =
  | {
      readonly kind: 'edge';
      readonly at: number;
      readonly x: number;
      readonly now: readonly number[];
      readonly start: Arrangement;
    }
  | { readonly kind: 'name'; readonly at: number; readonly x: number; begun: boolean };

const none = { from: -1, to: -1 };

/** The columns' widths on the screen, drawn or not, by the tracks of the row of their names. */
export const widthsNow = (header: HTMLElement, count: number): readonly number[] =>
  getComputedStyle(header)
    .gridTemplateColumns.split(' ')
    .slice(1, count + 1)
    .map(Number.parseFloat);

/** Returns the index of the column whose left half is at or behind a point; none at the end. */
function indexAt(row: HTMLElement, x: number): number | undefined {
  const cells = [...row.querySelectorAll<HTMLElement>('[data-column]')];
  const next = cells.find(cell => {
    const { left, width } = cell.getBoundingClientRect();
    return x < left + width / 2;
  });
  return next && Number(next.dataset['column']);
}

const dataAt = (target: EventTarget, name: 'edge' | 'sort'): number | null => {
  const found = (target as Element).closest(`[data-${name}]`);
  return found && Number(found.getAttribute(`data-${name}`));
};

function startDrag(
  event: PointerEvent<HTMLElement>,
  edge: number | null,
  count: number,
  start: Arrangement,
): DragState | undefined {
  const { clientX: x, pointerType, currentTarget } = event;
  if (edge !== null) {
    event.preventDefault();
    currentTarget.setPointerCapture(event.pointerId);
    return { kind: 'edge', at: edge, x, now: widthsNow(currentTarget, count), start };
  }
  const name = dataAt(event.target, 'sort');
  return name !== null && name > 0 && pointerType !== 'touch'
    ? { kind: 'name', at: name - 1, x, begun: false }
    : undefined;
}

const edgeAt = (
  { at, x, now, start }: DragState & { readonly kind: 'edge' },
  shown: readonly Column[],
  to: number,
): Arrangement => resized(start, shown, now, shown[at]!.field.id, now[at]! + to - x);

function scrollAtEdge(scroller: HTMLElement | null, x: number): void {
  const box = scroller?.getBoundingClientRect();
  const by =
    box && x > box.right - SCROLL_EDGE_PX
      ? SCROLL_STEP_PX
      : box && x < box.left + SCROLL_EDGE_PX
        ? -SCROLL_STEP_PX
        : 0;
  if (by !== 0) scroller?.scrollBy({ left: by, behavior: 'instant' });
}

export function useColumnDrag(
  fields: readonly Field[],
  { shown, arrangement, arrange }: Columns,
  scroller: RefObject<HTMLElement | null>,
  fit: (at: number) => void,
): ColumnDrag {
  const pulled = useRef<DragState | null>(null);
  const dropped = useRef(false);
  /** The edge that was pressed last: what has captured the pointer is the target of its clicks. */
  const edge = useRef<number | null>(null);
  const [drop, setDrop] = useState(none);
  const end = (): void => {
    pulled.current = null;
    setDrop(none);
  };
  return {
    ...drop,
    handlers: {
      onPointerDown: event => {
        dropped.current = false;
        edge.current = dataAt(event.target, 'edge');
        if (event.button === 0)
          pulled.current =
            startDrag(event, edge.current, shown.length, arrangement) ?? pulled.current;
      },
      onPointerMove: event => {
        const { current } = pulled;
        if (!current) return;
        if (current.kind === 'edge') return arrange(edgeAt(current, shown, event.clientX));
        if (!current.begun && Math.abs(event.clientX - current.x) < MIN_DRAG_PX) return;
        if (!current.begun) event.currentTarget.setPointerCapture(event.pointerId);
        current.begun = true;
        scrollAtEdge(scroller.current, event.clientX);
        setDrop({
          from: current.at,
          to: indexAt(event.currentTarget, event.clientX) ?? shown.length,
        });
      },
      onPointerUp: () => {
        const { current } = pulled;
        if (current?.kind === 'name' && current.begun && drop.from >= 0) {
          dropped.current = true;
          const to = drop.to > drop.from ? drop.to - 1 : drop.to;
          if (to !== drop.from) arrange(moved(fields, arrangement, shown[drop.from]!.field.id, to));
        }
        end();
      },
      onPointerCancel: end,
      // Letting a column go is no click on its name.
      onClickCapture: event => {
        if (!dropped.current) return;
        dropped.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
      onDoubleClick: () => {
        if (edge.current !== null) fit(edge.current);
      },
    },
  };
}
