import { logout } from '@hzm/contracts/features/accounts/api';
import { useNavigate } from '@tanstack/react-router';
import { send } from '../lib/http.ts';
import { store } from '../state/jotai.ts';
import { sessionAtom, signOut } from '../state/session.ts';

/** Signs out: the server ends the session, every tab forgets it whatever the server says, and home is shown. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    if (store.get(sessionAtom)?.look) return (await import('../state/stop-looking.ts')).stopLooking(() => navigate({ to: '/database-users' }));
    void send(logout).catch(() => {});
    await navigate({ to: '/' });
    signOut();
  };
}
