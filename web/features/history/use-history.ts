import { projectHistory } from '@hzm/contracts/features/history/api';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import { useCallback, useEffect, useState } from 'react';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { watch } from '../../realtime/socket.ts';
import { momentsOf, type Period } from './period.ts';

export interface HistoryFilters extends Period {
  readonly table?: string | undefined;
  readonly actor?: string | undefined;
  readonly type?: string | undefined;
}

interface History {
  /** The query of this state, to ignore answers to another one. */
  readonly of: unknown;
  readonly status: 'loading' | 'ready' | 'error';
  readonly error: ApiError | null;
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  /** Cursor of older entries, if any. */
  readonly next: string | undefined;
  /** Number of newer events. */
  readonly news: number;
}

const PAGE_SIZE = 50;
const END = '9'.repeat(20);
const nothing: History = {
  of: null,
  status: 'loading',
  error: null,
  entries: [],
  next: undefined,
  news: 0,
};

/**
 * Loads a project's history backwards by page, and its newest page in another language when that is
 * chosen. New events are counted until the reader loads them.
 */
export function useHistory(
  projectId: string,
  { table, actor, type, from, to }: HistoryFilters,
  topics: string,
) {
  const [held, setHistory] = useState<History>(nothing);
  const read = useCallback(
    async (before: string): Promise<Pick<History, 'entries' | 'next'>> => {
      const { data } = await send(projectHistory, {
        params: { projectId },
        query: { before, limit: PAGE_SIZE, table, actor, type, ...momentsOf({ from, to }) },
      });
      return { entries: data.events.toReversed(), next: data.nextCursor };
    },
    [projectId, table, actor, type, from, to],
  );

  const history = held.of === read ? held : nothing;
  const [round, setRound] = useState(0);
  const language = useLanguage();
  const reload = (): void => setRound(now => now + 1);
  const older = async (): Promise<void> => {
    const { entries, next } = await read(history.next ?? END);
    setHistory(now => ({ ...now, entries: [...now.entries, ...entries], next }));
  };

  useEffect(() => {
    let wanted = true;
    const hold = (next: History): void => {
      if (wanted) setHistory(next);
    };
    read(END).then(
      page => hold({ of: read, status: 'ready', error: null, ...page, news: 0 }),
      (error: unknown) => hold({ ...nothing, of: read, status: 'error', error: asApiError(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [read, round, language]);
  useEffect(() => {
    const stops = topics.split(' ').map(topic =>
      watch(topic, {
        onChanges: ({ position }) =>
          setHistory(now =>
            now.status === 'ready' && position > (now.entries[0]?.position ?? '')
              ? { ...now, news: now.news + 1 }
              : now,
          ),
        onRefetch: () =>
          setHistory(now => (now.status === 'ready' ? { ...now, news: now.news + 1 } : now)),
      }),
    );
    return () => stops.forEach(stop => stop());
  }, [topics]);
  return { ...history, more: history.next !== undefined, reload, older };
}
