import { createFileRoute } from '@tanstack/react-router';
import { InstallationLogs } from '../../features/monitoring/InstallationLogs.tsx';
import { logViewOf } from '../../features/monitoring/log-view.ts';
import { loadTexts } from '../../lib/i18n.ts';
import { AdminOnly } from '../../ui/AdminOnly.tsx';

export const Route = createFileRoute('/_signed-in/database-logs')({
  validateSearch: logViewOf,
  loader: () => loadTexts('monitoring'),
  component: () => (
    <AdminOnly>
      <InstallationLogs />
    </AdminOnly>
  ),
});
