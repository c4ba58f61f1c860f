import type { OpenSession } from '@hzm/contracts/features/accounts/account';
import { listSessions } from '@hzm/contracts/features/accounts/api';
import { useCallback, useEffect, useState } from 'react';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';

/** How often it is asked, in milliseconds: another sign-in shows by itself. */
const ASKED_MS = 10_000;

export interface KnownSessions {
  readonly list: readonly OpenSession[] | null;
  readonly error: ApiError | null;
  readonly reload: () => void;
}

/** Where one is signed in, asked again and again while one looks. What fails later leaves what is known. */
export function useSessions(): KnownSessions {
  const [{ list, error }, set] = useState<Pick<KnownSessions, 'list' | 'error'>>({ list: null, error: null });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound(before => before + 1), []);
  useEffect(() => {
    const gone = new AbortController();
    const ask = (): Promise<void> => send(listSessions, {}, { signal: gone.signal }).then(
      ({ data }) => set({ list: data.sessions, error: null }),
      (failure: unknown) => { if (!gone.signal.aborted) set(before => ({ ...before, error: asApiError(failure) })); },
    );
    void ask();
    const asking = setInterval(() => { if (document.visibilityState === 'visible') void ask(); }, ASKED_MS);
    return () => {
      clearInterval(asking);
      gone.abort();
    };
  }, [round]);
  return { list, error, reload };
}
