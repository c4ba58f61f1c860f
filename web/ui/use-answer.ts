import type { AnswerOf, Call, RequestOf } from '@hzm/contracts/core/call';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { asApiError, type ApiError } from '../lib/api-error.ts';
import { send } from '../lib/http.ts';
import { useLanguage } from '../lib/use-language.ts';

interface Known<Data> {
  /** Null while loading. */
  readonly data: Data | null;
  /** Error of the last query. */
  readonly error: ApiError | null;
  /**
   * Position that the answer includes; '' if unknown, null until there is an answer or an error.
   */
  readonly position: string | null;
}

interface Asked<Data> extends Known<Data> {
  readonly reload: () => void;
  /** Reloads with an answer that includes a position. */
  readonly reloadFrom: (position: string) => void;
}

const NOTHING = { data: null, error: null, position: null };

/**
 * The answer of a query: loaded at once, again when the request changes, and on `reload`. A later
 * failure keeps the known data. `request` null skips the query.
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
  // An answer has texts of the server.
  const language = useLanguage();
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
  }, [key, round, language]);
  const { data, error, position } = known.key === key ? known : NOTHING;
  return { data, error, position, reload, reloadFrom };
}
