import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import { Button } from '@mantine/core';
import { IconFilterSearch, IconPlus, IconTable } from '@tabler/icons-react';
import { Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { untypedFields } from '../../state/untyped-fields.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { OnceNeeded } from '../../ui/OnceNeeded.tsx';
import { part } from '../../ui/part.ts';
import { useRoomBelow } from '../../ui/use-room-below.ts';
import { useGridCommands } from './actions/use-grid-commands.ts';
import { isStuck } from './model/op.ts';
import { pagesOf } from './model/pages.ts';
import { CREATED } from './model/sorting.ts';
import { sortedBy } from './model/view.ts';
import { isFiltered } from './model/where.ts';
import { DeleteDialog } from './rows/DeleteDialog.tsx';
import { NewRow } from './rows/NewRow.tsx';
import { SelectionBar } from './rows/SelectionBar.tsx';
import { Banners } from './screen/Banners.tsx';
import { Issues, preloadLaterParts, RowDrawer } from './screen/later-parts.ts';
import { Pager } from './screen/Pager.tsx';
import { ShownRows } from './screen/ShownRows.tsx';
import { Toolbar } from './screen/Toolbar.tsx';
import { useFocusAfter } from './screen/use-focus-after.ts';
import { useTableScreen, type TableProps, type TableScreen } from './screen/use-table-screen.ts';
import { usePageUndo } from './sync/use-page-undo.ts';
import classes from './screen/DataScreen.module.css';

const TypeSuggestion = part(
  async () => (await import('./screen/TypeSuggestion.tsx')).TypeSuggestion,
);

/** The rows of one table with everything one can do to them. */
export function TableGrid(props: TableProps) {
  const { t } = useTranslation('grid');
  const panel = useRoomBelow<HTMLDivElement>();
  const screen = useTableScreen(props);
  const { table, view, grid, layout, adding, writes } = screen;
  useExistingPage(screen);
  useGridCommands({
    table,
    view,
    onAdd: writes ? () => adding.begin('above') : undefined,
    hasHistory: screen.may('past:read'),
    onFind: screen.find,
    onView: screen.onView,
  });
  usePageUndo(way => screen.handle.current?.turn(way));
  const shown = [layout.name, view.summary && 'with figures', view.group?.all && 'all open'];
  useFocusAfter(shown.join(' '), panel);
  return (
    <section
      className={classes.main}
      aria-label={t('tableOf', { table: table.name })}
      onPointerEnter={preloadLaterParts}
      onFocus={preloadLaterParts}
    >
      <Toolbar screen={screen} />
      <div ref={panel} className={classes.panel}>
        {adding.place === 'above' && <AddedRow screen={screen} />}
        <Failures screen={screen} />
        <TypesOfUntyped screen={screen} />
        <ShownRows screen={screen} />
        {writes && !layout.boardField && adding.place !== 'below' && <AddBelow screen={screen} />}
        {adding.place === 'below' && <AddedRow screen={screen} />}
        <NoRows screen={screen} />
        <Questions screen={screen} />
        <Banners grid={grid} />
        <Foot screen={screen} />
      </div>
      <AskedDeletion screen={screen} />
      <OpenRow screen={screen} />
      {screen.discusses && screen.comments.marker(table, screen.setMarks)}
      {screen.may('rows:share') &&
        screen.links({
          table,
          rowId: screen.linked,
          onForms: screen.setHasForms,
          onClose: () => screen.setLinked(null),
        })}
    </section>
  );
}

interface Props {
  screen: TableScreen;
}

const pagesIn = ({ grid, view }: TableScreen): number =>
  pagesOf(grid.places.total ?? 0, view.limit);

/** Goes to the last page from one that is no longer there. */
function useExistingPage(screen: TableScreen): void {
  const { grid, view, onView } = screen;
  const pages = pagesIn(screen);
  const isBeyond = grid.places.total !== null && view.page > pages;
  useEffect(() => {
    if (isBeyond) onView({ ...view, page: pages });
  }, [isBeyond, pages, view, onView]);
}

function AddedRow({ screen: { table, fields, words, writes, adding } }: Props) {
  return (
    <NewRow
      tableId={table.id}
      fields={writtenFields(fields)}
      words={words}
      isRefused={!writes}
      onAdd={adding.save}
      onClose={adding.close}
      onCancel={adding.cancel}
    />
  );
}

function AddBelow({ screen: { adding } }: Props) {
  const { t } = useTranslation('grid');
  return (
    <button
      ref={adding.below}
      type="button"
      className={classes.addBelow}
      onClick={() => adding.begin('below')}
    >
      <IconPlus size={16} aria-hidden />
      {t('addRowBelow')}
    </button>
  );
}

/** Reports rows or figures that could not be read. */
function Failures({ screen: { grid, session, layout } }: Props) {
  const { t } = useTranslation('grid');
  return (
    <>
      {grid.error && (
        <ErrorNotice
          error={grid.error}
          title={t(grid.error.status === 403 ? 'forbidden' : 'rowsFailed')}
          onRetry={session.reload}
        />
      )}
      {layout.figuresError && (
        <ErrorNotice
          error={layout.figuresError}
          title={t('summary.failed')}
          onRetry={layout.groups.summarized.reload}
        />
      )}
    </>
  );
}

/** Suggests types for fields whose type nobody has chosen. */
function TypesOfUntyped({ screen: { table, grid, may, layout } }: Props) {
  const isUntyped = useMemo(() => {
    const untyped = untypedFields();
    return table.fields.some(({ id, type }) => type === 'string' && untyped.has(id));
  }, [table.fields]);
  if (!isUntyped || !may('project:write') || layout.name !== 'grid') return null;
  return (
    <Suspense>
      <TypeSuggestion table={table} rows={grid.table.rows} />
    </Suspense>
  );
}

/** The place of the rows of a table that has none, or none that fit the filters. */
function NoRows({ screen: { grid, view, onView, mayType, hasEmpty } }: Props) {
  const { t } = useTranslation('grid');
  const isEmpty = grid.status === 'ready' && grid.places.total === 0;
  if (!isEmpty || grid.table.ops.some(({ kind }) => kind === 'add')) return null;
  const filtered = isFiltered(view);
  return (
    <div className={classes.nothing}>
      <EmptyState
        icon={filtered ? <IconFilterSearch aria-hidden /> : <IconTable aria-hidden />}
        text={t(filtered ? 'noRowFits' : hasEmpty ? 'typeRows' : 'noRows')}
      >
        {mayType && !hasEmpty && !filtered && (
          <Button
            variant="light"
            onClick={() => onView(sortedBy(view, [{ field: CREATED, order: 'asc' }]))}
          >
            {t('typeHere')}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}

function Foot({ screen }: Props) {
  const { view, onView, grid } = screen;
  return (
    <div className={classes.foot}>
      {!screen.layout.boardField && (
        <Pager
          view={view}
          pages={pagesIn(screen)}
          total={grid.places.total}
          hasPages={screen.layout.isInOrder && !screen.isOneScroll}
          onView={onView}
        />
      )}
      <SelectionBar
        chosen={screen.chosen}
        actions={screen.actions}
        language={screen.words.language}
        writes={screen.writes}
        onDelete={screen.deleting.ask}
      />
    </div>
  );
}

/** Changes of this person's that wait for a decision. */
function Questions({ screen: { table, grid, session, words, say } }: Props) {
  return (
    <OnceNeeded isNeeded={grid.table.ops.some(isStuck)}>
      <Issues
        grid={grid}
        fields={table.fields}
        words={words}
        say={say}
        onResolve={session.resolve}
        onEdit={session.edit}
      />
    </OnceNeeded>
  );
}

function AskedDeletion({ screen: { table, fields, words, actions, deleting } }: Props) {
  return (
    <DeleteDialog
      table={table}
      fields={fields}
      rowIds={deleting.rowIds}
      row={deleting.row}
      nameOf={actions.nameOf}
      words={words}
      onClose={deleting.close}
      onDelete={deleting.remove}
    />
  );
}

/** The open row beside the grid. */
function OpenRow({ screen }: Props) {
  const { view, onView, onRow, discusses } = screen;
  return (
    <OnceNeeded isNeeded={view.row !== undefined}>
      <RowDrawer
        table={screen.table}
        fields={screen.fields}
        rowId={view.row}
        grid={screen.grid}
        lines={screen.lines}
        session={screen.session}
        words={screen.words}
        writes={screen.writes}
        tab={view.tab}
        comments={discusses ? screen.comments.panel : undefined}
        marks={screen.marks}
        onTab={tab => onView({ ...view, tab })}
        onRow={rowId => {
          onRow(rowId);
          if (rowId !== undefined) screen.handle.current?.show(rowId);
        }}
        onDelete={rowId => screen.deleting.ask([rowId])}
        actions={screen.actions}
      />
    </OnceNeeded>
  );
}
