import { createFileRoute } from '@tanstack/react-router';
import { DataScreen } from '../../features/grid/DataScreen.tsx';
import { HistoryDrawer } from '../../features/history/HistoryDrawer.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { useProject } from '../../state/project.live.ts';
import { useAddressStep } from '../../ui/use-history-step.ts';

export const Route = createFileRoute('/_signed-in/projects/$id/data')({
  validateSearch: (search: Record<string, unknown>): { table?: string; history?: string; from?: 'admin' } => ({
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
  return (
    <>
      <DataScreen projectId={id} />
      <HistoryDrawer projectId={id} tables={tables} tableId={history} onClose={() => step.close(rest => ({ ...rest, history: undefined }))} />
    </>
  );
}
