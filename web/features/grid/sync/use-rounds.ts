import { useCallback, useEffect, useState } from 'react';
import { watchTable } from './watch-table.ts';

/** When rows are read again: a number that grows, and the position that they must have. */
export interface Round {
  readonly no: number;
  readonly position: string | null;
}

/**
 * Returns the round that the rows of a table are in, and a function that begins the next one.
 *
 * @param pauseMs time between two rounds while rows change; null: changes begin none
 */
export function useRounds(
  tableId: string,
  pauseMs: number | null,
): readonly [Round, (position: string | null) => void] {
  const [round, setRound] = useState<Round>({ no: 0, position: null });
  const again = useCallback(
    (position: string | null): void =>
      setRound(before => ({ no: before.no + 1, position: position || before.position })),
    [],
  );
  useEffect(
    () => (pauseMs === null ? undefined : watchTable(tableId, pauseMs, again)),
    [tableId, pauseMs, again],
  );
  return [round, again];
}
