import type { Field } from '@hzm/contracts/features/tables/table';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSession } from '../../../state/use-session.ts';
import {
  arrangementOf,
  columnsOf,
  isArranged,
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

const read = (key: string): Arrangement => arrangementOf(localStorage.getItem(key));

/**
 * A table's columns as this person has arranged them. They are kept in this browser, per person and
 * table, and shared by its tabs.
 */
export function useColumns(tableId: string, fields: readonly Field[]): Columns {
  const { user } = useSession();
  const key = `hzm-columns/${user.id}/${tableId}`;
  const [arrangement, setArrangement] = useState(() => read(key));
  useEffect(() => {
    const onStorage = (event: StorageEvent): void => {
      if (event.key === key) setArrangement(arrangementOf(event.newValue));
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [key]);
  const arrange = useCallback(
    (next: Arrangement): void => {
      setArrangement(next);
      try {
        if (isArranged(next)) localStorage.setItem(key, JSON.stringify(next));
        else localStorage.removeItem(key);
      } catch {
        // A full storage costs only the next visit.
      }
    },
    [key],
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
