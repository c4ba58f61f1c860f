import { createFileRoute } from '@tanstack/react-router';
import { BinScreen, type BinPlace } from '../../features/bin/BinScreen.tsx';
import { isBinKind } from '../../features/bin/kinds.ts';
import { ProjectGate } from '../../features/projects/ProjectGate.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/$id/bin')({
  validateSearch: (search: Record<string, unknown>): BinPlace => ({
    kind: isBinKind(search['kind']) ? search['kind'] : undefined,
    table: typeof search['table'] === 'string' ? search['table'] : undefined,
  }),
  loader: () => loadTexts('projects', 'bin'),
  component: BinRoute,
});

function BinRoute() {
  const place = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ProjectGate projectId={Route.useParams().id}>
      {({ project, tables }) => (
        <BinScreen
          project={project}
          tables={tables.docs}
          place={place}
          onPlace={next => void navigate({ search: next, replace: true })}
        />
      )}
    </ProjectGate>
  );
}
