import { IconFilterSearch, IconTable } from '@tabler/icons-react';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowName } from '../../lib/values/row-name.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { notifyUndoable } from '../../ui/notify.tsx';
import { Banners } from './Banners.tsx';
import classes from './DataScreen.module.css';
import { DeleteDialog } from './DeleteDialog.tsx';
import { GridTable, type GridHandle } from './GridTable.tsx';
import { Issues } from './Issues.tsx';
import { useLines } from './lines.ts';
import { toRowView } from './model/row-view.ts';
import { pagesOf } from './model/pages.ts';
import type { Values } from './model/row.ts';
import type { View } from './model/view.ts';
import { NewRow } from './NewRow.tsx';
import { Pager } from './Pager.tsx';
import { RowDrawer } from './RowDrawer.tsx';
import { StatusLine } from './StatusLine.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useGrid } from './use-grid.ts';
import { useGridCommands } from './use-grid-commands.ts';
import { usePageUndo } from './use-page-undo.ts';
import { useSaying } from './use-saying.ts';
import { useWords } from './use-words.ts';

interface Props {
  table: Table;
  fields: readonly Field[];
  view: View;
  onView: (view: View) => void;
  /** Opens a row beside the grid, or closes it. */
  onRow: (rowId: string | undefined) => void;
}

/** The rows of one table with everything one can do to them. */
export function TableGrid({ table, fields, view, onView, onRow }: Props) {
  const { t } = useTranslation('grid');
  const [grid, session] = useGrid(table.id, view);
  const lines = useLines(grid);
  const handle = useRef<GridHandle>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<string | null>(null);
  const [said, say] = useSaying();
  const words = useWords();
  const { total } = grid.places;
  const pages = pagesOf(total ?? 0, view.limit);
  const beyond = total !== null && view.page > pages;
  useEffect(() => { if (beyond) onView({ ...view, page: pages }); }, [beyond, pages, view, onView]);
  useGridCommands({ table, view, onAdd: () => setAdding(true), onView });
  usePageUndo(way => handle.current?.turn(way));
  const nothing = grid.status === 'ready' && total === 0 && !grid.table.ops.some(({ kind }) => kind === 'add');
  const filtered = Object.keys(view.filters).length > 0;
  const shown = deleting === null ? undefined : toRowView(deleting, grid.table.rows.get(deleting), grid.table.ops.filter(op => op.rowId === deleting));

  const remove = (rowId: string): void => {
    setDeleting(null);
    if (view.row === rowId) onRow(undefined);
    session.remove([rowId]);
    const row = (shown && rowName(fields, shown.values, words)) || t('noName');
    notifyUndoable(t('rowDeleted', { row }), t('undo'), () => {
      session.restore([rowId]);
      handle.current?.show(rowId);
      say(t('rowBack', { row }));
    });
  };
  const save = (values: Values): void => {
    const [rowId] = session.add([values]);
    onView({ ...view, page: 1 });
    say(t('rowQueued'));
    if (rowId !== undefined) handle.current?.show(rowId, undefined, true);
  };
  const openRow = (rowId: string | undefined): void => {
    onRow(rowId);
    if (rowId !== undefined) handle.current?.show(rowId);
  };
  return (
    <section className={classes.main} aria-label={t('tableOf', { table: table.name })}>
      <Toolbar ref={add} table={table} view={view} adding={adding} onAdd={() => setAdding(true)} onView={onView}><StatusLine activity={grid.activity} said={said} ops={grid.table.ops} /></Toolbar>
      <div className={classes.panel}>
        {adding && <NewRow fields={fields} words={words} onAdd={save} onClose={() => setAdding(false)} onCancel={() => { setAdding(false); add.current?.focus(); }} />}
        {grid.error && <ErrorNotice error={grid.error} title={t(grid.error.status === 403 ? 'forbidden' : 'rowsFailed')} onRetry={session.reload} />}
        <GridTable ref={handle} table={table} fields={fields} grid={grid} lines={lines} session={session} view={view} words={words} say={say} onView={onView} onOpen={onRow} onDelete={setDeleting} />
        {nothing && <EmptyState icon={filtered ? <IconFilterSearch aria-hidden /> : <IconTable aria-hidden />} text={t(filtered ? 'noRowFits' : 'noRows')} />}
        <Issues grid={grid} fields={fields} words={words} onResolve={session.resolve} />
        <Banners grid={grid} />
        <Pager view={view} pages={pages} total={total} onView={onView} />
      </div>
      <DeleteDialog fields={fields} row={shown} words={words} onClose={() => setDeleting(null)} onDelete={remove} />
      <RowDrawer table={table} fields={fields} rowId={view.row} grid={grid} lines={lines} session={session} words={words} onRow={openRow} onDelete={setDeleting} />
    </section>
  );
}
