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
  /** Tables with new differences. */
  readonly fresh: ReadonlySet<string>;
  /**
   * Name of the person whose change caused a new comparison, possibly empty; null if there was
   * none.
   */
  readonly changedBy: string | null;
}

const nothing: Held = {
  comparison: null,
  error: null,
  isComparing: true,
  fresh: new Set(),
  changedBy: null,
};
/** Delay that combines several changes into one comparison, in milliseconds. */
const TOGETHER_MS = 300;

const said = ({ state, changes, endpoints, widgets }: Comparison['tables'][number]): string =>
  JSON.stringify([state, changes, endpoints, widgets]);

/** Returns the tables that are new or have new differences. */
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
 * Compares a test environment with its live project, again on each change of a table
 * or widget. @param
 * isWatched whether changes still matter
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
          const part = changes.find(({ kind }) => kind === 'table' || kind === 'widget');
          if (part) soon(part.actor?.name ?? '');
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
