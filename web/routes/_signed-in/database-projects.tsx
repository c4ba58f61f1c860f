import { createFileRoute } from '@tanstack/react-router';
import { AllProjectsScreen } from '../../features/administration/AllProjectsScreen.tsx';
import {
  isEveryProjectSort,
  type EveryProjectView,
} from '../../features/administration/projects-view.ts';
import { DeleteProjectDialog } from '../../features/projects/DeleteProjectDialog.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { AdminOnly } from '../../ui/AdminOnly.tsx';

export const Route = createFileRoute('/_signed-in/database-projects')({
  validateSearch: (search: Record<string, unknown>): EveryProjectView => ({
    ...(typeof search['q'] === 'string' && search['q'] !== '' ? { q: search['q'] } : {}),
    ...(typeof search['owner'] === 'string' && search['owner'] !== ''
      ? { owner: search['owner'] }
      : {}),
    ...(isEveryProjectSort(search['sort']) && search['sort'] !== 'newest'
      ? { sort: search['sort'] }
      : {}),
    ...(typeof search['page'] === 'number' && Number.isInteger(search['page']) && search['page'] > 1
      ? { page: search['page'] }
      : {}),
  }),
  loader: () => loadTexts('forms', 'projects', 'administration'),
  component: () => (
    <AdminOnly>
      <AllProjectsScreen
        deletion={(project, onClose) => <DeleteProjectDialog project={project} onClose={onClose} />}
      />
    </AdminOnly>
  ),
});
