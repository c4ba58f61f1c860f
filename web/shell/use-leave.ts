import { logout } from '@hzm/contracts/features/accounts/api';
import { useNavigate } from '@tanstack/react-router';
import { send } from '../lib/http.ts';
import { askFor } from '../state/commands.ts';
import { store } from '../state/jotai.ts';
import { leftBehind } from '../state/left-behind.ts';
import { sessionAtom, signOut } from '../state/session.ts';

/**
 * Signs out on the server and in every tab, whatever the server answers, and shows the home page.
 * Asks first if there are unsent changes.
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
