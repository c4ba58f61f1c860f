import { useEffect, useMemo, useState } from 'react';
import type { Member } from '../../../realtime/presence.ts';
import { onPresence, setPresence } from '../../../realtime/socket.ts';

const topicOf = (tableId: string): string => `table:${tableId}`;

/** Everybody else who looks at a table. */
export function useOthers(tableId: string): readonly Member[] {
  const [others, setOthers] = useState<readonly Member[]>([]);
  useEffect(() => onPresence(topicOf(tableId), setOthers), [tableId]);
  return others;
}

/** Says where this person is, and knows where the others are, by row. */
export function usePresence(
  tableId: string,
  rowId: string | undefined,
  field: string | undefined,
  editing: boolean,
): ReadonlyMap<string, readonly Member[]> {
  useEffect(() => {
    const inside = (document.activeElement?.closest('[data-cell]') ?? null) !== null;
    const place =
      inside && rowId !== undefined && !rowId.startsWith('new:')
        ? { rowId, ...(field !== undefined && { field }) }
        : {};
    setPresence(topicOf(tableId), { ...place, mode: editing ? 'edit' : 'view' });
  });
  useEffect(() => () => setPresence(topicOf(tableId), null), [tableId]);
  const others = useOthers(tableId);
  return useMemo(
    () =>
      Map.groupBy(
        others.filter(({ state }) => state.rowId !== undefined),
        ({ state }) => state.rowId!,
      ),
    [others],
  );
}
