import type { Field } from '@hzm/contracts/features/tables/table';
import { useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { moved, resized, type Arrangement } from '../model/columns.ts';
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
  const indexAt = (row: HTMLElement, x: number): number => {
    const cells = [...row.querySelectorAll<HTMLElement>('[data-column]')];
    const next = cells.find(cell => {
      const { left, width } = cell.getBoundingClientRect();
      return x < left + width / 2;
    });
    return next ? Number(next.dataset['column']) : shown.length;
  };
  const end = (): void => {
    pulled.current = null;
    setDrop(none);
  };
  return {
    ...drop,
    handlers: {
      onPointerDown: event => {
        dropped.current = false;
        const target = event.target as HTMLElement;
        const at = target.closest<HTMLElement>('[data-edge]')?.dataset['edge'];
        const name = target.closest<HTMLElement>('[data-sort]')?.dataset['sort'];
        edge.current = at === undefined ? null : Number(at);
        if (event.button !== 0) return;
        if (edge.current !== null) {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          pulled.current = {
            kind: 'edge',
            at: edge.current,
            x: event.clientX,
            now: widthsNow(event.currentTarget, shown.length),
            start: arrangement,
          };
        } else if (name !== undefined && Number(name) > 0 && event.pointerType !== 'touch')
          pulled.current = { kind: 'name', at: Number(name) - 1, x: event.clientX, begun: false };
      },
      onPointerMove: event => {
        const { current } = pulled;
        if (!current) return;
        if (current.kind === 'edge')
          return arrange(
            resized(
              current.start,
              shown,
              current.now,
              shown[current.at]!.field.id,
              current.now[current.at]! + event.clientX - current.x,
            ),
          );
        if (!current.begun && Math.abs(event.clientX - current.x) < MIN_DRAG_PX) return;
        if (!current.begun) event.currentTarget.setPointerCapture(event.pointerId);
        current.begun = true;
        const box = scroller.current?.getBoundingClientRect();
        const by =
          box && event.clientX > box.right - SCROLL_EDGE_PX
            ? SCROLL_STEP_PX
            : box && event.clientX < box.left + SCROLL_EDGE_PX
              ? -SCROLL_STEP_PX
              : 0;
        if (by !== 0) scroller.current?.scrollBy({ left: by, behavior: 'instant' });
        setDrop({ from: current.at, to: indexAt(event.currentTarget, event.clientX) });
      },
      onPointerUp: () => {
        const { current } = pulled;
        if (current?.kind === 'name' && current.begun && drop.from >= 0) {
          dropped.current = true;
          if (drop.to !== drop.from && drop.to !== drop.from + 1)
            arrange(
              moved(
                fields,
                arrangement,
                shown[drop.from]!.field.id,
                drop.to > drop.from ? drop.to - 1 : drop.to,
              ),
            );
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
