import { createFileRoute } from '@tanstack/react-router';
import { ProjectsScreen } from '../../features/projects/ProjectsScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/')({
  validateSearch: (search: Record<string, unknown>): { create?: true } => (search['create'] === true ? { create: true } : {}),
  loader: () => loadTexts('forms', 'projects'),
  component: ProjectsScreen,
});
