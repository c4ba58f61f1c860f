import { refresh } from '@hzm/contracts/features/accounts/api';
import { useEffect } from 'react';
import { send } from '../lib/http.ts';
import { useAtomValue } from '../state/jotai.ts';
import { renew, sessionAtom } from '../state/session.ts';
import { refreshDelay } from './token-refresh.ts';

/** Fetches a new token before the held one ends. A failure is left to the next call: a 401 ends the session there. */
export function useFreshToken(): void {
  const session = useAtomValue(sessionAtom);
  // Looking as somebody is not made longer.
  const token = session?.look ? undefined : session?.token;
  useEffect(() => {
    if (token === undefined) return;
    // Each tab has its own moment: the first renews the token for all of them.
    const delay = refreshDelay(token, 0.75 + Math.random() * 0.1, Date.now());
    if (delay === undefined) return;
    const timer = setTimeout(() => void send(refresh).then(({ data }) => renew(data.token), () => {}), delay);
    return () => clearTimeout(timer);
  }, [token]);
}
