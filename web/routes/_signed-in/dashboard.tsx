import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DashboardScreen } from '../../features/dashboard/DashboardScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { useSession } from '../../state/use-session.ts';

/** Loaded for those who have no table yet. */
const CreateTableForm = lazy(async () => {
  const [{ CreateTableForm: loaded }] = await Promise.all([import('../../features/tables/CreateTableForm.tsx'), loadTexts('forms')]);
  return { default: loaded };
});

/** Loaded for administrators. */
const AdminOverview = lazy(async () => {
  const [{ AdminOverview: loaded }] = await Promise.all([import('../../features/administration/AdminOverview.tsx'), loadTexts('overview')]);
  return { default: loaded };
});

export const Route = createFileRoute('/_signed-in/dashboard')({ loader: () => loadTexts('dashboard'), component: DashboardRoute });

function DashboardRoute() {
  const navigate = useNavigate();
  const { user } = useSession();
  const open = (id: string, table: string): void => void navigate({ to: '/projects/$id', params: { id }, search: { table } });
  return <DashboardScreen overview={user.isAdmin && <Suspense fallback={null}><AdminOverview /></Suspense>} renderFirstTable={({ id }) => <Suspense fallback={null}><CreateTableForm projectId={id} names={[]} takesFocus="idle" onCreated={table => open(id, table.id)} /></Suspense>} />;
}
