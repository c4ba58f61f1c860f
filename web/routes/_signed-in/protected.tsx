import { createFileRoute } from '@tanstack/react-router';
import { GuardScreen } from '../../features/guards/GuardScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/protected')({
  loader: () => loadTexts('guards'),
  component: () => <GuardScreen guard="protected" />,
});
