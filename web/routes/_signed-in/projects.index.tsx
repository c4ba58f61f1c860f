import { createFileRoute } from '@tanstack/react-router';
import { ProjectsScreen } from '../../features/projects/ProjectsScreen.tsx';
import { isProjectSort, type ProjectSort } from '../../features/projects/arrange.ts';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/')({
  validateSearch: (search: Record<string, unknown>): { create?: true; q?: string; sort?: ProjectSort } => ({
    ...(search['create'] === true ? { create: true } : {}),
    ...(typeof search['q'] === 'string' && search['q'] !== '' ? { q: search['q'] } : {}),
    ...(isProjectSort(search['sort']) && search['sort'] !== 'newest' ? { sort: search['sort'] } : {}),
  }),
  loader: () => loadTexts('forms', 'projects'),
  component: ProjectsScreen,
});
