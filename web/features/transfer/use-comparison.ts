import { transferPreview } from '@hzm/contracts/features/transfers/api';
import type { Comparison } from '@hzm/contracts/features/transfers/transfer';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { watch } from '../../realtime/socket.ts';

interface Held {
  readonly comparison: Comparison | null;
  readonly error: ApiError | null;
  readonly isComparing: boolean;
  /** Tables whose differences are other ones than before. */
  readonly fresh: ReadonlySet<string>;
  /** Why it was compared again: the name of who changed something, or empty; null: nobody did. */
  readonly changedBy: string | null;
}

const nothing: Held = {
  comparison: null,
  error: null,
  isComparing: true,
  fresh: new Set(),
  changedBy: null,
};
/** Several changes that come together are compared once, after so many milliseconds. */
const TOGETHER_MS = 300;

const said = ({ state, changes, endpoints }: Comparison['tables'][number]): string =>
  JSON.stringify([state, changes, endpoints]);

/** Tables whose differences are other ones than they were, or that came. */
export function freshIn(before: Comparison | null, now: Comparison): ReadonlySet<string> {
  if (before === null) return new Set();
  const known = new Map(before.tables.map(table => [table.id, said(table)]));
  return new Set(
    now.tables.filter(table => known.get(table.id) !== said(table)).map(({ id }) => id),
  );
}

const withNews = (now: Held, comparison: Comparison, changedBy: string | null): Held => {
  const fresh = freshIn(now.comparison, comparison);
  return {
    comparison,
    error: null,
    isComparing: false,
    fresh: fresh.size > 0 ? fresh : now.fresh,
    changedBy: fresh.size > 0 ? changedBy : now.changedBy,
  };
};

/**
 * Compares a test environment with its live project, again whenever a table of either changes.
 * @param isWatched whether changes still matter
 */
export function useComparison(
  testProjectId: string,
  liveProjectId: string,
  isWatched: boolean,
): Held & { readonly reload: () => void; readonly accept: (comparison: Comparison) => void } {
  const [held, setHeld] = useState<Held>(nothing);
  const [round, setRound] = useState(0);
  const reload = useCallback((): void => setRound(now => now + 1), []);
  const matters = useEffectEvent(() => isWatched);
  useEffect(() => {
    let turn = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const gone = new AbortController();
    const load = async (changedBy: string | null): Promise<void> => {
      const mine = ++turn;
      setHeld(now => ({ ...now, isComparing: true }));
      const next = await send(
        transferPreview,
        { body: { testProjectId, liveProjectId } },
        { signal: gone.signal },
      ).then(
        ({ data }) =>
          (now: Held): Held =>
            withNews(now, data, changedBy),
        (error: unknown) =>
          (now: Held): Held => ({ ...now, error: asApiError(error), isComparing: false }),
      );
      if (mine === turn && !gone.signal.aborted) setHeld(next);
    };
    const soon = (changedBy: string | null): void => {
      if (!matters()) return;
      clearTimeout(timer);
      timer = setTimeout(() => void load(changedBy), TOGETHER_MS);
    };
    void load(null);
    const stops = [testProjectId, liveProjectId].map(id =>
      watch(`project:${id}`, {
        onChanges: ({ changes }) => {
          const table = changes.find(({ kind }) => kind === 'table');
          if (table) soon(table.actor?.name ?? '');
        },
        onRefetch: () => soon(''),
        onEnded: () => soon(null),
      }),
    );
    return () => {
      gone.abort();
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [testProjectId, liveProjectId, round]);
  const accept = useCallback(
    (comparison: Comparison): void =>
      setHeld(now => ({ ...withNews(now, comparison, null), changedBy: null })),
    [],
  );
  return { ...held, reload, accept };
}
