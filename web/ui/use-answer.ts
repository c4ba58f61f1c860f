import type { AnswerOf, Call, RequestOf } from '@hzm/contracts/core/call';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { asApiError, type ApiError } from '../lib/api-error.ts';
import { send } from '../lib/http.ts';

interface Known<Data> {
  /** Null until it is known. */
  readonly data: Data | null;
  /** Of the last time it was asked. */
  readonly error: ApiError | null;
  /**
   * Up to where the answer has seen everything; '' where nobody says, null until there is an answer
   * or an error.
   */
  readonly position: string | null;
}

interface Asked<Data> extends Known<Data> {
  readonly reload: () => void;
  /** The same for an answer that has seen a position. */
  readonly reloadFrom: (position: string) => void;
}

const NOTHING = { data: null, error: null, position: null };

/**
 * What a query answers: asked at once, again when the request is another, and on `reload`. What
 * fails later leaves what is known. `request` null: nothing is asked.
 */
export function useAnswer<C extends Call>(
  call: C,
  request: Partial<RequestOf<C>> | null,
): Asked<AnswerOf<C>> {
  const key = request && JSON.stringify(request);
  const [known, setKnown] = useState<Known<AnswerOf<C>> & { readonly key: string | null }>({
    key: null,
    ...NOTHING,
  });
  const [round, setRound] = useState({ least: '' });
  const reload = useCallback(() => setRound({ least: '' }), []);
  const reloadFrom = useCallback((least: string) => setRound({ least }), []);
  const ask = useEffectEvent((signal: AbortSignal) =>
    send(call, request ?? {}, { signal, waitFor: round.least || undefined }),
  );
  useEffect(() => {
    if (key === null) return undefined;
    const gone = new AbortController();
    ask(gone.signal).then(
      ({ data, position }) => setKnown({ key, data, error: null, position: position ?? '' }),
      (failure: unknown) => {
        if (!gone.signal.aborted)
          setKnown(before => ({
            key,
            data: before.key === key ? before.data : null,
            error: asApiError(failure),
            position: (before.key === key ? before.position : null) ?? '',
          }));
      },
    );
    return () => gone.abort();
  }, [key, round]);
  const { data, error, position } = known.key === key ? known : NOTHING;
  return { data, error, position, reload, reloadFrom };
}
