import { logout } from '@hzm/contracts/features/accounts/api';
import { useNavigate } from '@tanstack/react-router';
import { send } from '../lib/http.ts';
import { askFor } from '../state/commands.ts';
import { store } from '../state/jotai.ts';
import { leftBehind } from '../state/left-behind.ts';
import { sessionAtom, signOut } from '../state/session.ts';

/**
 * Signs out: the server ends the session, every tab forgets it whatever the server says, and home
 * is shown. Asks first if something was not sent.
 */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const session = store.get(sessionAtom);
    if (session?.look)
      return (await import('../state/stop-looking.ts')).stopLooking(() =>
        navigate({ to: '/database-users' }),
      );
    if (session && leftBehind(localStorage, session.user.id)) return askFor('leave');
    void send(logout).catch(() => {});
    await navigate({ to: '/' });
    signOut();
  };
}
