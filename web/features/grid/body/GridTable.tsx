import {
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  type CSSProperties,
} from 'react';
import { useTranslation } from 'react-i18next';
import { takeFresh } from '../../../state/fresh-table.ts';
import type { FieldTask } from '../../../ui/field-task.ts';
import { part } from '../../../ui/part.ts';
import type { RowMarks } from '../../../ui/row-comments.ts';
import { CellMenu } from '../actions/CellMenu.tsx';
import type { CellMenuProps } from '../actions/CellMenuItems.tsx';
import { useActions } from '../actions/use-actions.ts';
import { useGridEvents } from '../actions/use-grid-events.ts';
import { CellPeek } from '../cells/CellPeek.tsx';
import { wholeText } from '../cells/fields/kinds.ts';
import { PasteDialog } from '../cells/PasteDialog.tsx';
import { useCursor } from '../cells/use-cursor.ts';
import { useEditing } from '../cells/use-editing.ts';
import { GridHeader } from '../columns/GridHeader.tsx';
import type { Columns } from '../columns/use-columns.ts';
import { useTurn } from '../drawer/use-turn.ts';
import { useFinding } from '../find/use-finding.ts';
import type { LinesProps } from '../grid-context.ts';
import { templateOf, totalWidth } from '../model/columns.ts';
import { linesOf, rowPixels } from '../model/height.ts';
import { isStuck, opsOf } from '../model/op.ts';
import { missing } from '../model/page-index.ts';
import { toRowViews, type Drawing } from '../model/row-view.ts';
import { isOne } from '../model/selection.ts';
import { isPlain, shownBy, type RowTab } from '../model/view.ts';
import { fits } from '../model/where.ts';
import { GridRow } from '../rows/GridRow.tsx';
import type { RowChoice } from '../rows/use-row-selection.ts';
import { NewsAbove } from '../screen/NewsAbove.tsx';
import { usePageInAddress } from '../screen/use-page-in-address.ts';
import { usePlaceInHistory } from '../screen/use-place-in-history.ts';
import { usePrinting } from '../screen/use-printing.ts';
import type { Summarized } from '../summary/use-summary.ts';
import { emptyId } from '../sync/lines.ts';
import { useActing } from '../sync/reading.ts';
import { usePresence } from '../sync/use-presence.ts';
import { openLink } from './cell-of.ts';
import { useFlag } from './use-flag.ts';
import { useRowTexts } from './use-row-texts.ts';
import { useShow } from './use-show.ts';
import { asideOf, isTouched, useViewport } from './use-viewport.ts';
import classes from './GridTable.module.css';

/** A line that is no row yet. */
const EMPTY_DRAWING: Drawing = {
  row: undefined,
  ops: [],
  touches: undefined,
  drawn: { id: '', values: {}, marks: {} },
};

const FindBar = part(async () => (await import('../find/FindBar.tsx')).FindBar);
const SummaryRow = part(async () => (await import('../summary/SummaryRow.tsx')).SummaryRow);

interface Props extends LinesProps {
  columns: Columns;
  /** Figures under the columns; absent without any. */
  summarized: Summarized | undefined;
  /** The counts of threads about rows. */
  comments: RowMarks;
  onOpen: (rowId: string, tab?: RowTab) => void;
  chosen: RowChoice;
  onDelete: (rowIds: readonly string[]) => void;
  onDuplicate: (rowIds: readonly string[]) => void;
  /** Makes a personal link to a row; absent without a form or the right. */
  onLink: ((rowId: string) => void) | undefined;
  /** Whether the reader may see what is said about rows. */
  discusses: boolean;
  /** Absent for who may not change the table's fields. */
  onTask: ((task: FieldTask) => void) | undefined;
  /** For who only reads the rows: tells them so. */
  refuse: (() => void) | undefined;
}

/** The rows of a table: only those near the window are drawn, however many there are. */
export function GridTable({
  ref,
  table,
  all,
  columns,
  grid,
  lines,
  session,
  summarized,
  paint,
  view,
  shown: shownView,
  words,
  say,
  chosen,
  comments,
  onView,
  onOpen,
  onDelete,
  onDuplicate,
  onLink,
  discusses,
  onTask,
  refuse,
}: Props) {
  const { t } = useTranslation('grid');
  const { fields } = columns;
  const rowHeight = rowPixels(view.height, isTouched);
  const port = useViewport(lines, columns.shown, shownBy(shownView), rowHeight);
  const cursor = useCursor(lines, fields.length + 1);
  const editing = useEditing({ session, lines, fields: all, words }, refuse);
  const acting = useActing(session, refuse);
  const takesFocus = useFlag();
  const show = useShow(lines, fields, cursor, port, takesFocus, {
    isFirst: isPlain(shownView),
    isPending: rowIds =>
      navigator.onLine &&
      (rowIds.some(id => opsOf(grid.table.ops, id).some(op => !isStuck(op))) ||
        missing(
          grid.places,
          port.first - lines.own,
          Math.min(port.last, lines.placed - 1) - lines.own,
        ).length > 0),
  });
  const actions = useActions({ session: acting, lines, fields, all, words, cursor, say, show });
  const turn = useTurn({ session: acting, fields: all, words, say, show });
  const finding = useFinding({ port, cursor, show, takesFocus });
  useImperativeHandle(ref, () => ({ show, turn, find: finding.open }));
  const events = useGridEvents({
    session: acting,
    lines,
    fields,
    words,
    port,
    cursor,
    editing,
    actions,
    turn,
    takesFocus,
    chosen,
    onOpen,
    onDelete,
  });
  // The same function for as long as the table is shown: the cursor draws no heading again.
  const latest = useRef(events);
  const enter = useCallback((col: number) => latest.current.enter(col), []);
  const texts = useRowTexts();
  const { at, range } = cursor;
  const { draft } = editing;
  const editLine = draft ? lines.lineOf(draft.rowId) : undefined;
  const activeId = lines.idAt(at.row);
  const others = usePresence(table.id, activeId, fields[at.col - 1]?.id, draft !== null);

  const printing = usePrinting();
  const shown = useMemo(() => {
    // On paper comes the page that one looks at, as far as it is here.
    const page = Math.floor(port.seen / view.limit) * view.limit;
    const [first, last] = printing
      ? [page, Math.min(page + view.limit, lines.count) - 1]
      : [port.first, port.last];
    const near = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
    if (printing) return near.filter(line => lines.idAt(line) !== undefined);
    // The row with the focus and rows being edited stay rendered, however far one scrolls.
    return [
      ...new Set([
        ...near,
        ...(lines.count > 0 ? [at.row] : []),
        ...(editLine === undefined ? [] : [editLine]),
      ]),
    ].toSorted((a, b) => a - b);
  }, [port.first, port.last, port.seen, at.row, editLine, lines, printing, view.limit]);
  const drawings = useRef<ReadonlyMap<string, Drawing>>(new Map());
  drawings.current = toRowViews(
    grid.table,
    shown.flatMap(line => lines.idAt(line) ?? []),
    drawings.current,
  );

  useEffect(() => {
    session.want(port.first - lines.own, Math.min(port.last, lines.placed - 1) - lines.own);
  }, [session, port.first, port.last, lines]);
  const isCounted = grid.places.total !== null;
  const begin = useEffectEvent(() => {
    if (lines.count === 0 || !takeFresh(table.id)) return;
    takesFocus.raise();
    cursor.go({ row: 0, col: 1 });
  });
  useEffect(() => {
    if (isCounted) begin();
  }, [isCounted]);
  usePageInAddress(view, port, lines.own, grid.places.total !== null, onView);
  usePlaceInHistory(table.id, port, lines, cursor, grid.places.total !== null);
  useLayoutEffect(() => {
    latest.current = events;
    events.keepFocus();
  });

  const drawn = useDrawn(printing ? { first: 0, last: fields.length - 1 } : port.columns, [
    at.col - 1,
    draft ? fields.findIndex(({ id }) => id === draft.field.id) : -1,
    ...port.held.keys(),
  ]);
  const style = {
    '--columns': templateOf(columns.shown),
    '--width': `${totalWidth(columns.shown)}px`,
    '--aside': `${asideOf(columns.shown, port.held)}px`,
    '--row': `${rowHeight}px`,
    '--lines': linesOf(view.height),
  } as CSSProperties;
  const many = !isOne(range);
  const activeField = fields[at.col - 1];
  const activeText =
    activeId === undefined || !activeField || draft
      ? ''
      : wholeText(activeField, session.valueAt(activeId, activeField.id) ?? null, words);
  const menuEntries = (): CellMenuProps => {
    const ids =
      activeId === undefined ? [] : chosen.ids.has(activeId) ? [...chosen.ids] : [activeId];
    const { commands } = events;
    const clipboard = 'clipboard' in navigator;
    const activeCell = port.scroller.current?.querySelector(`[data-cell="${at.row}:${at.col}"]`);
    const link = activeCell?.querySelector('[data-link]') ?? undefined;
    const written = <Act,>(act: Act): Act | undefined => (refuse ? undefined : act);
    return {
      cell:
        at.col === 0
          ? undefined
          : {
              link: link && (() => void openLink(link)),
              edit: written(() => commands.edit(at)),
              cut: clipboard ? written(() => actions.cut()) : undefined,
              copy: clipboard ? () => actions.copy() : undefined,
              paste: clipboard ? written(() => actions.paste()) : undefined,
              fill: range.bottom > range.top ? written(events.fillDown) : undefined,
              clear: written(actions.clear),
            },
      row: {
        open: () => activeId !== undefined && onOpen(activeId),
        comment: discusses ? commands.comment : undefined,
        choose: events.choose,
        link:
          onLink && activeId !== undefined && grid.table.rows.has(activeId)
            ? () => onLink(activeId)
            : undefined,
        duplicate: written(() => onDuplicate(ids)),
        delete: written(() => onDelete(ids)),
      },
    };
  };
  return (
    <div className={classes.frame} style={style}>
      {finding.isOpen && (
        <Suspense>
          <FindBar
            tableId={table.id}
            fields={fields}
            view={shownView}
            lines={lines}
            finding={finding}
          />
        </Suspense>
      )}
      <NewsAbove count={port.above} onShow={() => port.scrollTo(0)} />
      <div
        ref={port.scroller}
        className={classes.scroller}
        role="grid"
        aria-label={t('rowsOf', { table: table.name })}
        aria-describedby="grid-hint"
        aria-multiselectable
        aria-rowcount={grid.places.total === null ? -1 : lines.count + 1}
        aria-colcount={fields.length + 2}
        data-testid="grid"
        {...events.handlers}
      >
        <GridHeader
          ref={port.header}
          scroller={port.scroller}
          projectId={table.projectId}
          tableId={table.id}
          all={all}
          columns={columns}
          drawn={drawn}
          held={port.held}
          words={words}
          view={view}
          onView={onView}
          onTask={onTask}
          say={say}
          onDown={enter}
        />
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
              const within = many && line >= range.top && line <= range.bottom;
              return (
                <GridRow
                  key={id ?? (isEmpty ? emptyId(lines, line) : line)}
                  line={line}
                  top={port.topOf(line)}
                  columns={drawn}
                  held={port.held}
                  drawing={isEmpty ? EMPTY_DRAWING : drawing}
                  isEmpty={isEmpty}
                  painted={drawing && paint?.(drawing.drawn.values)}
                  unfit={drawing !== undefined && !fits(all, drawing.drawn.values, shownView)}
                  fields={fields}
                  words={words}
                  texts={texts}
                  active={line === at.row ? at.col : -1}
                  corner={line === range.bottom && range.right > 0 && !isEmpty ? range.right : -1}
                  left={within ? range.left : -1}
                  right={within ? range.right : -1}
                  open={id !== undefined && id === view.row}
                  chosen={id !== undefined && chosen.ids.has(id)}
                  editing={line === editLine ? editing : null}
                  others={id === undefined ? undefined : others.get(id)}
                  comments={id === undefined ? undefined : comments.get(id)}
                  finds={id === undefined ? undefined : finding.finds.get(id)}
                />
              );
            })}
          </div>
        </div>
        {summarized && (
          <Suspense>
            <SummaryRow
              columns={columns.shown}
              drawn={drawn}
              held={port.held}
              words={words}
              view={view}
              summarized={summarized}
              rowIndex={lines.count + 2}
              onView={onView}
            />
          </Suspense>
        )}
      </div>
      <CellPeek cell={`${at.row}:${at.col}`} scroller={port.scroller} text={activeText} />
      <CellMenu {...events.menu} {...menuEntries()} />
      <PasteDialog asked={actions.asked} onAnswer={actions.answer} />
      <p id="grid-hint" hidden>
        {t('hint')}
      </p>
    </div>
  );
}

/**
 * The columns to draw: those in the window, and where somebody is. The same as long as nothing of
 * it changed.
 */
function useDrawn(
  { first, last }: { first: number; last: number },
  kept: readonly number[],
): readonly number[] {
  const before = useRef<readonly number[]>([]);
  const near = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const now = [...new Set([...near, ...kept.filter(at => at >= 0)])].toSorted((a, b) => a - b);
  if (now.join() !== before.current.join()) before.current = now;
  return before.current;
}
