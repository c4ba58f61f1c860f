import { useCallback, useEffect, useState } from 'react';
import type { Round } from '../board/use-cards.ts';
import { watchTable } from '../sync/watch-table.ts';

/** Time between two readings while rows change, in milliseconds: each group is a query. */
const PAUSE_MS = 1_500;

/** Returns when the rows of groups are read again, and reads them now. */
export function useRounds(tableId: string, isAsked: boolean): readonly [Round, () => void] {
  const [round, setRound] = useState<Round>({ no: 0, position: null });
  const again = useCallback(
    (position: string | null): void =>
      setRound(before => ({ no: before.no + 1, position: position || before.position })),
    [],
  );
  useEffect(
    () => (isAsked ? watchTable(tableId, PAUSE_MS, again) : undefined),
    [tableId, isAsked, again],
  );
  return [round, useCallback(() => again(null), [again])];
}
