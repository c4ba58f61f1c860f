import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { DashboardScreen } from '../../features/dashboard/DashboardScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { useSession } from '../../state/use-session.ts';
import { part } from '../../ui/part.ts';

/** Loaded for those who have no table yet. */
const CreateTableForm = part(
  async () => (await import('../../features/tables/CreateTableForm.tsx')).CreateTableForm,
  'forms',
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
  const navigate = useNavigate();
  const { user } = useSession();
  const open = (id: string, table: string): void =>
    void navigate({ to: '/projects/$id', params: { id }, search: { table } });
  return (
    <DashboardScreen
      overview={
        user.isAdmin && (
          <Suspense fallback={null}>
            <AdminOverview />
          </Suspense>
        )
      }
      renderFirstTable={({ id }) => (
        <Suspense fallback={null}>
          <CreateTableForm
            projectId={id}
            names={[]}
            takesFocus="idle"
            onCreated={table => open(id, table.id)}
          />
        </Suspense>
      )}
    />
  );
}
