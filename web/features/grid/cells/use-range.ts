import type { Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { same } from '../model/row.ts';
import type { Range } from '../model/selection.ts';
import type { CellChange } from '../model/undo.ts';
import type { Lines } from '../sync/lines.ts';
import type { GridSession } from '../sync/session.ts';

/** More cells than these are not changed or copied at once. */
const MAX_CELLS = 100_000;

const each = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
const cellCount = ({ top, bottom, left, right }: Range): number =>
  (bottom - top + 1) * (right - left + 1);

/** The values in ranges of cells. */
export interface Ranges {
  /** The row's own column (0) is none. */
  readonly columns: (of: Range) => readonly Field[];
  /** The rows, if all are here. */
  readonly here: (of: Range) => readonly string[] | undefined;
  /** Does something with the rows, now when all are here, or when they have been read. */
  readonly withRows: (
    of: Range,
    act: (rowIds: readonly string[]) => void,
    failed?: () => void,
  ) => void;
  /** The change that gives a cell a value; none when it has it already. */
  readonly changeTo: (rowId: string, field: Field, after: Json) => readonly CellChange[];
}

export function useRanges(
  session: GridSession,
  lines: Lines,
  fields: readonly Field[],
  say: (text: string) => void,
): Ranges {
  const { t } = useTranslation('grid');
  const idsOf = ({ top, bottom }: Range): readonly (string | undefined)[] =>
    each(top, bottom).map(line => lines.idAt(line));
  /** Without empty lines. */
  const rowsIn = (of: Range): Range => ({ ...of, bottom: Math.min(of.bottom, lines.filled - 1) });
  const here = (range: Range): readonly string[] | undefined => {
    const of = rowsIn(range);
    const ids = idsOf(of).filter(id => id !== undefined);
    return ids.length === Math.max(0, of.bottom - of.top + 1) ? ids : undefined;
  };
  const withRows: Ranges['withRows'] = (range, act, failed) => {
    const of = rowsIn(range);
    const fail = (text: string): void => {
      say(text);
      failed?.();
    };
    if (cellCount(of) > MAX_CELLS) return fail(t('said.tooMany', { count: MAX_CELLS }));
    const known = here(of);
    if (known) return act(known);
    say(t('said.reading'));
    const first = Math.max(of.top, lines.own);
    const own = idsOf({ ...of, bottom: first - 1 }).filter(id => id !== undefined);
    session.idsOf(first - lines.own, of.bottom - lines.own).then(
      ids => act([...own, ...ids]),
      () => fail(t('said.notRead')),
    );
  };
  return {
    here,
    withRows,
    columns: ({ left, right }) =>
      each(Math.max(1, left), right).flatMap(col => fields[col - 1] ?? []),
    changeTo: (rowId, field, after) => {
      const before = session.valueAt(rowId, field.id);
      return before === undefined || same(before, after)
        ? []
        : [{ rowId, field: field.id, before, after }];
    },
  };
}
