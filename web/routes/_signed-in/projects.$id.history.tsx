import { createFileRoute } from '@tanstack/react-router';
import { HistoryScreen } from '../../features/history/HistoryScreen.tsx';
import { readDay } from '../../features/history/period.ts';
import type { HistoryFilters } from '../../features/history/use-history.ts';
import { ProjectGate } from '../../features/projects/ProjectGate.tsx';
import { loadTexts } from '../../lib/i18n.ts';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const Route = createFileRoute('/_signed-in/projects/$id/history')({
  validateSearch: (search: Record<string, unknown>): HistoryFilters => ({
    table: text(search['table']),
    actor: text(search['actor']),
    type: text(search['type']),
    from: readDay(search['from']),
    to: readDay(search['to']),
  }),
  loader: () => loadTexts('forms', 'projects', 'history'),
  component: HistoryRoute,
});

function HistoryRoute() {
  const { id } = Route.useParams();
  const filters = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ProjectGate projectId={id}>
      {({ project, tables }) => (
        <HistoryScreen
          project={project}
          tables={tables.docs}
          filters={filters}
          onFilter={next => void navigate({ search: next, replace: true })}
        />
      )}
    </ProjectGate>
  );
}
