import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useCallback, useRef, useState, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isOfColumns } from '../../../lib/values/choices.ts';
import { useMay } from '../../../state/project.live.ts';
import { useSession } from '../../../state/use-session.ts';
import type { FieldTask } from '../../../ui/field-task.ts';
import type { RowComments, RowMarks } from '../../../ui/row-comments.ts';
import type { RowLinks } from '../../../ui/row-links.ts';
import { useSaying } from '../body/use-saying.ts';
import { useWords } from '../cells/use-words.ts';
import { useColumns } from '../columns/use-columns.ts';
import type { GridHandle } from '../grid-context.ts';
import { toRowView, type RowView } from '../model/row-view.ts';
import type { Values } from '../model/row.ts';
import { isOldestFirst, shownBy, type RowTab, type View, isBare } from '../model/view.ts';
import { useRowActions } from '../rows/use-row-actions.ts';
import { useRowSelection } from '../rows/use-row-selection.ts';
import { useGroups } from '../summary/use-groups.ts';
import { useLines } from '../sync/lines.ts';
import { useActing } from '../sync/reading.ts';
import { useGrid } from '../use-grid.ts';
import { useSavedViews } from '../views/use-saved-views.ts';
import { useOneScroll } from './use-one-scroll.ts';

export interface TableProps {
  table: Table;
  fields: readonly Field[];
  view: View;
  /** Looks at something else; `isOpening`: what the address meant, which is no step. */
  onView: (view: View, isOpening?: true) => void;
  /** Opens a row beside the grid, or closes it. */
  onRow: (rowId: string | undefined, tab?: RowTab) => void;
  comments: RowComments;
  links: RowLinks;
  /** Something is to be done to the table's fields. */
  onTask: (task: FieldTask) => void;
}

/** State and actions that the parts of a table's screen share. */
export type TableScreen = ReturnType<typeof useTableScreen>;

export const noMarks: RowMarks = new Map();

export function useTableScreen(props: TableProps) {
  const { table, fields, view, onView } = props;
  const layout = useRowsLayout(props);
  const { rows } = layout.groups;
  const [grid, session] = useGrid(table, rows);
  const may = useMay(table.projectId);
  const writes = may('rows:write');
  // A row with a required field begins in the form, which says so.
  const mayType =
    writes &&
    layout.name === 'grid' &&
    grid.ended === null &&
    !table.fields.some(({ required }) => required);
  const hasEmpty = mayType && isOldestFirst(view);
  const lines = useLines(grid, isOldestFirst(rows) && !view.gallery, hasEmpty);
  const saved = useSavedViews(table, view, opened => onView(opened, true));
  const columns = useColumns(table.id, fields, saved.current);
  const [isOneScroll, setOneScroll] = useOneScroll();
  const chooseGallery = useKeptGallery(table.id, view, onView);
  const handle = useRef<GridHandle>(null);
  const [said, say] = useSaying();
  const [marks, setMarks] = useState<RowMarks>(noMarks);
  const [hasForms, setHasForms] = useState(false);
  const [linked, setLinked] = useState<string | null>(null);
  const refuse = useRefusal(writes, say);
  const acting = useActing(session, refuse);
  const words = useWords();
  const chosen = useRowSelection(grid, lines, session, shownBy(rows), say);
  const actions = useRowActions({
    table,
    fields,
    words,
    session: acting,
    say,
    show: (rowId, focus) => handle.current?.show(rowId, undefined, focus),
  });
  const known = { ...props, layout, grid, session, lines, saved, columns, handle, words, chosen };
  const links = { marks, setMarks, hasForms, setHasForms, linked, setLinked };
  const screen = { ...known, ...links, said, say, refuse, acting, actions, may, writes };
  return {
    ...screen,
    mayType,
    hasEmpty,
    chooseGallery,
    isOneScroll,
    setOneScroll,
    discusses: may('threads:read'),
    adding: useAdding(screen),
    deleting: useDeleting(screen),
    /** Opens the bar that finds a text; absent where no grid is shown. */
    find: layout.isGrid ? () => handle.current?.find?.() : undefined,
  };
}

/** Returns the layout of rows: a grid, cards or a board, and their groups. */
function useRowsLayout({ table, fields, view, onView }: TableProps) {
  const boardField = fields.find(({ id, type }) => id === view.board && isOfColumns(type));
  // A board shows neither figures nor groups.
  const grouped = boardField ? { ...view, summary: undefined, group: undefined } : view;
  const groups = useGroups(table, fields, grouped, onView);
  const ofRows = view.gallery ? 'gallery' : 'grid';
  const name = boardField ? 'board' : groups.field ? `groups ${ofRows}` : ofRows;
  const isInOrder = !boardField && (!groups.field || groups.opened !== null);
  return {
    boardField,
    groups,
    name,
    /** Whether rows stand one after the other, in a grid or as cards, be it within a group. */
    isInOrder,
    /** Whether the rows stand in a grid, be it within a group. */
    isGrid: isInOrder && !view.gallery,
    /** The failure to read the figures under the rows; groups show their own. */
    figuresError: name === ofRows && groups.summarized.error,
  };
}

/** Returns a function that tells somebody who only reads the rows so; absent for others. */
function useRefusal(writes: boolean, say: (text: string) => void): (() => void) | undefined {
  const { t } = useTranslation('grid');
  const refusal = useCallback(() => say(t('readOnly')), [say, t]);
  return writes ? undefined : refusal;
}

type Known = Pick<TableProps, 'view' | 'onView' | 'onRow'> & {
  session: ReturnType<typeof useGrid>[1];
  grid: ReturnType<typeof useGrid>[0];
  handle: { readonly current: GridHandle | null };
  say: (text: string) => void;
  refuse: (() => void) | undefined;
  actions: ReturnType<typeof useRowActions>;
};

/** The form for a new row: the place where it is open, and the buttons that open it. */
function useAdding({ session, view, onView, handle, say }: Known) {
  const { t } = useTranslation('grid');
  const above = useRef<HTMLButtonElement>(null);
  const below = useRef<HTMLButtonElement>(null);
  const [place, setPlace] = useState<'above' | 'below' | null>(null);
  return {
    above,
    below,
    place,
    begin: setPlace,
    close: () => setPlace(null),
    cancel: (): void => {
      setPlace(null);
      setTimeout(() => (place === 'below' ? below : above).current?.focus());
    },
    /** @param goes whether the focus goes to the new row */
    save: (values: Values, goes: boolean): void => {
      const [rowId] = session.add([values]);
      onView({ ...view, page: 1 });
      say(t('rowQueued'));
      if (rowId !== undefined) handle.current?.show(rowId, undefined, goes);
    },
  };
}

/** The question before rows are deleted. */
function useDeleting({ grid, view, onRow, refuse, actions }: Known) {
  const [rowIds, setRowIds] = useState<readonly string[]>([]);
  return {
    rowIds,
    /** The first of these rows. */
    row: firstOf(grid, rowIds),
    ask: (asked: readonly string[]): void => (refuse ? refuse() : setRowIds(asked)),
    close: () => setRowIds([]),
    remove: (removed: readonly string[]): void => {
      setRowIds([]);
      if (view.row !== undefined && removed.includes(view.row)) onRow(undefined);
      actions.remove(removed);
    },
  };
}

function firstOf({ table }: Known['grid'], [rowId]: readonly string[]): RowView | undefined {
  if (rowId === undefined) return undefined;
  const ops = table.ops.filter(op => op.rowId === rowId);
  return toRowView(rowId, table.rows.get(rowId), ops);
}

/**
 * Keeps in this browser whether a person looks at a table's rows as cards. A table that is opened
 * without a view is shown so again. @returns how to choose
 */
function useKeptGallery(
  tableId: string,
  view: View,
  onView: (view: View) => void,
): (isGallery: boolean) => void {
  const { user } = useSession();
  const key = `hzm-cards/${user.id}/${tableId}`;
  const begun = useRef<string>(undefined);
  const begin = useEffectEvent(() => {
    if (isBare(view) && view.saved === undefined && localStorage.getItem(key) !== null)
      onView({ ...view, gallery: true });
  });
  useEffect(() => {
    if (begun.current === key) return;
    begun.current = key;
    begin();
  }, [key]);
  return isGallery => {
    try {
      if (isGallery) localStorage.setItem(key, '1');
      else localStorage.removeItem(key);
    } catch {
      // A full storage costs only the next visit.
    }
    onView({ ...view, gallery: isGallery || undefined });
  };
}
