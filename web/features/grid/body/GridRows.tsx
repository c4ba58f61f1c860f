import { useMemo, useRef } from 'react';
import type { Cursor } from '../cells/use-cursor.ts';
import { pageOf } from '../model/page-index.ts';
import { toRowViews, type Drawing } from '../model/row-view.ts';
import { isOne } from '../model/selection.ts';
import { fits } from '../model/where.ts';
import { GridRow } from '../rows/GridRow.tsx';
import { emptyId } from '../sync/lines.ts';
import { usePresence } from '../sync/use-presence.ts';
import type { GridBody } from './use-grid-body.ts';
import { useRowTexts } from './use-row-texts.ts';
import classes from './GridTable.module.css';

/** A line that is no row yet. */
const EMPTY_DRAWING: Drawing = {
  row: undefined,
  ops: [],
  touches: undefined,
  drawn: { id: '', values: {}, marks: {} },
};

/** The lines near the window, at their places in a body as high as all of them. */
export function GridRows({ body }: { body: GridBody }) {
  const { table, grid, lines, fields, view, words, port, cursor, drawn } = body;
  const { draft } = body.editing;
  const { at } = cursor;
  const texts = useRowTexts();
  const field = fields[at.col - 1]?.id;
  const others = usePresence(table.id, lines.idAt(at.row), field, draft !== null);
  const edited = draft ? lines.lineOf(draft.rowId) : undefined;
  const shown = useShownLines(body, edited);
  const drawings = useRef<ReadonlyMap<string, Drawing>>(new Map());
  drawings.current = toRowViews(
    grid.table,
    shown.flatMap(line => lines.idAt(line) ?? []),
    drawings.current,
  );
  return (
    <div
      role="rowgroup"
      className={classes.body}
      data-tall={view.height}
      data-aside={port.isAside || undefined}
      style={{ height: port.height }}
    >
      <div role="presentation" style={{ transform: `translateY(${port.origin.y}px)` }}>
        {shown.map(line => {
          const id = lines.idAt(line);
          const isEmpty = line >= lines.filled;
          const drawing = id === undefined ? undefined : drawings.current.get(id);
          return (
            <GridRow
              key={id ?? (isEmpty ? emptyId(lines, line) : line)}
              line={line}
              top={port.topOf(line)}
              columns={drawn}
              held={port.held}
              fields={fields}
              words={words}
              texts={texts}
              drawing={isEmpty ? EMPTY_DRAWING : drawing}
              isEmpty={isEmpty}
              unread={id === undefined && !isEmpty && isUnread(body, line)}
              painted={drawing && body.paint?.(drawing.drawn.values)}
              unfit={drawing !== undefined && !fits(body.all, drawing.drawn.values, body.shown)}
              editing={line === edited ? body.editing : null}
              others={id === undefined ? undefined : others.get(id)}
              {...selectionIn(cursor, line, isEmpty)}
              {...marksOf(body, id)}
            />
          );
        })}
      </div>
    </div>
  );
}

const isUnread = ({ grid: { places, unread }, lines }: GridBody, line: number): boolean =>
  unread.has(pageOf(places.size, line - lines.own));

/**
 * The lines to draw. The row with the focus and rows being edited stay, however far one scrolls.
 */
function useShownLines(body: GridBody, edited: number | undefined): readonly number[] {
  const { lines, port, printing, isOneScroll } = body;
  const { row } = body.cursor.at;
  const { limit } = body.view;
  return useMemo(() => {
    // Prints the loaded rows of the page in sight; with one scroll, the rows in sight.
    const [start, size] = isOneScroll
      ? [port.seen, port.page + 1]
      : [Math.floor(port.seen / limit) * limit, limit];
    const [first, last] = printing
      ? [start, Math.min(start + size, lines.count) - 1]
      : [port.first, port.last];
    const near = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
    if (printing) return near.filter(line => lines.idAt(line) !== undefined);
    const kept = [...(lines.count > 0 ? [row] : []), ...(edited === undefined ? [] : [edited])];
    return [...new Set([...near, ...kept])].toSorted((a, b) => a - b);
  }, [
    port.first,
    port.last,
    port.seen,
    port.page,
    row,
    edited,
    lines,
    printing,
    limit,
    isOneScroll,
  ]);
}

/** Returns the columns of a line that the cursor and its range stand in; -1: none. */
function selectionIn({ at, range }: Cursor, line: number, isEmpty: boolean) {
  const within = !isOne(range) && line >= range.top && line <= range.bottom;
  return {
    active: line === at.row ? at.col : -1,
    corner: line === range.bottom && range.right > 0 && !isEmpty ? range.right : -1,
    left: within ? range.left : -1,
    right: within ? range.right : -1,
  };
}

const unmarked = { open: false, chosen: false, comments: undefined, finds: undefined };

const marksOf = ({ view, chosen, comments, finding }: GridBody, id: string | undefined) =>
  id === undefined
    ? unmarked
    : {
        open: id === view.row,
        chosen: chosen.ids.has(id),
        comments: comments.get(id),
        finds: finding.finds.get(id),
      };
