import { createFileRoute } from '@tanstack/react-router';
import { DataScreen } from '../../features/grid/DataScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/$id/data')({
  validateSearch: (search: Record<string, unknown>): { table?: string; from?: 'admin' } => ({
    ...search,
    ...(search['from'] === 'admin' ? { from: 'admin' as const } : { from: undefined }),
  }),
  loader: () => loadTexts('tables', 'grid'),
  component: DataRoute,
});

function DataRoute() {
  return <DataScreen projectId={Route.useParams().id} />;
}
