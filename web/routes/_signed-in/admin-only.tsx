import { createFileRoute } from '@tanstack/react-router';
import { GuardScreen } from '../../features/guards/GuardScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { AdminOnly } from '../../ui/AdminOnly.tsx';

export const Route = createFileRoute('/_signed-in/admin-only')({
  loader: () => loadTexts('guards'),
  component: () => (
    <AdminOnly>
      <GuardScreen guard="adminOnly" />
    </AdminOnly>
  ),
});
