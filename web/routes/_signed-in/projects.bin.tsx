import { createFileRoute } from '@tanstack/react-router';
import { ProjectBinScreen } from '../../features/bin/ProjectBinScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/projects/bin')({
  loader: () => loadTexts('bin'),
  component: ProjectBinScreen,
});
