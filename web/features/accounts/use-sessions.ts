import type { OpenSession, ReusedSession } from '@hzm/contracts/features/accounts/account';
import { listSessions } from '@hzm/contracts/features/accounts/api';
import { useEffect } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { useAnswer } from '../../ui/use-answer.ts';

/** Polling interval, in milliseconds, so that another sign-in appears by itself. */
const ASKED_MS = 10_000;

export interface KnownSessions {
  readonly list: readonly OpenSession[] | null;
  readonly reused: readonly ReusedSession[];
  readonly error: ApiError | null;
  readonly reload: () => void;
}

/** The open sessions, polled while the page is visible. */
export function useSessions(): KnownSessions {
  const { data, error, reload } = useAnswer(listSessions, {});
  useEffect(() => {
    const asking = setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, ASKED_MS);
    return () => clearInterval(asking);
  }, [reload]);
  return { list: data && data.sessions, reused: data?.reused ?? [], error, reload };
}
