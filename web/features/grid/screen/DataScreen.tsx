import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Anchor, Button, Loader } from '@mantine/core';
import { IconDatabaseOff, IconTable } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addOptions } from '../../../state/field-options.ts';
import { projectOf, useProject, type ProjectWithTables } from '../../../state/project.live.ts';
import { BackLink } from '../../../ui/BackLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import type { FieldTask } from '../../../ui/field-task.ts';
import { Page } from '../../../ui/Page.tsx';
import { ProjectAccessNotice } from '../../../ui/ProjectAccess.tsx';
import type { RowComments } from '../../../ui/row-comments.ts';
import type { RowLinks } from '../../../ui/row-links.ts';
import { Trail } from '../../../ui/Trail.tsx';
import { useAddressStep } from '../../../ui/use-history-step.ts';
import { CreateOptionsContext, type CreateOptions } from '../cells/create-option.ts';
import { missingIn, unfitIn, withKnownColors, withoutFields } from '../model/known-view.ts';
import {
  isOtherLayout,
  isSaidOtherwise,
  searchOf,
  viewOf,
  type RowTab,
  type View,
} from '../model/view.ts';
import { usePeopled } from '../people/use-peopled.ts';
import { RelatedRows } from '../related/RelatedRows.tsx';
import { TableGrid } from '../TableGrid.tsx';
import { LostColors } from './LostColors.tsx';
import { MissingField, MissingTable, UnfitField } from './MissingTable.tsx';
import { SidePanel } from './SidePanel.tsx';
import type { TableProps } from './use-table-screen.ts';
import classes from './DataScreen.module.css';

interface Props {
  projectId: string;
  /** Shows what changes a table's fields; `null`: nothing is asked. */
  structure: (table: Table, task: FieldTask | null, onClose: () => void) => ReactNode;
  /** Shows tables to begin with. */
  newTable: (project: Project, tables: readonly Table[], onClose: () => void) => ReactNode;
  /** Shows what is said about the rows of a project. */
  comments: (project: Project) => RowComments;
  /** Makes personal links to the rows of a project. */
  links: (project: Project) => RowLinks;
}

/**
 * A project's rows: a table is chosen on the left, edited live on the right. What is looked at
 * lives in the address.
 */
export function DataScreen({ projectId, structure, newTable, comments, links }: Props) {
  const { t } = useTranslation('grid');
  const search: { readonly [name: string]: unknown } = useSearch({ strict: false });
  const admin = search['from'] === 'admin';
  const loaded = useProject(projectId);
  const missing = loaded.status === 'error' && loaded.error.status === 404;
  const tables = loaded.status === 'ready' ? loaded.data.tables.docs : [];
  const table =
    search['table'] === undefined ? tables[0] : tables.find(({ id }) => id === search['table']);
  const title =
    loaded.status === 'ready' ? loaded.data.project.name : t(missing ? 'projectMissing' : 'title');
  const back =
    loaded.status === 'ready' ? (
      <Trail
        project={loaded.data.project}
        tableId={table?.id}
        crumbs={table && [{ label: table.name }]}
      />
    ) : (
      <BackLink to={admin ? '/database-projects' : '/projects'} label={t('backToProjects')} />
    );
  return (
    <Page
      wide
      title={title}
      place={table?.name}
      back={missing ? undefined : back}
      subtitle={loaded.status === 'ready' ? t('title') : undefined}
    >
      {loaded.status === 'loading' && (
        <div role="status" className={classes.waiting}>
          <Loader size="sm" aria-hidden />
          {t('projectLoading')}
        </div>
      )}
      {missing && <Missing admin={admin} />}
      {loaded.status === 'error' && !missing && (
        <ErrorNotice
          error={loaded.error}
          title={t(loaded.error.status === 403 ? 'forbidden' : 'projectFailed')}
          onRetry={() => void projectOf(projectId).reload()}
        />
      )}
      {loaded.status === 'ready' && (
        <ProjectAccessNotice project={loaded.data.project} needs="rows:write" />
      )}
      {loaded.status === 'ready' && (
        <Ready
          data={loaded.data}
          table={table}
          search={search}
          structure={structure}
          newTable={newTable}
          comments={comments}
          links={links}
        />
      )}
    </Page>
  );
}

function Missing({ admin }: { admin: boolean }) {
  const { t } = useTranslation('grid');
  return (
    <EmptyState icon={<IconDatabaseOff aria-hidden />} text={t('projectMissingText')}>
      <Button component={Link} to={admin ? '/database/projects' : '/projects'}>
        {t('backToProjects')}
      </Button>
    </EmptyState>
  );
}

/**
 * The part of the search parameters that is not the view's goes along unchanged. What is looked at
 * replaces its address; another table, an open row, a board or groups are a step.
 */
function useView(
  search: { readonly [name: string]: unknown },
  table: Table | undefined,
): readonly [View, (next: View, isOpening?: true) => void] {
  const navigate = useNavigate();
  const view = useMemo(() => viewOf(search, table?.fields), [search, table]);
  const change = useCallback(
    (next: View, isOpening?: true): void => {
      // The grid scrolls itself to where its address points; to be put back to where it was would
      // pull it from under a turning wheel.
      const isStep = !isOpening && isOtherLayout(view, next);
      void navigate({
        to: '.',
        search: ((rest: object) => ({ ...rest, ...searchOf(next) })) as never,
        replace: !isStep,
        resetScroll: false,
        state: isStep ? before => ({ ...before, steps: [], over: false }) : true,
      });
    },
    [navigate, view],
  );
  const isOtherwise = table !== undefined && isSaidOtherwise(search, view);
  // A field that is renamed later must still be found.
  useEffect(() => {
    if (isOtherwise) change(view);
  }, [isOtherwise, change, view]);
  return [view, change];
}

/** The parameters that say which row is open, and what of it. */
const closed = { row: undefined, tab: undefined, thread: undefined, message: undefined };

/** Opens a row, with a step of the history, or closes it. */
function useOpenRow(view: View): (row: string | undefined, tab?: RowTab) => void {
  const step = useAddressStep();
  return useCallback(
    (row, tab): void => {
      if (row === undefined) step.close(rest => ({ ...rest, ...closed }));
      else if (view.row === undefined) step.open(rest => ({ ...rest, ...closed, row, tab }));
      else step.change(rest => ({ ...rest, ...closed, row, tab: tab ?? view.tab }));
    },
    [step, view],
  );
}

/** Returns a function that adds options to a field; absent for who may not. */
function useCreateOptions(table: Table, shapes: boolean): CreateOptions | undefined {
  return useMemo(
    () =>
      shapes
        ? async (fieldId, names) =>
            addOptions(
              table,
              table.fields.find(({ id }) => id === fieldId)!,
              names,
            )
        : undefined,
    [table, shapes],
  );
}

type ReadyProps = Pick<Props, 'structure' | 'newTable' | 'comments' | 'links'> & {
  data: ProjectWithTables;
  search: { readonly [name: string]: unknown };
};

function Ready(props: ReadyProps & { table: Table | undefined }) {
  const { t } = useTranslation('grid');
  const { data, table, newTable } = props;
  const tables = data.tables.docs;
  const [isNewAsked, setNewAsked] = useState(false);
  const onNew = mayAs(data.project.role, 'project:write') ? () => setNewAsked(true) : undefined;
  const starts = isNewAsked && newTable(data.project, tables, () => setNewAsked(false));
  if (table)
    return (
      <OpenTable {...props} table={table} onNew={onNew}>
        {starts}
      </OpenTable>
    );
  if (tables.length > 0) return <MissingTable />;
  return (
    <EmptyState icon={<IconTable aria-hidden />} text={t('noTables')}>
      {onNew && <Button onClick={onNew}>{t('newTable')}</Button>}
      <ToTables project={data.project} />
      {starts}
    </EmptyState>
  );
}

interface OpenTableProps extends ReadyProps {
  table: Table;
  /** Begins a new table; absent for who may not. */
  onNew: (() => void) | undefined;
  children: ReactNode;
}

/** A table beside the others of its project. */
function OpenTable(props: OpenTableProps) {
  const { data, search, structure, onNew, children } = props;
  const table = usePeopled(props.table, data.project);
  const [view, setView] = useView(search, table);
  const fields = useMemo(() => table.fields.filter(field => !field.isHidden), [table]);
  // undefined: nothing was ever asked, and nothing need be read for it.
  const [task, setTask] = useState<FieldTask | null>();
  const closeTask = useCallback(() => setTask(null), []);
  const create = useCreateOptions(props.table, onNew !== undefined);
  const shown = { ...props, table, fields, view, onView: setView, onTask: setTask };
  return (
    <RelatedRows key={table.id} table={table} fields={fields}>
      <div className={classes.screen}>
        <SidePanel
          tables={data.tables.docs}
          table={table}
          fields={fields}
          view={view}
          onView={setView}
          onNew={onNew}
        />
        {children}
        <CreateOptionsContext value={create}>
          <TableRows {...shown} />
        </CreateOptionsContext>
        {task !== undefined && structure(props.table, task, closeTask)}
      </div>
    </RelatedRows>
  );
}

type TableRowsProps = Pick<TableProps, 'table' | 'fields' | 'view' | 'onView' | 'onTask'> &
  Omit<OpenTableProps, 'children'>;

/** The rows of a table that has fields, unless the view names others. */
function TableRows(props: TableRowsProps) {
  const { t } = useTranslation('grid');
  const { data, table, fields, view, onView, onTask, onNew, comments, links } = props;
  const said = useMemo(() => comments(data.project), [comments, data.project]);
  const linked = useMemo(() => links(data.project), [links, data.project]);
  const openRow = useOpenRow(view);
  const missing = missingIn(table.fields, view);
  const painted = useMemo(() => withKnownColors(table.fields, view), [table.fields, view]);
  if (missing.length > 0)
    return (
      <MissingField
        name={missing[0]!}
        table={table.id}
        onRest={() => onView(withoutFields(view, missing))}
      />
    );
  const unfit = unfitIn(table.fields, view);
  if (unfit.length > 0)
    return (
      <UnfitField
        name={table.fields.find(({ id }) => id === unfit[0])!.name}
        table={table.id}
        onRest={() => onView(withoutFields(view, unfit))}
      />
    );
  if (fields.length === 0)
    return (
      <EmptyState icon={<IconTable aria-hidden />} text={t('noFields')}>
        {onNew && <Button onClick={() => onTask({ kind: 'add' })}>{t('addField')}</Button>}
        <ToTables project={data.project} table={table} />
      </EmptyState>
    );
  return (
    <div className={classes.main}>
      {painted !== view && <LostColors onRest={() => onView(painted)} />}
      <TableGrid
        key={table.id}
        table={table}
        fields={fields}
        view={painted}
        onView={onView}
        onRow={openRow}
        comments={said}
        links={linked}
        onTask={onTask}
      />
    </div>
  );
}

/** A link to the tables of a project: to one of them, or all. */
function ToTables({ project, table }: { project: Project; table?: Table }) {
  const { t } = useTranslation('grid');
  return (
    <Anchor
      component={Link}
      to={`/projects/${project.id}` as '/projects'}
      search={(table && { table: table.id }) as never}
    >
      {t('toTables')}
    </Anchor>
  );
}
