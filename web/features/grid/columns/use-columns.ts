import type { SavedView } from '@hzm/contracts/features/saved-views/saved-view';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '../../../state/use-session.ts';
import {
  arrangementOf,
  columnsOf,
  isArranged,
  sameArrangement,
  unarranged,
  type Arrangement,
  type Column,
} from '../model/columns.ts';

export interface Columns {
  /** From left to right, without those that are hidden. */
  readonly shown: readonly Column[];
  /** Their fields: the same as long as these and their order are. */
  readonly fields: readonly Field[];
  readonly arrangement: Arrangement;
  readonly arrange: (next: Arrangement) => void;
}

const read = (key: string): Arrangement | null => {
  const kept = localStorage.getItem(key);
  return kept === null ? null : arrangementOf(kept);
};

/**
 * A table's columns as this person has arranged them, beginning with the arrangement of the saved
 * view. They are kept in this browser, per person, table and view, and shared by its tabs.
 */
export function useColumns(
  tableId: string,
  fields: readonly Field[],
  saved: SavedView | undefined,
): Columns {
  const { user } = useSession();
  const key = `hzm-columns/${user.id}/${tableId}${saved ? `/${saved.id}` : ''}`;
  const [kept, setKept] = useState(() => ({ key, own: read(key) }));
  const { own } = kept.key === key ? kept : { own: read(key) };
  if (kept.key !== key) setKept({ key, own });
  useEffect(() => {
    const onStorage = (event: StorageEvent): void => {
      if (event.key === key) setKept({ key, own: read(key) });
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [key]);
  const given = saved?.settings.columns;
  const arrangement = own ?? given ?? unarranged;
  const arrange = useCallback(
    (next: Arrangement): void => {
      const isOwn = given === undefined ? isArranged(next) : !sameArrangement(next, given);
      setKept({ key, own: isOwn ? next : null });
      try {
        if (isOwn) localStorage.setItem(key, JSON.stringify(next));
        else localStorage.removeItem(key);
      } catch {
        // A full storage costs only the next visit.
      }
    },
    [key, given],
  );
  const shown = useMemo(() => columnsOf(fields, arrangement), [fields, arrangement]);
  const names = shown.map(({ field }) => field.id).join();
  // A width that changes while it is pulled draws no row again.
  // oxlint-disable-next-line react/exhaustive-deps -- `names` stands for the order of `shown`
  const inOrder = useMemo(() => shown.map(({ field }) => field), [fields, names]);
  return useMemo(
    () => ({ shown, fields: inOrder, arrangement, arrange }),
    [shown, inOrder, arrangement, arrange],
  );
}
