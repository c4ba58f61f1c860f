import { useCallback, useEffect, useRef, useState } from 'react';
import type { Cursor } from './cells/use-cursor.ts';
import type { Lines } from './sync/lines.ts';
import type { Flag } from './use-flag.ts';
import type { Viewport } from './use-viewport.ts';

/** What is waited for so long and has not come stands elsewhere, in milliseconds. */
const TIMEOUT_MS = 4_000;

interface ShowTarget {
  readonly rowId: string;
  readonly field: string | undefined;
  readonly focus: boolean;
  readonly until: number;
  /** Of the cursor: whoever moves it meanwhile wants to be elsewhere. */
  readonly moves: number;
}

/**
 * Moves the cursor to a row, now or as soon as it has its place, brings it into sight, and raises
 * `takesFocus` if the focus should go there.
 */
export function useShow(
  lines: Lines,
  fields: readonly { readonly id: string }[],
  cursor: Cursor,
  port: Viewport,
  takesFocus: Flag,
): (rowId: string, field?: string, focus?: boolean) => void {
  const wanted = useRef<ShowTarget | null>(null);
  const [, again] = useState(0);
  const moves = useRef(cursor.moves);
  useEffect(() => {
    moves.current = cursor.moves;
  });
  useEffect(() => {
    const { current } = wanted;
    if (!current) return;
    const line = lines.lineOf(current.rowId);
    const isElsewhere = current.moves !== cursor.moves;
    if (!isElsewhere && line === undefined && Date.now() < current.until) return;
    wanted.current = null;
    if (isElsewhere || line === undefined) return;
    const col = Math.max(1, fields.findIndex(({ id }) => id === current.field) + 1);
    cursor.go({ row: line, col });
    port.reveal(line);
    if (current.focus) takesFocus.raise();
  });
  return useCallback((rowId, field, focus = false) => {
    wanted.current = { rowId, field, focus, until: Date.now() + TIMEOUT_MS, moves: moves.current };
    again(now => now + 1);
  }, []);
}
