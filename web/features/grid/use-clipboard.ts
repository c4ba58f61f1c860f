import type { Field } from '@hzm/contracts/features/tables/table';
import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { draftOf, valueFrom } from '../../lib/values/value-text.ts';
import { kindOf } from './fields/kinds.ts';
import { fromTsv, toTsv } from './model/clipboard.ts';
import { isOne } from './model/selection.ts';
import type { CellChange } from './model/undo.ts';
import type { Scene } from './use-actions.ts';
import type { Ranges } from './use-range.ts';

export interface Clipboard {
  /** `then`: goes on when everything is on the clipboard. */
  readonly copy: (event: ClipboardEvent, then?: () => void) => void;
  readonly paste: (event: ClipboardEvent) => void;
}

/** The selected cells and spreadsheets. */
export function useClipboard({ session, lines, fields, words, cursor, say }: Scene, { columns, here, withRows, changeTo }: Ranges): Clipboard {
  const { t } = useTranslation('grid');
  const { range } = cursor;
  const textOf = (rowIds: readonly string[], of: readonly Field[]): string =>
    toTsv(rowIds.map(rowId => of.map(field => draftOf(field, session.valueAt(rowId, field.name) ?? null, words))));

  const copy: Clipboard['copy'] = (event, then) => {
    event.preventDefault();
    const [known, of] = [here(range), columns(range)];
    const done = (count: number): void => {
      say(t('said.copied', { count: count * of.length }));
      then?.();
    };
    if (known) {
      event.clipboardData.setData('text/plain', textOf(known, of));
      return done(known.length);
    }
    // The event's own clipboard closes before rows can be read; the other one is only there over https and on the same machine.
    if (!('clipboard' in navigator)) return say(t('said.notCopied'));
    const text = Promise.withResolvers<string>();
    withRows(range, rowIds => text.resolve(textOf(rowIds, of)), () => text.reject(new Error('the rows could not be read')));
    navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.promise })]).then(() => done(range.bottom - range.top + 1), () => say(t('said.notCopied')));
  };

  const paste = (event: ClipboardEvent): void => {
    event.preventDefault();
    const cells = fromTsv(event.clipboardData.getData('text/plain'));
    const width = cells.reduce((most, row) => Math.max(most, row.length), 0);
    const left = Math.max(1, range.left);
    const single = cells.length === 1 && width === 1 && !isOne(range);
    const target = single ? { ...range, left } : { top: range.top, bottom: Math.min(range.top + cells.length - 1, lines.count - 1), left, right: Math.min(left + width - 1, fields.length) };
    const beyond = single ? 0 : cells.length - (target.bottom - target.top + 1);
    withRows(target, rowIds => {
      let unfit = 0;
      const into = columns(target);
      const changes = rowIds.flatMap((rowId, down) => into.flatMap((field, across): readonly CellChange[] => {
        const text = single ? cells[0]![0] : cells[down]?.[across];
        const parsed = text === undefined ? undefined : valueFrom(field, text, words);
        if (parsed && 'value' in parsed) return changeTo(rowId, field, parsed.value);
        if (parsed) unfit += 1;
        return [];
      }));
      session.edit(changes);
      cursor.select({ row: target.top, col: target.left }, { row: target.bottom, col: target.right });
      say([t('said.pasted', { count: changes.length }), ...(unfit > 0 ? [t('said.unfit', { count: unfit })] : []), ...(beyond > 0 ? [t('said.beyond', { count: beyond })] : [])].join(' '));
    });
  };
  return { copy, paste };
}
