import { IconFilterSearch, IconTable } from '@tabler/icons-react';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/use-language.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Banners } from './Banners.tsx';
import classes from './DataScreen.module.css';
import { DeleteDialog } from './DeleteDialog.tsx';
import type { Words } from './fields/kind.ts';
import { GridTable } from './GridTable.tsx';
import { Issues } from './Issues.tsx';
import { draw } from './model/draw.ts';
import { pagesOf } from './model/pages.ts';
import type { View } from './model/view.ts';
import { NewRow } from './NewRow.tsx';
import { Pager } from './Pager.tsx';
import { RowDrawer } from './RowDrawer.tsx';
import { StatusLine } from './StatusLine.tsx';
import { Toolbar } from './Toolbar.tsx';
import { useGrid } from './use-grid.ts';

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
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<string | null>(null);
  const [said, say] = useState('');
  const words = useWords();
  const { total } = grid.places;
  const pages = pagesOf(total ?? 0, view.limit);
  const beyond = total !== null && view.page > pages;
  useEffect(() => { if (beyond) onView({ ...view, page: pages }); }, [beyond, pages, view, onView]);
  const nothing = grid.status === 'ready' && total === 0 && !grid.table.ops.some(({ kind }) => kind === 'add');
  const filtered = Object.keys(view.filters).length > 0;
  const shown = deleting === null ? undefined : draw(deleting, grid.table.rows.get(deleting), grid.table.ops.filter(op => op.rowId === deleting));
  const remove = (rowId: string): void => {
    setDeleting(null);
    if (view.row === rowId) onRow(undefined);
    session.remove(rowId);
  };
  return (
    <section className={classes.main} aria-label={t('tableOf', { table: table.name })}>
      <Toolbar table={table} view={view} adding={adding} onAdd={() => setAdding(true)} onView={onView}><StatusLine activity={grid.activity} said={said} ops={grid.table.ops} /></Toolbar>
      <Banners grid={grid} />
      {adding && <NewRow fields={fields} words={words} onAdd={values => { session.add(values); onView({ ...view, page: 1 }); say(t('rowQueued')); }} onClose={() => setAdding(false)} />}
      <Issues grid={grid} fields={fields} words={words} onResolve={session.resolve} />
      {grid.error && <ErrorNotice error={grid.error} title={t(grid.error.status === 403 ? 'forbidden' : 'rowsFailed')} onRetry={session.reload} />}
      <div className={classes.panel}>
        <GridTable table={table} fields={fields} grid={grid} session={session} view={view} words={words} say={say} onView={onView} onOpen={onRow} onDelete={setDeleting} />
        {nothing && <EmptyState icon={filtered ? <IconFilterSearch aria-hidden /> : <IconTable aria-hidden />} text={t(filtered ? 'noRowFits' : 'noRows')} />}
        <Pager view={view} pages={pages} total={total} onView={onView} />
      </div>
      <DeleteDialog fields={fields} row={shown} words={words} onClose={() => setDeleting(null)} onDelete={remove} />
      <RowDrawer table={table} fields={fields} rowId={view.row} grid={grid} session={session} words={words} onClose={() => onRow(undefined)} onDelete={setDeleting} />
    </section>
  );
}

function useWords(): Words {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const [yes, no] = [t('yes'), t('no')];
  return useMemo(() => ({ language, yes, no }), [language, yes, no]);
}
