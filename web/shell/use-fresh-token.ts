import { useEffect } from 'react';
import { useAtomValue } from '../state/jotai.ts';
import { renew, sessionAtom } from '../state/session.ts';
import { refreshDelay } from './token-refresh.ts';

/** Pause before an unanswered renewal is retried, in milliseconds. */
const AGAIN_MS = 60_000;

/** Renews the token before it expires, with retries until another one is held. */
export function useFreshToken(): void {
  const session = useAtomValue(sessionAtom);
  // An impersonation is not extended.
  const token = session?.look ? undefined : session?.token;
  useEffect(() => {
    if (token === undefined) return;
    // A random delay for each tab, so that the first renews the token for all.
    const delay = refreshDelay(token, 0.75 + Math.random() * 0.1, Date.now());
    if (delay === undefined) return;
    const attempt = (): void => {
      timer = setTimeout(attempt, AGAIN_MS);
      void renew(token);
    };
    let timer = setTimeout(attempt, delay);
    return () => clearTimeout(timer);
  }, [token]);
}
