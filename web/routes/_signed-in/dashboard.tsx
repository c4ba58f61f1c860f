import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DashboardScreen } from '../../features/dashboard/DashboardScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';

/** Loaded for those who have no table yet. */
const CreateTableForm = lazy(async () => {
  const [{ CreateTableForm: loaded }] = await Promise.all([import('../../features/tables/CreateTableForm.tsx'), loadTexts('forms', 'tables')]);
  return { default: loaded };
});

export const Route = createFileRoute('/_signed-in/dashboard')({ loader: () => loadTexts('dashboard'), component: DashboardRoute });

function DashboardRoute() {
  const navigate = useNavigate();
  const open = (id: string, table: string): void => void navigate({ to: '/projects/$id', params: { id }, search: { table } });
  return <DashboardScreen renderFirstTable={({ id }) => <Suspense fallback={null}><CreateTableForm projectId={id} names={[]} takesFocus="idle" onCreated={table => open(id, table.id)} /></Suspense>} />;
}
