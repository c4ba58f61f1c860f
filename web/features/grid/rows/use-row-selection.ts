import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import {
  MAX_SELECTED,
  noRows,
  only,
  present,
  ranged,
  toggled,
  type RowSelection,
} from '../model/row-selection.ts';
import { resolveRowId } from '../sync/edits.ts';
import type { Lines } from '../sync/lines.ts';
import type { GridSession } from '../sync/session.ts';
import type { Grid } from '../sync/state.ts';

/** Rows that are chosen by their numbers, to do something with all of them. */
export interface RowChoice {
  readonly ids: ReadonlySet<string>;
  /** This row alone. */
  readonly only: (rowId: string) => void;
  readonly toggle: (rowId: string) => void;
  /** From where the last one was chosen to this line; `more`: beside the others. */
  readonly to: (line: number, more: boolean) => void;
  /** All from one line to another. */
  readonly between: (from: number, to: number) => void;
  readonly all: () => void;
  readonly none: () => void;
}

/** `shown` names the rows that are looked at: with others nothing is chosen. */
export function useRowSelection(
  { table }: Grid,
  lines: Lines,
  session: GridSession,
  shown: string,
  say: (text: string) => void,
): RowChoice {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const [{ of, rows }, set] = useState({ of: shown, rows: noRows });
  const held = of === shown ? rows : noRows;
  const setHeld = (next: RowSelection): void => {
    session.keep(next.ids);
    set({ of: shown, rows: next });
  };
  const { removed, ops, serverIds } = table;
  const selection = useMemo(() => {
    if (held.ids.size === 0) return held;
    const leaving = new Set(ops.flatMap(({ kind, rowId }) => (kind === 'remove' ? [rowId] : [])));
    return present(
      held,
      id => removed.has(id) || leaving.has(id),
      id => resolveRowId({ serverIds } as Grid['table'], id),
    );
  }, [held, removed, ops, serverIds]);

  const range = (first: number, end: number, more: boolean, anchor = selection.anchor): void => {
    const last = Math.min(end, lines.filled - 1);
    if (last - first + 1 > MAX_SELECTED)
      return say(
        t('rows.tooMany', { count: MAX_SELECTED, formatted: formatNumber(MAX_SELECTED, language) }),
      );
    const here = Array.from({ length: last - first + 1 }, (_, at) => lines.idAt(first + at));
    const take = (ids: readonly string[]): void =>
      setHeld(ranged({ ...selection, anchor }, ids, more));
    if (here.every(id => id !== undefined)) return take(here);
    const start = Math.max(first, lines.own);
    const own = here.slice(0, start - first).filter(id => id !== undefined);
    say(t('said.reading'));
    session.idsOf(start - lines.own, last - lines.own).then(
      ids => take([...own, ...ids]),
      () => say(t('said.notRead')),
    );
  };
  return {
    ids: selection.ids,
    only: rowId => setHeld(only(rowId)),
    toggle: rowId => setHeld(toggled(selection, rowId)),
    to: (line, more) => {
      const from =
        (selection.anchor === undefined ? undefined : lines.lineOf(selection.anchor)) ?? line;
      range(Math.min(from, line), Math.max(from, line), more);
    },
    between: (from, to) => {
      const id = lines.idAt(from);
      if (id !== undefined) range(Math.min(from, to), Math.max(from, to), false, id);
    },
    all: () => range(0, lines.filled - 1, false),
    none: () => setHeld(noRows),
  };
}
