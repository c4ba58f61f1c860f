import { createFileRoute, Outlet } from '@tanstack/react-router';
import { ProjectMode } from '../../features/projects/ProjectMode.tsx';
import { loadTexts } from '../../lib/i18n.ts';

/** The frame of all screens of one project. */
export const Route = createFileRoute('/_signed-in/projects/$id')({
  loader: () => loadTexts('in-project'),
  component: InProject,
});

function InProject() {
  const { id } = Route.useParams();
  return (
    <ProjectMode projectId={id}>
      <Outlet />
    </ProjectMode>
  );
}
