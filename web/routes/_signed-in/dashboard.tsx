import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { DashboardScreen } from '../../features/dashboard/DashboardScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { useSession } from '../../state/use-session.ts';
import { part } from '../../ui/part.ts';

/** Loaded for those who have no table yet. */
const FirstTableForm = part(
  async () => (await import('../../features/tables/templates/FirstTableForm.tsx')).FirstTableForm,
  'forms',
  'templates',
);

/** Loaded for administrators. */
const AdminOverview = part(
  async () => (await import('../../features/administration/AdminOverview.tsx')).AdminOverview,
  'overview',
);

export const Route = createFileRoute('/_signed-in/dashboard')({
  loader: () => loadTexts('dashboard'),
  component: DashboardRoute,
});

function DashboardRoute() {
  const { user } = useSession();
  return (
    <DashboardScreen
      overview={
        user.isAdmin && (
          <Suspense fallback={null}>
            <AdminOverview />
          </Suspense>
        )
      }
      renderFirstTable={(project, onBusy) => (
        <Suspense fallback={null}>
          <FirstTableForm project={project} onBusy={onBusy} />
        </Suspense>
      )}
    />
  );
}
