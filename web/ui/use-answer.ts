import type { AnswerOf, Call, RequestOf } from '@hzm/contracts/core/call';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { asApiError, type ApiError } from '../lib/api-error.ts';
import { send } from '../lib/http.ts';

interface Asked<Data> {
  /** Null until it is known. */
  readonly data: Data | null;
  /** Of the last time it was asked. */
  readonly error: ApiError | null;
  readonly reload: () => void;
}

/** What a query answers: asked at once, again when the request is another, and on `reload`. What fails later leaves what is known. `request` null: nothing is asked. */
export function useAnswer<C extends Call>(call: C, request: Partial<RequestOf<C>> | null): Asked<AnswerOf<C>> {
  const key = request && JSON.stringify(request);
  const [known, setKnown] = useState<Pick<Asked<AnswerOf<C>>, 'data' | 'error'> & { readonly key: string | null }>({ key: null, data: null, error: null });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound(before => before + 1), []);
  const ask = useEffectEvent((signal: AbortSignal) => send(call, request ?? {}, { signal }));
  useEffect(() => {
    if (key === null) return undefined;
    const gone = new AbortController();
    ask(gone.signal).then(
      ({ data }) => setKnown({ key, data, error: null }),
      (failure: unknown) => { if (!gone.signal.aborted) setKnown(before => ({ key, data: before.key === key ? before.data : null, error: asApiError(failure) })); },
    );
    return () => gone.abort();
  }, [key, round]);
  return known.key === key ? { data: known.data, error: known.error, reload } : { data: null, error: null, reload };
}
