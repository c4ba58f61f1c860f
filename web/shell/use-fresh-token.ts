import { refresh } from '@hzm/contracts/features/accounts/api';
import { useEffect } from 'react';
import { send } from '../lib/http.ts';
import { store, useAtomValue } from '../state/jotai.ts';
import { askTabs, renew, sessionAtom } from '../state/session.ts';
import { refreshDelay } from './token-refresh.ts';

/** Renews a token, unless another tab has: the server takes an old one that comes back for a stolen one. */
async function renewOnce(token: string): Promise<void> {
  await askTabs();
  if (store.get(sessionAtom)?.token !== token) return;
  const { data } = await send(refresh);
  renew(data.token);
}

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
    const timer = setTimeout(() => void renewOnce(token).catch(() => {}), delay);
    return () => clearTimeout(timer);
  }, [token]);
}
