import type { Field } from '@hzm/contracts/features/tables/table';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { takeFresh } from '../../../state/fresh-table.ts';
import type { FieldTask } from '../../../ui/field-task.ts';
import type { RowMarks } from '../../../ui/row-comments.ts';
import { useActions } from '../actions/use-actions.ts';
import { useGridEvents } from '../actions/use-grid-events.ts';
import { useCursor } from '../cells/use-cursor.ts';
import { useEditing } from '../cells/use-editing.ts';
import type { Columns } from '../columns/use-columns.ts';
import { useTurn } from '../drawer/use-turn.ts';
import { useFinding } from '../find/use-finding.ts';
import type { LinesProps } from '../grid-context.ts';
import { rowPixels } from '../model/height.ts';
import { isStuck, opsOf } from '../model/op.ts';
import { missing } from '../model/page-index.ts';
import { isPlain, shownBy, type RowTab } from '../model/view.ts';
import type { RowChoice } from '../rows/use-row-selection.ts';
import { usePageInAddress } from '../screen/use-page-in-address.ts';
import { usePlaceInHistory } from '../screen/use-place-in-history.ts';
import { useRowInAddress } from '../screen/use-row-in-address.ts';
import type { Summarized } from '../summary/use-summary.ts';
import { useActing } from '../sync/reading.ts';
import { useFlag } from './use-flag.ts';
import { useShow, type Arrival } from './use-show.ts';
import { isTouched, useViewport, type Viewport } from './use-viewport.ts';

export interface GridTableProps extends LinesProps {
  columns: Columns;
  /** Figures under the columns; absent without any. */
  summarized: Summarized | undefined;
  /** Whether the rows are one scroll, without pages. */
  isOneScroll: boolean;
  /** The counts of threads about rows. */
  comments: RowMarks;
  onOpen: (rowId: string, tab?: RowTab) => void;
  chosen: RowChoice;
  onDelete: (rowIds: readonly string[]) => void;
  onDuplicate: (rowIds: readonly string[]) => void;
  /** Makes a personal link to a row; absent without a form or the right. */
  onLink: ((rowId: string) => void) | undefined;
  /** Whether the reader may see comments on rows. */
  discusses: boolean;
  /** Absent for who may not change the table's fields. */
  onTask: ((task: FieldTask) => void) | undefined;
  /** For who only reads the rows: tells them so. */
  refuse: (() => void) | undefined;
}

/** Window, cursor, editor and actions of the grid, which its parts share. */
export type GridBody = ReturnType<typeof useGridBody>;

export function useGridBody(props: GridTableProps) {
  const { all, columns, lines, view, shown, words, say, chosen, onOpen, onDelete } = props;
  const { t } = useTranslation('grid');
  const { fields } = columns;
  const rowHeight = rowPixels(view.height, isTouched);
  const port = useViewport(lines, columns.shown, shownBy(shown), rowHeight);
  const cursor = useCursor(lines, fields.length + 1);
  const editing = useEditing({ session: props.session, lines, fields: all, words }, props.refuse);
  const acting = useActing(props.session, props.refuse);
  const takesFocus = useFlag();
  const show = useShow(lines, fields, cursor, port, takesFocus, arrivalOf(props, port));
  const { filesAt, openFiles, closeFiles } = useFilesAt(props);
  const context = { session: acting, lines, fields, words, cursor, onFiles: openFiles };
  const actions = useActions({ ...context, all, say, show });
  const turn = useTurn({ session: acting, fields: all, words, say, show });
  const finding = useFinding({ port, cursor, show, takesFocus });
  useImperativeHandle(props.ref, () => ({ show, turn, find: finding.open }));
  const events = useGridEvents({
    ...context,
    port,
    editing,
    actions,
    turn,
    takesFocus,
    chosen,
    onOpen,
    onDelete,
    onGiven: () => say(t('said.given')),
  });
  // The same function for as long as the table is shown: the cursor draws no heading again.
  const latest = useRef(events);
  const enter = useCallback((col: number) => latest.current.enter(col), []);
  useWanted(props, port);
  useFreshTable(props, () => {
    takesFocus.raise();
    cursor.go({ row: 0, col: 1 });
  });
  const isCounted = props.grid.places.total !== null;
  usePageInAddress(view, port, lines.own, isCounted, props.onView);
  usePlaceInHistory(props.table.id, port, lines, cursor, isCounted);
  useRowInAddress(props, { port, cursor, show }, isCounted);
  useLayoutEffect(() => {
    latest.current = events;
    events.keepFocus();
  });
  const printing = usePrinting();
  const { at } = cursor;
  const { draft } = editing;
  const drawn = useDrawn(printing ? { first: 0, last: fields.length - 1 } : port.columns, [
    at.col - 1,
    draft ? fields.findIndex(({ id }) => id === draft.field.id) : -1,
    ...port.held.keys(),
  ]);
  const parts = { port, cursor, editing, actions, finding, events, filesAt, closeFiles };
  return { ...props, ...parts, fields, rowHeight, drawn, printing, enter };
}

/** A cell whose files are open, and files to send to it. */
interface FilesAt {
  readonly rowId: string;
  readonly field: Field;
  readonly given: readonly File[];
}

/** The cell whose files are open; its row is saved. */
function useFilesAt({ grid, say, refuse }: GridTableProps) {
  const { t } = useTranslation('grid');
  const [filesAt, setFilesAt] = useState<FilesAt | null>(null);
  return {
    filesAt,
    openFiles: (rowId: string, field: Field, given: readonly File[] = []): void => {
      if (!grid.table.rows.has(rowId)) return say(t('cellFiles.rowFirst'));
      if (refuse && given.length > 0) return refuse();
      setFilesAt({ rowId, field, given });
    },
    closeFiles: (): void => setFilesAt(null),
  };
}

/** Returns the places in the window among the rows that have one. */
export const placesIn = (
  { first, last }: Pick<Viewport, 'first' | 'last'>,
  { own, placed }: GridTableProps['lines'],
) => [first - own, Math.min(last, placed - 1) - own] as const;

const arrivalOf = ({ shown, grid, lines }: GridTableProps, port: Viewport): Arrival => ({
  isFirst: isPlain(shown),
  isPending: rowIds =>
    navigator.onLine &&
    (rowIds.some(id => opsOf(grid.table.ops, id).some(op => !isStuck(op))) ||
      missing(grid.places, ...placesIn(port, lines)).length > 0),
});

/** Asks for the rows in the window. */
function useWanted({ session, lines }: GridTableProps, { first, last }: Viewport): void {
  useEffect(() => {
    session.want(...placesIn({ first, last }, lines));
  }, [session, first, last, lines]);
}

/** Begins in the first cell of a table that this person has just made. */
function useFreshTable({ table, grid, lines }: GridTableProps, begin: () => void): void {
  const isCounted = grid.places.total !== null;
  const start = useEffectEvent(() => {
    if (lines.count > 0 && takeFresh(table.id)) begin();
  });
  useEffect(() => {
    if (isCounted) start();
  }, [isCounted]);
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

/** Whether the page is being printed, so that all rows of the paper must be drawn. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
