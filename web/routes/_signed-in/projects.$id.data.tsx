import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { DataScreen } from '../../features/grid/screen/DataScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { useProject } from '../../state/project.live.ts';
import type { FieldTask } from '../../ui/field-task.ts';
import { part } from '../../ui/part.ts';
import type { RowComments } from '../../ui/row-comments.ts';
import type { RowLinks } from '../../ui/row-links.ts';
import { useCalm } from '../../ui/use-calm.ts';
import { useAddressStep } from '../../ui/use-history-step.ts';

// Loaded when they are needed, or when the rows are there.
const FieldTasks = part(
  async () => (await import('../../features/tables/FieldTasks.tsx')).FieldTasks,
);
const NewTableDialog = part(
  async () => (await import('../../features/tables/templates/NewTableDialog.tsx')).NewTableDialog,
  'templates',
);
const HistoryDrawer = part(
  async () => (await import('../../features/history/HistoryDrawer.tsx')).HistoryDrawer,
);
const RowMarker = part(
  async () => (await import('../../features/threads/row/RowMarker.tsx')).RowMarker,
);
const Comments = part(
  async () => (await import('../../features/threads/row/RowComments.tsx')).RowComments,
  'threads',
);

const RowLinksDialog = part(
  async () => (await import('../../features/widgets/RowLinks.tsx')).RowLinks,
  'widgets',
);

const structure = (table: Table, task: FieldTask | null, onClose: () => void): ReactNode => (
  <Suspense>
    <FieldTasks table={table} task={task} onClose={onClose} />
  </Suspense>
);

const newTable = (project: Project, tables: readonly Table[], onClose: () => void): ReactNode => (
  <Suspense>
    <NewTableDialog project={project} tables={tables} onClose={onClose} />
  </Suspense>
);

const comments = (project: Project): RowComments => ({
  marker: (table, onMarks) => (
    <Calm>
      <RowMarker key={table.id} projectId={project.id} tableId={table.id} onMarks={onMarks} />
    </Calm>
  ),
  panel: row => <Comments key={row.id} project={project} row={row} />,
});

const links =
  (project: Project): RowLinks =>
  ({ table, ...asked }) =>
    project.widgetCount > 0 && (
      <Calm>
        <RowLinksDialog key={table.id} project={project} table={table} {...asked} />
      </Calm>
    );

/** Draws its children once the screen has been still for a moment. */
function Calm({ children }: { children: ReactNode }) {
  return useCalm() && <Suspense>{children}</Suspense>;
}

export const Route = createFileRoute('/_signed-in/projects/$id/data')({
  validateSearch: (
    search: Record<string, unknown>,
  ): { table?: string; history?: string; from?: 'admin' } => ({
    ...search,
    ...(search['from'] === 'admin' ? { from: 'admin' as const } : { from: undefined }),
  }),
  loader: () => loadTexts('forms', 'tables', 'grid', 'history'),
  component: DataRoute,
});

function DataRoute() {
  const { id } = Route.useParams();
  const { history } = Route.useSearch();
  const step = useAddressStep();
  const tables = useProject(id).data?.tables.docs;
  const [isHistoryAsked, setHistoryAsked] = useState(false);
  if (history !== undefined && !isHistoryAsked) setHistoryAsked(true);
  return (
    <>
      <DataScreen
        projectId={id}
        structure={structure}
        newTable={newTable}
        comments={comments}
        links={links}
      />
      {isHistoryAsked && (
        <Suspense>
          <HistoryDrawer
            projectId={id}
            tables={tables}
            tableId={history}
            onClose={() => step.close(rest => ({ ...rest, history: undefined }))}
          />
        </Suspense>
      )}
    </>
  );
}
