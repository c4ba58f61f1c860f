import { isGiven } from '@hzm/contracts/core/everyday';
import type { Field } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../lib/values/value-text.ts';
import { keptTexts } from '../actions/kept-texts.ts';
import type { GridContext } from '../grid-context.ts';
import {
  pasteColumns,
  pastedValue,
  rowsFrom,
  type PastedCells,
  type Place,
} from '../model/pasted.ts';
import type { CellChange } from '../model/undo.ts';
import type { RefusedCell } from '../sync/edits.ts';
import type { Ranges } from './use-range.ts';

/** Bounds the texts of one paste that stay in their cells though they do not fit. */
const MAX_KEPT = 1_000;

/** Cells to paste, and the place where they go. */
export interface Pasting extends Place {
  readonly pasted: PastedCells;
  /** Fields that have got options since, by their ids. */
  readonly grown: ReadonlyMap<string, Field>;
}

type Into = ReturnType<typeof pasteColumns>;
type Added = ReturnType<typeof rowsFrom>;

const nothingAdded: Added = { rows: [], unfit: [] };

/** Returns a function that writes pasted cells; `adding`: with new rows for the lines beyond. */
export function useWritePasted(
  { session, all, words, cursor, say, show }: GridContext,
  { columns, withRows, changeTo }: Ranges,
): (pasting: Pasting, adding: boolean) => void {
  const { t } = useTranslation('grid');
  return (pasting, adding) => {
    const { pasted, target, isFill, rowsBeyond, grown } = pasting;
    const fields = columns(target).map(field => grown.get(field.id) ?? field);
    const into = pasteColumns(pasted, fields, { ...words, language: pasted.language }, isFill);
    const added = adding ? rowsFrom(pasted.rows.slice(-rowsBeyond), into, all) : nothingAdded;
    withRows(target, rowIds => {
      const refused = (rowId: string, field: string, value: string, problem: Problem) => ({
        rowId,
        field,
        value,
        reason: t(`problems.${problem}`),
      });
      const { changes, unfit } = changesOf(pasting, into, rowIds, changeTo, refused);
      const rows = added.rows.filter(row => row !== undefined);
      const ids = session.add(rows, changes);
      const idOf = new Map(rows.map((row, at) => [row, ids[at]]));
      const unfitAdded = added.unfit.flatMap(({ line, field, text, problem }) => {
        const id = idOf.get(added.rows[line]!);
        return id === undefined ? [] : [refused(id, field, text, problem)];
      });
      const allUnfit = [...unfit, ...unfitAdded];
      session.refused(allUnfit.slice(0, MAX_KEPT));
      const { top, left, bottom, right } = target;
      if (ids[0] !== undefined) show(ids[0], undefined, true, { rowIds: ids, left, right });
      else cursor.select({ row: top, col: left }, { row: bottom, col: right });
      const counted = [
        ['said.added', rows.length],
        ['said.unfit', allUnfit.length],
        ['said.incomplete', added.rows.length - rows.length],
        ['said.beyond', adding ? 0 : rowsBeyond],
      ] as const;
      say(
        [
          ...into.flatMap(({ field, rule }) =>
            rule ? [t(`said.read-${rule}`, { field: field.name })] : [],
          ),
          t('said.pasted', { count: changes.length }),
          ...keptTexts(into.map(({ field }) => field)).map(text => t(text)),
          ...counted.flatMap(([text, count]) => (count > 0 ? [t(text, { count })] : [])),
        ].join(' '),
      );
    });
  };
}

/** Returns the changes of cells that are there, and the texts that do not fit. */
function changesOf(
  { pasted, isFill }: Pasting,
  into: Into,
  rowIds: readonly string[],
  changeTo: Ranges['changeTo'],
  refused: (rowId: string, field: string, value: string, problem: Problem) => RefusedCell,
): { readonly changes: readonly CellChange[]; readonly unfit: readonly RefusedCell[] } {
  const unfit: RefusedCell[] = [];
  const changes = rowIds.flatMap((rowId, down) =>
    into.flatMap(({ field, words: read }, across): readonly CellChange[] => {
      if (isGiven(field.type)) return [];
      const cell = isFill ? pasted.rows[0]![0] : pasted.rows[down]?.[across];
      const parsed = cell && pastedValue(field, cell, read);
      if (parsed && 'value' in parsed) return changeTo(rowId, field, parsed.value);
      if (parsed) unfit.push(refused(rowId, field.id, cell.text, parsed.problem));
      return [];
    }),
  );
  return { changes, unfit };
}
