import { memberOf } from '@hzm/contracts/core/json';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useCallback, useEffect, useRef, useState } from 'react';
import { store } from '../../../state/jotai.ts';
import type { Row, Values } from '../model/row.ts';
import type { GridSession } from '../sync/session.ts';
import { useRounds, type Round } from '../sync/use-rounds.ts';
import { movedIn, type MovedCards } from './moved.ts';

/** Time between two readings while other people work, in milliseconds: each column is a query. */
const PAUSE_MS = 600;
/** Time for which a confirmed card stays where a person put it, in milliseconds. */
const LET_GO_MS = 3_000;

export interface Board {
  readonly round: Round;
  readonly moved: MovedCards;
  readonly reload: () => void;
  readonly move: (row: Row, to: string | null) => void;
  readonly add: (values: Values) => void;
}

/**
 * Returns the live cards of a board and the actions on them. Moves and new cards are changes of the
 * grid, which wait in its outbox.
 */
export function useBoard(table: Table, field: Field, session: GridSession): Board {
  const [round, again] = useRounds(table.id, PAUSE_MS);
  const [moved, known] = useMoved(field, session);
  return {
    round,
    moved,
    reload: () => again(null),
    move: (row, to) => {
      known.current.set(row.id, row);
      const before = memberOf(row, field.id) ?? null;
      session.edit([{ rowId: row.id, field: field.id, before, after: to }]);
    },
    add: values => void session.add([values]),
  };
}

/**
 * Returns the cards that this person has moved or added, and their rows as the columns had them.
 */
function useMoved(field: Field, session: GridSession) {
  const [moved, setMoved] = useState<MovedCards>(() => new Map());
  const known = useRef(new Map<string, Row>());
  /** The same without waiting for a drawing: a move may be confirmed before it is drawn. */
  const latest = useRef(moved);
  const set = useCallback((next: MovedCards): void => {
    latest.current = next;
    setMoved(next);
  }, []);
  const follow = useCallback((): void => {
    const before = latest.current;
    const next = movedIn(before, store.get(session.atom).table, known.current, field.id);
    if (next === before) return;
    set(next);
    for (const [id, card] of next) {
      if (card.state !== undefined || before.get(id) === card) continue;
      // The columns are read again before the server's word counts, so that no card jumps.
      setTimeout(() => {
        const now = latest.current;
        if (now.get(id) === card) set(new Map([...now].filter(([one]) => one !== id)));
      }, LET_GO_MS);
    }
  }, [session, field.id, set]);
  useEffect(() => {
    // Moves of an earlier visit may still wait.
    const timer = setTimeout(follow);
    const stop = store.sub(session.atom, follow);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [session, follow]);
  return [moved, known] as const;
}
