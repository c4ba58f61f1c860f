import { createFileRoute } from '@tanstack/react-router';
import { ProjectGate } from '../../features/projects/ProjectGate.tsx';
import { TransfersScreen } from '../../features/transfer/TransfersScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/$id/transfers')({
  loader: () => loadTexts('projects', 'tables', 'transfer'),
  component: TransfersRoute,
});

function TransfersRoute() {
  const { id } = Route.useParams();
  return (
    <ProjectGate projectId={id}>
      {({ project }) => <TransfersScreen project={project} />}
    </ProjectGate>
  );
}
