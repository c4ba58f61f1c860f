import { createFileRoute, redirect } from '@tanstack/react-router';
import { StatusScreen } from '../../features/status/StatusScreen.tsx';
import { loadTexts } from '../../lib/i18n.ts';
import { store } from '../../state/jotai.ts';
import { sessionAtom } from '../../state/session.ts';

export const Route = createFileRoute('/_signed-in/database-state')({
  beforeLoad: () => {
    if (store.get(sessionAtom)?.user.isAdmin !== true) throw redirect({ to: '/dashboard', replace: true });
  },
  loader: () => loadTexts('status'),
  component: StatusScreen,
});
