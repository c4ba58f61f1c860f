import { createFileRoute } from '@tanstack/react-router';
import { PortableSections } from '../../features/portable/PortableSections.tsx';
import { StatusScreen } from '../../features/status/StatusScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { AdminOnly } from '../../ui/AdminOnly.tsx';

export const Route = createFileRoute('/_signed-in/database-state')({
  loader: () => loadTexts('status', 'backups', 'portable'),
  component: () => (
    <AdminOnly>
      <StatusScreen>
        <PortableSections />
      </StatusScreen>
    </AdminOnly>
  ),
});
