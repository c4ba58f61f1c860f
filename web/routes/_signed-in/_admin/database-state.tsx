import { createFileRoute } from '@tanstack/react-router';
import { StatusScreen } from '../../../features/status/StatusScreen.tsx';
import { loadTexts } from '../../../lib/i18n.ts';

export const Route = createFileRoute('/_signed-in/_admin/database-state')({
  loader: () => loadTexts('status'),
  component: StatusScreen,
});
