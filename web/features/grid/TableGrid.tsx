import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { Button } from '@mantine/core';
import { IconFilterSearch, IconPlus, IconTable } from '@tabler/icons-react';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../state/project.live.ts';
import { untypedFields } from '../../state/untyped-fields.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import type { FieldTask } from '../../ui/field-task.ts';
import { part } from '../../ui/part.ts';
import type { RowComments, RowMarks } from '../../ui/row-comments.ts';
import type { RowLinks } from '../../ui/row-links.ts';
import { useRoomBelow } from '../../ui/use-room-below.ts';
import { useGridCommands } from './actions/use-grid-commands.ts';
import { GridTable } from './body/GridTable.tsx';
import { useSaying } from './body/use-saying.ts';
import { useWords } from './cells/use-words.ts';
import { ColumnsButton } from './columns/ColumnsButton.tsx';
import { useColumns } from './columns/use-columns.ts';
import { RowDrawer } from './drawer/RowDrawer.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { useKeptGallery } from './gallery/use-kept-gallery.ts';
import type { GridHandle } from './grid-context.ts';
import { Issues } from './issues/Issues.tsx';
import { LookButton } from './look/LookButton.tsx';
import { usePainter } from './look/use-painter.ts';
import { pagesOf } from './model/pages.ts';
import { toRowView } from './model/row-view.ts';
import type { Values } from './model/row.ts';
import { CREATED } from './model/sorting.ts';
import { isOldestFirst, shownBy, sortedBy, type RowTab, type View } from './model/view.ts';
import { isFiltered } from './model/where.ts';
import { DeleteDialog } from './rows/DeleteDialog.tsx';
import { NewRow } from './rows/NewRow.tsx';
import { SelectionBar } from './rows/SelectionBar.tsx';
import { useRowActions } from './rows/use-row-actions.ts';
import { useRowSelection } from './rows/use-row-selection.ts';
import { Banners } from './screen/Banners.tsx';
import { Pager } from './screen/Pager.tsx';
import { StatusLine } from './screen/StatusLine.tsx';
import { Toolbar } from './screen/Toolbar.tsx';
import { useFocusAfter } from './screen/use-focus-after.ts';
import { useGroups } from './summary/use-groups.ts';
import { useLines } from './sync/lines.ts';
import { reading } from './sync/reading.ts';
import { usePageUndo } from './sync/use-page-undo.ts';
import { useGrid } from './use-grid.ts';
import { useSavedViews } from './views/use-saved-views.ts';
import { ViewsButton } from './views/ViewsButton.tsx';
import classes from './screen/DataScreen.module.css';

const Board = part(async () => (await import('./board/Board.tsx')).Board);
const Gallery = part(async () => (await import('./gallery/Gallery.tsx')).Gallery);
const TypeSuggestion = part(
  async () => (await import('./screen/TypeSuggestion.tsx')).TypeSuggestion,
);
const GroupedRows = part(async () => (await import('./summary/Groups.tsx')).Groups);

interface Props {
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

const noMarks: RowMarks = new Map();

/** The rows of one table with everything one can do to them. */
export function TableGrid({ table, fields, view, onView, onRow, comments, links, onTask }: Props) {
  const { t } = useTranslation('grid');
  const boardField = fields.find(({ id, type }) => id === view.board && type === 'select');
  // A board shows neither figures nor groups.
  const grouped = boardField ? { ...view, summary: undefined, group: undefined } : view;
  const groups = useGroups(table, fields, grouped, onView);
  const [grid, session] = useGrid(table, groups.rows);
  const may = useMay(table.projectId);
  const writes = may('rows:write');
  const ofRows = view.gallery ? 'gallery' : 'grid';
  const form = boardField ? 'board' : groups.field ? `groups ${ofRows}` : ofRows;
  // A row with a required field begins in the form, which says so.
  const mayType =
    writes &&
    form === 'grid' &&
    grid.ended === null &&
    !table.fields.some(({ required }) => required);
  const hasEmpty = mayType && isOldestFirst(view);
  const isUntyped = useMemo(() => {
    const untyped = untypedFields();
    return table.fields.some(({ id, type }) => type === 'string' && untyped.has(id));
  }, [table.fields]);
  const lines = useLines(grid, isOldestFirst(groups.rows) && !view.gallery, hasEmpty);
  const saved = useSavedViews(table, view, opened => onView(opened, true));
  const columns = useColumns(table.id, fields, saved.current);
  const chooseGallery = useKeptGallery(table.id, view, onView);
  const handle = useRef<GridHandle>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [adding, setAdding] = useState<'above' | 'below' | null>(null);
  const panel = useRoomBelow<HTMLDivElement>();
  const below = useRef<HTMLButtonElement>(null);
  const [deleting, setDeleting] = useState<readonly string[]>([]);
  const [said, say] = useSaying();
  const discusses = may('threads:read');
  const [hasForms, setHasForms] = useState(false);
  const [linked, setLinked] = useState<string | null>(null);
  const [marks, setMarks] = useState<RowMarks>(noMarks);
  const refusal = useCallback(() => say(t('readOnly')), [say, t]);
  const refuse = writes ? undefined : refusal;
  const acting = useMemo(() => (refuse ? reading(session, refuse) : session), [session, refuse]);
  const ask = (rowIds: readonly string[]): void => (refuse ? refuse() : setDeleting(rowIds));
  const words = useWords();
  const paint = usePainter(table, table.fields, view.colors, words);
  const { total } = grid.places;
  const pages = pagesOf(total ?? 0, view.limit);
  const beyond = total !== null && view.page > pages;
  useEffect(() => {
    if (beyond) onView({ ...view, page: pages });
  }, [beyond, pages, view, onView]);
  const isGrid = form === 'grid' || (form === 'groups grid' && groups.opened !== null);
  const find = isGrid ? () => handle.current?.find?.() : undefined;
  useGridCommands({
    table,
    view,
    onAdd: writes ? () => setAdding('above') : undefined,
    hasHistory: may('past:read'),
    onFind: find,
    onView,
  });
  usePageUndo(way => handle.current?.turn(way));
  const nothing =
    grid.status === 'ready' && total === 0 && !grid.table.ops.some(({ kind }) => kind === 'add');
  const filtered = isFiltered(view);
  const chosen = useRowSelection(grid, lines, session, shownBy(groups.rows), say);
  const actions = useRowActions({
    table,
    fields,
    words,
    session: acting,
    say,
    show: (rowId, focus) => handle.current?.show(rowId, undefined, focus),
  });
  const [first] = deleting;
  const asked =
    first === undefined
      ? undefined
      : toRowView(
          first,
          grid.table.rows.get(first),
          grid.table.ops.filter(op => op.rowId === first),
        );

  const remove = (rowIds: readonly string[]): void => {
    setDeleting([]);
    if (view.row !== undefined && rowIds.includes(view.row)) onRow(undefined);
    actions.remove(rowIds);
  };
  const save = (values: Values, goes: boolean): void => {
    const [rowId] = session.add([values]);
    onView({ ...view, page: 1 });
    say(t('rowQueued'));
    if (rowId !== undefined) handle.current?.show(rowId, undefined, goes);
  };
  const openRow = (rowId: string | undefined): void => {
    onRow(rowId);
    if (rowId !== undefined) handle.current?.show(rowId);
  };
  const cancel = (): void => {
    setAdding(null);
    setTimeout(() => (adding === 'below' ? below : add).current?.focus());
  };
  const newRow = (
    <NewRow
      tableId={table.id}
      fields={fields}
      words={words}
      isRefused={!writes}
      onAdd={save}
      onClose={() => setAdding(null)}
      onCancel={cancel}
    />
  );
  const figuresError = form === ofRows && groups.summarized.error;
  useFocusAfter(view.summary ? `${form} with figures` : form, panel);
  const ofAnyForm = { ref: handle, table, all: fields, view, paint, words, say };
  const ofLines = { ...ofAnyForm, grid, lines, shown: groups.rows, onView };
  const rows = view.gallery ? (
    <Suspense>
      <Gallery {...ofLines} fields={columns.fields} session={acting} onOpen={onRow} />
    </Suspense>
  ) : (
    <GridTable
      {...ofLines}
      columns={columns}
      session={session}
      summarized={view.summary && groups.under}
      chosen={chosen}
      comments={discusses ? marks : noMarks}
      onOpen={(rowId, tab) => onRow(rowId, discusses ? tab : undefined)}
      onDelete={ask}
      onDuplicate={actions.duplicate}
      onLink={hasForms ? setLinked : undefined}
      discusses={discusses}
      onTask={may('project:write') ? onTask : undefined}
      refuse={refuse}
    />
  );
  return (
    <section className={classes.main} aria-label={t('tableOf', { table: table.name })}>
      <Toolbar
        ref={add}
        table={table}
        adding={adding === 'above'}
        onAdd={writes ? () => setAdding('above') : undefined}
        hasHistory={may('past:read')}
        onFind={find}
        onTurn={writes ? way => handle.current?.turn(way) : undefined}
        filters={
          <FilterBar tableId={table.id} fields={fields} words={words} view={view} onView={onView} />
        }
        views={
          <ViewsButton
            tableId={table.id}
            fields={table.fields}
            saved={saved}
            view={view}
            onView={onView}
            columns={columns}
            shares={writes}
          />
        }
        columns={
          <>
            <LookButton
              tableId={table.id}
              fields={fields}
              words={words}
              view={view}
              onView={onView}
              onGallery={boardField ? undefined : chooseGallery}
            />
            <ColumnsButton
              projectId={table.projectId}
              tableId={table.id}
              fields={fields}
              columns={columns}
              say={say}
            />
          </>
        }
      >
        <StatusLine activity={grid.activity} fields={fields} said={said} ops={grid.table.ops} />
      </Toolbar>
      <div ref={panel} className={classes.panel}>
        {adding === 'above' && newRow}
        {grid.error && (
          <ErrorNotice
            error={grid.error}
            title={t(grid.error.status === 403 ? 'forbidden' : 'rowsFailed')}
            onRetry={session.reload}
          />
        )}
        {figuresError && (
          <ErrorNotice
            error={figuresError}
            title={t('summary.failed')}
            onRetry={groups.summarized.reload}
          />
        )}
        {isUntyped && may('project:write') && form === 'grid' && (
          <Suspense>
            <TypeSuggestion table={table} rows={grid.table.rows} />
          </Suspense>
        )}
        {boardField ? (
          <Suspense>
            <Board
              {...ofAnyForm}
              session={acting}
              field={boardField}
              fields={columns.fields}
              writes={writes}
              onOpen={onRow}
              onEnd={() => onView({ ...view, board: undefined })}
            />
          </Suspense>
        ) : groups.field ? (
          <Suspense>
            <GroupedRows
              field={groups.field}
              words={words}
              view={view}
              summarized={groups.summarized}
              opened={groups.opened}
              onOpen={groups.open}
              onEnd={() => onView({ ...view, group: undefined, page: 1 })}
            >
              {rows}
            </GroupedRows>
          </Suspense>
        ) : (
          rows
        )}
        {writes && !boardField && adding !== 'below' && (
          <button
            ref={below}
            type="button"
            className={classes.addBelow}
            onClick={() => setAdding('below')}
          >
            <IconPlus size={16} aria-hidden />
            {t('addRowBelow')}
          </button>
        )}
        {adding === 'below' && newRow}
        {nothing && (
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
        )}
        <Issues
          grid={grid}
          fields={table.fields}
          words={words}
          say={say}
          onResolve={session.resolve}
          onEdit={session.edit}
        />
        <Banners grid={grid} />
        <div className={classes.foot}>
          {!boardField && <Pager view={view} pages={pages} total={total} onView={onView} />}
          <SelectionBar
            chosen={chosen}
            actions={actions}
            language={words.language}
            writes={writes}
            onDelete={ask}
          />
        </div>
      </div>
      <DeleteDialog
        table={table}
        fields={fields}
        rowIds={deleting}
        row={asked}
        nameOf={actions.nameOf}
        words={words}
        onClose={() => setDeleting([])}
        onDelete={remove}
      />
      <RowDrawer
        table={table}
        fields={fields}
        rowId={view.row}
        grid={grid}
        lines={lines}
        session={session}
        words={words}
        writes={writes}
        tab={view.tab}
        comments={discusses ? comments.panel : undefined}
        marks={marks}
        onTab={tab => onView({ ...view, tab })}
        onRow={openRow}
        onDelete={rowId => ask([rowId])}
        actions={actions}
      />
      {discusses && comments.marker(table, setMarks)}
      {may('rows:share') &&
        links({ table, rowId: linked, onForms: setHasForms, onClose: () => setLinked(null) })}
    </section>
  );
}
