import { listSavedViews } from '@hzm/contracts/features/saved-views/api';
import type { SavedView } from '@hzm/contracts/features/saved-views/saved-view';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import { useChanges } from '../../../ui/use-changes.ts';
import { isBare, type View } from '../model/view.ts';
import { openedAs } from './saved-view.ts';

const OF_VIEWS: ReadonlySet<string> = new Set(['saved-view']);

export interface SavedViews {
  /** Null while they are loading. */
  readonly views: readonly SavedView[] | null;
  readonly error: ApiError | null;
  readonly current: SavedView | undefined;
  readonly reload: () => void;
  readonly reloadFrom: (position: string) => void;
}

/**
 * The saved views of a table, live. An address that names one and nothing else is opened as that
 * view, once.
 */
export function useSavedViews(
  { id: tableId, projectId }: Table,
  view: View,
  onOpen: (view: View) => void,
): SavedViews {
  const { data, error, reload, reloadFrom } = useAnswer(listSavedViews, { params: { tableId } });
  useChanges(projectId, OF_VIEWS, reloadFrom);
  const views = data?.views ?? null;
  const current = views?.find(({ id }) => id === view.saved);
  const begun = useRef<string>(undefined);
  const begin = useEffectEvent((saved: SavedView) => {
    if (isBare(view)) onOpen(openedAs(view, saved));
  });
  useEffect(() => {
    if (!current || begun.current === current.id) return;
    begun.current = current.id;
    begin(current);
  }, [current]);
  return { views, error, current, reload, reloadFrom };
}
