import type { Field } from '@hzm/contracts/features/tables/table';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { rowName } from '../../../lib/values/row-name.ts';
import { formatted, type Words } from '../../../lib/values/value-text.ts';
import { withdrawUndo } from '../../../ui/notify.tsx';
import { isOfCell, type Change, type RowChange } from '../model/undo.ts';
import type { UndoResult } from '../sync/edits.ts';
import type { GridSession } from '../sync/session.ts';

interface Scene {
  readonly session: GridSession;
  readonly fields: readonly Field[];
  readonly words: Words;
  readonly say: (text: string) => void;
  /** Brings a cell or a row into sight, as soon as it is there. */
  readonly show: (rowId: string, field?: string) => void;
}

/** Says how many changes were left out, by reason. */
const refusedTexts = (t: TFunction<'grid'>, refused: UndoResult['refused']): readonly string[] =>
  (['changed', 'field-gone', 'type-changed'] as const).flatMap(by => {
    const left = refused.filter(one => one.by === by);
    const cells = left.filter(({ change }) => isOfCell(change)).length;
    const rows = left.length - cells;
    const rowsText = by === 'type-changed' ? 'said.rows-type-changed' : 'said.rows-changed';
    return [
      ...(cells > 0 ? [t(`said.cells-${by}`, { count: cells })] : []),
      ...(rows > 0 ? [t(rowsText, { count: rows })] : []),
    ];
  });

/** Takes the last act back or does it again, goes where that was, and says what it was. */
export function useTurn({
  session,
  fields,
  words,
  say,
  show,
}: Scene): (way: 'undo' | 'redo') => void {
  const { t } = useTranslation('grid');
  const nameOf = (change: Change): string => {
    const values = isOfCell(change)
      ? Object.fromEntries(fields.map(({ id }) => [id, session.valueAt(change.rowId, id) ?? null]))
      : change.values;
    return rowName(fields, values, words, 'id') || t('noName');
  };
  const told = ({ way, changes, refused }: UndoResult): string[] => {
    const cells = changes.filter(isOfCell);
    const rows = changes.filter((change): change is RowChange => !isOfCell(change));
    const done = way === 'undo' ? 'undone' : 'redone';
    const texts: string[] = [];
    const [cell, row] = [cells[0], rows[0]];
    if (cell && cells.length === 1) {
      const field = fields.find(({ id }) => id === cell.field);
      const shown = (value: typeof cell.before): string =>
        (field ? formatted(field, value, words) : '') || t('empty');
      texts.push(
        t(`said.${done}-cell`, {
          row: nameOf(cell),
          field: field?.name ?? t('noField'),
          from: shown(cell.before),
          to: shown(cell.after),
        }),
      );
    } else if (cells.length > 1) texts.push(t(`said.${way}`, { count: cells.length }));
    // A row that is gone after undoing had been added.
    if (row && rows.length === 1)
      texts.push(
        t(`said.${done}-${row.isThere === (way === 'redo') ? 'added' : 'removed'}`, {
          row: nameOf(row),
        }),
      );
    else if (row) texts.push(t(`said.${done}-rows`, { count: rows.length }));
    return [...texts, ...refusedTexts(t, refused)];
  };
  return way => {
    withdrawUndo();
    const turned = session.turn(way);
    if (!turned) return say(t(`said.nothingTo-${way}`));
    say(told(turned).join(' '));
    const first = turned.changes.find(change => isOfCell(change) || change.isThere);
    if (first) show(first.rowId, isOfCell(first) ? first.field : undefined);
  };
}
