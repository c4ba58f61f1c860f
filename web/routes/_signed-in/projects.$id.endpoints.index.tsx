import { createFileRoute } from '@tanstack/react-router';
import { EndpointsScreen } from '../../features/custom-endpoints/EndpointsScreen.tsx';
import { ProjectGate } from '../../features/projects/ProjectGate.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/$id/endpoints/')({
  loader: () => loadTexts('projects', 'endpoints'),
  component: EndpointsRoute,
});

function EndpointsRoute() {
  return (
    <ProjectGate projectId={Route.useParams().id}>
      {({ project }) => <EndpointsScreen project={project} />}
    </ProjectGate>
  );
}
