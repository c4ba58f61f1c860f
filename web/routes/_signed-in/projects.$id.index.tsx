import { createFileRoute } from '@tanstack/react-router';
import { ProjectScreen } from '../../features/projects/ProjectScreen.tsx';
import { TablesTab } from '../../features/tables/TablesTab.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/$id/')({
  validateSearch: (search: Record<string, unknown>): { table?: string; from?: 'admin' } => ({
    ...(typeof search['table'] === 'string' ? { table: search['table'] } : {}),
    ...(search['from'] === 'admin' ? { from: 'admin' } : {}),
  }),
  loader: () => loadTexts('projects', 'tables'),
  component: ProjectRoute,
});

function ProjectRoute() {
  const { id } = Route.useParams();
  const { table } = Route.useSearch();
  const navigate = Route.useNavigate();
  const select = (next: string | undefined): void => void navigate({ search: rest => ({ ...rest, table: next }), replace: true });
  return <ProjectScreen projectId={id}><TablesTab projectId={id} selected={table} onSelect={select} /></ProjectScreen>;
}
