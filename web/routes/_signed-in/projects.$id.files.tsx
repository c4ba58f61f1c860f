import { createFileRoute } from '@tanstack/react-router';
import { ProjectGate } from '../../features/projects/ProjectGate.tsx';
import { RowFilesScreen } from '../../features/row-files/RowFilesScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/$id/files')({
  validateSearch: (search: Record<string, unknown>): { table?: string } =>
    typeof search['table'] === 'string' ? { table: search['table'] } : {},
  loader: () => loadTexts('projects', 'tables', 'row-files'),
  component: FilesRoute,
});

function FilesRoute() {
  const { id } = Route.useParams();
  const { table } = Route.useSearch();
  return (
    <ProjectGate projectId={id}>
      {data => <RowFilesScreen data={data} tableId={table} />}
    </ProjectGate>
  );
}
