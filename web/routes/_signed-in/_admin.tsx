import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AccessDenied } from '../../shell/AccessDenied.tsx';
import { useSession } from '../../state/use-session.ts';

/** For administrators; the others are told so. */
export const Route = createFileRoute('/_signed-in/_admin')({ component: ForAdministrators });

function ForAdministrators() {
  const { user } = useSession();
  return user.isAdmin ? <Outlet /> : <AccessDenied />;
}
