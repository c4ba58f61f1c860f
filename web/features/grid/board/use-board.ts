import { addRow, changeRow } from '@hzm/contracts/features/rows/api';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../lib/error-text.ts';
import { send } from '../../../lib/http.ts';
import { optionsIn } from '../../../lib/values/choices.ts';
import { notifyFailed } from '../../../ui/notify.tsx';
import type { Row, Values } from '../model/row.ts';
import { watchTable } from '../sync/watch-table.ts';
import type { Round } from './use-cards.ts';

const byId = { fieldKey: 'id' } as const;
/** Time between two readings while other people work, in milliseconds: each column is a query. */
const PAUSE_MS = 300;
const PAUSE_OF_COLUMN_MS = 50;
/** Time for which a moved card stays where a person put it, in milliseconds. */
const LET_GO_MS = 3_000;

/** A card that stands in another column than the server has told. */
export interface Moved {
  readonly row: Row;
  readonly to: string | null;
}

export interface Board {
  readonly round: Round;
  readonly moved: ReadonlyMap<string, Moved>;
  readonly reload: () => void;
  readonly move: (row: Row, to: string | null) => void;
  /** Adds a card; whether that was done. */
  readonly add: (values: Values) => Promise<boolean>;
}

/** The cards of a board, live, and what can be done with them. */
export function useBoard(table: Table, field: Field): Board {
  const { t } = useTranslation('grid');
  const errorText = useErrorText();
  const [round, setRound] = useState<Round>({ no: 0, position: null });
  const [moved, setMoved] = useState<ReadonlyMap<string, Moved>>(new Map());
  const again = useCallback(
    (position: string | null): void =>
      setRound(before => ({ no: before.no + 1, position: position || before.position })),
    [],
  );
  const columns = optionsIn(field).length + 1;
  /** The last move of each card, which the next one waits for: the last one counts. */
  const sent = useRef(new Map<string, Promise<unknown>>());
  useEffect(
    () => watchTable(table.id, PAUSE_MS + columns * PAUSE_OF_COLUMN_MS, again),
    [table.id, columns, again],
  );
  const without = (rowId: string, of: Moved): void =>
    setMoved(before =>
      before.get(rowId) === of ? new Map([...before].filter(([id]) => id !== rowId)) : before,
    );
  const failed = (error: unknown): void =>
    notifyFailed(t('board.failed', { why: errorText(error) }));
  return {
    round,
    moved,
    reload: () => again(null),
    move: (row, to) => {
      const now = { row, to };
      setMoved(known => new Map(known).set(row.id, now));
      const write = () =>
        send(changeRow, {
          params: { tableId: table.id, rowId: row.id },
          query: byId,
          body: { [field.id]: to },
        });
      const before = sent.current.get(row.id);
      const done = before ? before.then(write, write) : write();
      sent.current.set(row.id, done);
      done.then(
        ({ position }) => {
          again(position);
          // The columns are read again before the server's word counts, so that no card jumps.
          setTimeout(() => without(row.id, now), LET_GO_MS);
        },
        (error: unknown) => {
          without(row.id, now);
          failed(error);
        },
      );
    },
    add: async values => {
      try {
        const { position } = await send(addRow, {
          params: { tableId: table.id },
          query: byId,
          body: values,
        });
        again(position);
        return true;
      } catch (error) {
        failed(error);
        return false;
      }
    },
  };
}
