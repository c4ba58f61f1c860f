import type { AnswerOf, RequestOf } from '@hzm/contracts/core/call';
import { memberOf } from '@hzm/contracts/core/json';
import { summarizeRows } from '@hzm/contracts/features/rows/summary-api';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useCallback, useEffect, useRef } from 'react';
import type { ApiError } from '../../../lib/api-error.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import { withClosed } from '../model/figures.ts';
import type { View } from '../model/view.ts';
import { jsonFilters, jsonWhere } from '../model/where.ts';
import { watchTable } from '../sync/watch-table.ts';

type Summary = AnswerOf<typeof summarizeRows>['summary'];
export type Figure = Summary['values'][number];
export type Group = NonNullable<Summary['groups']>[number];

export interface Summarized {
  /** Null while loading. */
  readonly summary: Summary | null;
  readonly error: ApiError | null;
  /** The figures that `summary` has, in its order. */
  readonly fields: readonly Field[];
  readonly reload: () => void;
}

/** Time between two readings while rows change, in milliseconds; many people may look. */
const PAUSE_MS = 1_500;

/** The figures of the rows of a view, live. Null asks for none. */
export function useSummary(table: Table, fields: readonly Field[], view: View): Summarized {
  const { group, summary = {}, filters, where } = view;
  const known = fields.filter(({ id }) => Object.hasOwn(summary, id));
  const isAsked = group !== undefined || known.length > 0;
  const request = {
    params: { tableId: table.id },
    query: { fieldKey: 'id' },
    body: {
      values: known.map(({ id }) => ({ field: id, compute: memberOf(summary, id)! })),
      filter: jsonFilters(filters),
      ...(where && { where: jsonWhere(where) }),
      ...(group && { group: withClosed(group) }),
    },
  } as RequestOf<typeof summarizeRows>;
  const { data, error, reload, reloadFrom } = useAnswer(summarizeRows, isAsked ? request : null);
  const reloadInTurn = useInTurn(reloadFrom, data, error);
  useEffect(
    () => (isAsked ? watchTable(table.id, PAUSE_MS, reloadInTurn) : undefined),
    [isAsked, table.id, reloadInTurn],
  );
  return { summary: data?.summary ?? null, error, fields: known, reload };
}

/**
 * Reloads after the answer that is under way, which a reload would end: while rows change without
 * rest, none would ever come.
 */
export function useInTurn(reloadFrom: (position: string) => void, data: unknown, error: unknown) {
  const turn = useRef<{ isBusy: boolean; next: string | undefined }>({
    isBusy: false,
    next: undefined,
  });
  const again = useCallback(
    (position: string): void => {
      if (turn.current.isBusy) turn.current.next = position || (turn.current.next ?? '');
      else {
        turn.current.isBusy = true;
        reloadFrom(position);
      }
    },
    [reloadFrom],
  );
  useEffect(() => {
    const { next } = turn.current;
    turn.current = { isBusy: false, next: undefined };
    if (next !== undefined) again(next);
  }, [data, error, again]);
  return again;
}
