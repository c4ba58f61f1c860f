import type { Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOf, valueFrom } from './fields/kinds.ts';
import type { Words } from './fields/kind.ts';
import type { Lines } from './lines.ts';
import { fromTsv, toTsv } from './model/clipboard.ts';
import { same } from './model/row.ts';
import { isOne, type Range } from './model/selection.ts';
import type { CellChange } from './model/undo.ts';
import type { GridSession } from './session.ts';
import type { Cursor } from './use-cursor.ts';

interface Scene {
  readonly session: GridSession;
  readonly lines: Lines;
  readonly fields: readonly Field[];
  readonly words: Words;
  readonly cursor: Cursor;
  /** Tells a person who may not see the screen. */
  readonly say: (text: string) => void;
}

export interface Actions {
  readonly clear: () => void;
  readonly turn: (way: 'undo' | 'redo') => void;
  readonly copy: (event: ClipboardEvent) => void;
  readonly cut: (event: ClipboardEvent) => void;
  readonly paste: (event: ClipboardEvent) => void;
}

const each = (from: number, to: number): readonly number[] => Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);

/** What can be done to the selected cells. The row's own column (0) holds nothing that could be changed. */
export function useActions({ session, lines, fields, words, cursor, say }: Scene): Actions {
  const { t } = useTranslation('grid');
  const { range } = cursor;
  const columns = ({ left, right }: Range): readonly Field[] => each(Math.max(1, left), right).flatMap(col => fields[col - 1] ?? []);
  const rowsOf = ({ top, bottom }: Range): readonly string[] => each(top, bottom).flatMap(line => lines.idAt(line) ?? []);
  const changeTo = (rowId: string, field: Field, after: Json): readonly CellChange[] => {
    const before = session.valueAt(rowId, field.name);
    return before === undefined || same(before, after) ? [] : [{ rowId, field: field.name, before, after }];
  };
  const clear = (): void => {
    const clearable = columns(range).filter(field => !field.required);
    session.edit(rowsOf(range).flatMap(rowId => clearable.flatMap(field => changeTo(rowId, field, null))));
    if (clearable.length < columns(range).length) say(t('said.requiredKept'));
  };
  const copy = (event: ClipboardEvent): void => {
    const rows = rowsOf(range);
    event.clipboardData.setData('text/plain', toTsv(rows.map(rowId => columns(range).map(field => kindOf(field.type).draftOf(session.valueAt(rowId, field.name) ?? null, field, words)))));
    event.preventDefault();
    say(t('said.copied', { count: rows.length * columns(range).length }));
  };
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault();
    const cells = fromTsv(event.clipboardData.getData('text/plain'));
    const width = Math.max(...cells.map(row => row.length));
    const [left, single] = [Math.max(1, range.left), cells.length === 1 && width === 1 && !isOne(range)];
    const target = single ? { ...range, left } : { top: range.top, bottom: Math.min(range.top + cells.length - 1, lines.count - 1), left, right: Math.min(left + width - 1, fields.length) };
    let refused = 0;
    const changes = each(target.top, target.bottom).flatMap((line, down) => columns(target).flatMap((field, across): readonly CellChange[] => {
      const rowId = lines.idAt(line);
      const text = single ? cells[0]![0] : cells[down]?.[across];
      const parsed = text === undefined ? undefined : valueFrom(field, text, words);
      if (rowId !== undefined && parsed && 'value' in parsed) return changeTo(rowId, field, parsed.value);
      if (parsed) refused += 1;
      return [];
    }));
    session.edit(changes);
    cursor.select({ row: target.top, col: target.left }, { row: target.bottom, col: target.right });
    say([t('said.pasted', { count: changes.length }), ...(refused > 0 ? [t('said.unfit', { count: refused })] : [])].join(' '));
  };
  const turn = (way: 'undo' | 'redo'): void => {
    const turned = session.turn(way);
    if (!turned) return say(t(`said.nothingTo-${way}`));
    say([t(`said.${way}`, { count: turned.changed }), ...(turned.refused > 0 ? [t('said.changedSince', { count: turned.refused })] : [])].join(' '));
  };
  return { clear, turn, copy, paste, cut: event => { copy(event); clear(); } };
}
