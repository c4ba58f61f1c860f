import { createFileRoute } from '@tanstack/react-router';
import { ProjectGate } from '../../features/projects/ProjectGate.tsx';
import { WidgetsScreen } from '../../features/widgets/WidgetsScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/$id/widgets')({
  loader: () => loadTexts('projects', 'widgets', 'endpoints'),
  component: WidgetsRoute,
});

function WidgetsRoute() {
  return (
    <ProjectGate projectId={Route.useParams().id}>
      {({ project, tables }) => <WidgetsScreen project={project} tables={tables.docs} />}
    </ProjectGate>
  );
}
