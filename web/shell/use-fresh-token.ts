import { useEffect } from 'react';
import { useAtomValue } from '../state/jotai.ts';
import { renew, sessionAtom } from '../state/session.ts';
import { refreshDelay } from './token-refresh.ts';

/** The pause before a renewal without an answer is tried again, in milliseconds. */
const AGAIN_MS = 60_000;

/** Renews the held token before it ends, and tries again until another one is held. */
export function useFreshToken(): void {
  const session = useAtomValue(sessionAtom);
  // Looking as somebody is not made longer.
  const token = session?.look ? undefined : session?.token;
  useEffect(() => {
    if (token === undefined) return;
    // Each tab has its own moment: the first renews the token for all of them.
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
