import { createFileRoute } from '@tanstack/react-router';
import { AdminScreen } from '../../features/administration/AdminScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { AdminOnly } from '../../ui/AdminOnly.tsx';

export const Route = createFileRoute('/_signed-in/admin')({
  loader: () => loadTexts('overview'),
  component: () => (
    <AdminOnly>
      <AdminScreen />
    </AdminOnly>
  ),
});
