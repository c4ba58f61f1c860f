import { useCallback, useEffect, useState } from 'react';
import { asApiError, clientError, type ApiError } from '../../lib/api-error.ts';
import { headersOf } from '../../lib/headers.ts';
import { read, refusal } from '../../lib/http.ts';
import { timeoutOf } from '../../lib/retry-policy.ts';
import { store } from '../../state/jotai.ts';
import { sessionAtom } from '../../state/session.ts';
import { referenceOf, type Document, type Reference } from './reference.ts';

async function load(projectId: string | undefined, signal: AbortSignal): Promise<Reference> {
  if (!navigator.onLine) throw clientError('OFFLINE_ERROR');
  const session = store.get(sessionAtom);
  const address =
    projectId === undefined
      ? '/api/v1/openapi.json'
      : `/api/v1/projects/${encodeURIComponent(projectId)}/openapi.json`;
  const timeout = AbortSignal.timeout(timeoutOf(address));
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([signal, timeout]),
      headers: headersOf(session, {}, false),
    });
    const answer = await read(response);
    if (!response.ok)
      throw refusal(
        answer,
        response.status,
        response.headers.get('Retry-After'),
        session?.token,
        address,
      );
    return referenceOf(answer as unknown as Document, projectId === undefined);
  } catch (error) {
    if (timeout.aborted && !signal.aborted) throw clientError('TIMEOUT_ERROR');
    if (error instanceof TypeError) throw clientError('CONNECTION_ERROR');
    throw error;
  }
}

/** The calls of this server, or of one project, from its own description. */
export function useReference(projectId: string | undefined): {
  readonly reference: Reference | null;
  readonly error: ApiError | null;
  readonly reload: () => void;
} {
  const [known, setKnown] = useState<{ reference: Reference | null; error: ApiError | null }>({
    reference: null,
    error: null,
  });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => {
    setKnown({ reference: null, error: null });
    setRound(before => before + 1);
  }, []);
  useEffect(() => {
    const gone = new AbortController();
    load(projectId, gone.signal).then(
      reference => setKnown({ reference, error: null }),
      (error: unknown) => {
        if (!gone.signal.aborted) setKnown({ reference: null, error: asApiError(error) });
      },
    );
    return () => gone.abort();
  }, [round, projectId]);
  return { ...known, reload };
}
