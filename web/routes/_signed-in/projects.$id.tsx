import { createFileRoute, Outlet } from '@tanstack/react-router';
import { ProjectMode } from '../../features/projects/ProjectMode.tsx';

/** What all screens of one project stand in. */
export const Route = createFileRoute('/_signed-in/projects/$id')({ component: InProject });

function InProject() {
  const { id } = Route.useParams();
  return (
    <ProjectMode projectId={id}>
      <Outlet />
    </ProjectMode>
  );
}
