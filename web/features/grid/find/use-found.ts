import { findCells } from '@hzm/contracts/features/rows/find-api';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { asApiError, type ApiError } from '../../../lib/api-error.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import { shownBy, type View } from '../model/view.ts';
import { useInTurn } from '../summary/use-summary.ts';
import type { Lines } from '../sync/lines.ts';
import { inJson, readPlace } from '../sync/rows-api.ts';
import { watchTable } from '../sync/watch-table.ts';
import {
  cellsOf,
  findsOf,
  placeAfter,
  placeFrom,
  placeIn,
  type FoundAt,
  type FoundCell,
} from './found.ts';
import type { Finding } from './use-finding.ts';

/** Time without typing before the server is asked, in milliseconds. */
const TYPED_MS = 250;
/** Time between two searches while rows change, in milliseconds; many people may look. */
const PAUSE_MS = 1_500;
const byId = { fieldKey: 'id' } as const;
const NONE: readonly FoundCell[] = [];

interface Sought {
  readonly tableId: string;
  readonly fields: readonly Field[];
  readonly view: View;
  readonly lines: Lines;
  readonly finding: Finding;
  readonly text: string;
}

interface State {
  /** Text and rows that `at` was sought for. */
  readonly sought: string;
  readonly at: FoundAt | null;
  /** Counts the ways to a cell. */
  readonly moves: number;
}
const NOWHERE: State = { sought: '', at: null, moves: 0 };

export interface Found {
  readonly state: 'idle' | 'searching' | 'found' | 'error';
  readonly error: ApiError | null;
  /** The place of the cell that one is at, from 0; -1 for none. */
  readonly place: number;
  readonly count: number;
  readonly isAll: boolean;
  readonly step: (by: 1 | -1) => void;
  readonly retry: () => void;
}

/** The cells of a view that hold a text, live, with a way from one to the next. */
export function useFound({ tableId, fields, view, lines, finding, text }: Sought): Found {
  const [typed] = useDebouncedValue(text, TYPED_MS);
  const isAsked = typed.trim() !== '';
  const conditions = inJson(view.sort, view.filters, view.where);
  const columns = useMemo(() => fields.map(({ id }) => id), [fields]);
  const answer = useAnswer(
    findCells,
    isAsked
      ? { params: { tableId }, query: byId, body: { text: typed, fields: columns, ...conditions } }
      : null,
  );
  const { data, error, reload, reloadFrom } = answer;
  const again = useInTurn(reloadFrom, data, error);
  useEffect(
    () => (isAsked ? watchTable(tableId, PAUSE_MS, again) : undefined),
    [isAsked, tableId, again],
  );
  const found = data?.found;
  const cells = useMemo(() => (found ? cellsOf(found.rows, columns) : NONE), [found, columns]);
  const [{ sought, at, moves }, setState] = useState<State>(NOWHERE);
  const way = useWay({ tableId, lines, finding, conditions });
  const atPlace = (place: number): FoundAt | null => {
    const cell = cells[place];
    return cell ? { ...cell, place } : null;
  };
  // A typed text goes to the first match from the cursor on; rows that change go nowhere.
  const seeking = JSON.stringify([typed, shownBy(view)]);
  if (data && sought !== seeking)
    setState({
      sought: seeking,
      at: atPlace(placeFrom(cells, finding.from, lines.lineOf)),
      moves: moves + 1,
    });
  const go = useEffectEvent(() => {
    if (at) way.go(at);
  });
  useEffect(() => {
    if (moves > 0) go();
  }, [moves]);

  const now = placeIn(cells, at);
  useMarks(finding, cells, now);
  const failure = way.errorOf(at) ?? (data ? null : error);
  return {
    state: failure
      ? 'error'
      : text.trim() === ''
        ? 'idle'
        : data && typed === text
          ? 'found'
          : 'searching',
    error: failure,
    place: now,
    count: cells.length,
    isAll: found?.isAll ?? true,
    step: by =>
      setState({ sought, at: atPlace(placeAfter(cells, at, by)) ?? at, moves: moves + 1 }),
    retry: at && way.errorOf(at) ? () => way.go(at) : reload,
  };
}

/** Marks the found cells in the grid. */
function useMarks({ finds, mark }: Finding, cells: readonly FoundCell[], now: number): void {
  const marked = useRef(finds);
  useEffect(() => {
    marked.current = findsOf(cells, now < 0 ? null : cells[now]!, marked.current);
    mark(marked.current);
  }, [cells, now, mark]);
}

/** Goes to cells: those of rows whose line is not known are asked for at the server. */
function useWay({
  tableId,
  lines,
  finding,
  conditions,
}: Pick<Sought, 'tableId' | 'lines' | 'finding'> & {
  readonly conditions: ReturnType<typeof inJson>;
}) {
  const [failed, setFailed] = useState<{ readonly cell: FoundCell; readonly error: ApiError }>();
  const asking = useRef<AbortController | null>(null);
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
  }, [lines]);
  useEffect(() => () => asking.current?.abort(), []);
  const ask = async (cell: FoundCell, gone: AbortController): Promise<void> => {
    const place = await readPlace(tableId, cell.rowId, conditions, { signal: gone.signal });
    // A row that has left since is left to the next answer, which does not name it any more.
    if (place !== null) finding.goTo(cell, place + latest.current.own);
  };
  const go = (cell: FoundCell): void => {
    asking.current?.abort();
    const line = lines.lineOf(cell.rowId);
    if (line !== undefined) return finding.goTo(cell, line);
    const gone = new AbortController();
    asking.current = gone;
    void ask(cell, gone)
      .then(() => setFailed(undefined))
      .catch((failure: unknown) => {
        const error = asApiError(failure);
        // The next answer names a deleted row no more.
        if (!gone.signal.aborted && error.status !== 404) setFailed({ cell, error });
      });
  };
  const errorOf = (cell: FoundCell | null): ApiError | null =>
    cell && failed?.cell === cell ? failed.error : null;
  return { errorOf, go };
}
