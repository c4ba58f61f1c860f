import { createFileRoute } from '@tanstack/react-router';
import { EndpointScreen } from '../../features/custom-endpoints/EndpointScreen.tsx';
import { ProjectGate } from '../../features/projects/ProjectGate.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/$id/endpoints/$endpointId')({
  validateSearch: ({ request }: Record<string, unknown>): { request?: string } =>
    typeof request === 'string' ? { request } : {},
  loader: () => loadTexts('projects', 'endpoints'),
  component: EndpointRoute,
});

/** `new` is one that is not there yet. */
function EndpointRoute() {
  const { id, endpointId } = Route.useParams();
  const { request } = Route.useSearch();
  return (
    <ProjectGate projectId={id}>
      {({ project, tables }) => (
        <EndpointScreen
          project={project}
          tables={tables.docs}
          endpointId={endpointId === 'new' ? null : endpointId}
          requestId={request ?? null}
        />
      )}
    </ProjectGate>
  );
}
