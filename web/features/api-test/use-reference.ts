import { useCallback, useEffect, useState } from 'react';
import { asApiError, clientError, type ApiError } from '../../lib/api-error.ts';
import { read, refusal } from '../../lib/http.ts';
import { referenceOf, type Document, type Reference } from './reference.ts';

async function load(signal: AbortSignal): Promise<Reference> {
  if (!navigator.onLine) throw clientError('OFFLINE_ERROR');
  const address = '/api/v1/openapi.json';
  try {
    const response = await fetch(address, { signal });
    const answer = await read(response);
    if (!response.ok)
      throw refusal(
        answer,
        response.status,
        response.headers.get('Retry-After'),
        undefined,
        address,
      );
    return referenceOf(answer as unknown as Document);
  } catch (error) {
    if (error instanceof TypeError) throw clientError('CONNECTION_ERROR');
    throw error;
  }
}

/** The calls of this server, from its own description. */
export function useReference(): {
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
    load(gone.signal).then(
      reference => setKnown({ reference, error: null }),
      (error: unknown) => {
        if (!gone.signal.aborted) setKnown({ reference: null, error: asApiError(error) });
      },
    );
    return () => gone.abort();
  }, [round]);
  return { ...known, reload };
}
