import type { Field } from '@hzm/contracts/features/tables/table';
import { useTranslation } from 'react-i18next';
import { copied } from '../../../lib/values/value-text.ts';
import type { GridContext } from '../grid-context.ts';
import { toHtml, type CopiedCells } from '../model/clipboard-html.ts';
import { toTsv } from '../model/clipboard.ts';
import type { Ranges } from './use-range.ts';

/**
 * Copies the selected cells; without an event, as from a menu, through the clipboard of the page.
 * `then`: goes on when everything is on the clipboard.
 */
export type Copy = (event?: ClipboardEvent, then?: () => void) => void;

const plainOf = ({ rows }: CopiedCells): string =>
  toTsv(rows.map(cells => cells.map(({ text }) => text)));

export function useCopy(
  { session, words, cursor, say }: GridContext,
  { columns, here, withRows }: Ranges,
): Copy {
  const { t } = useTranslation('grid');
  const { range } = cursor;
  const cellsOf = (rowIds: readonly string[], of: readonly Field[]): CopiedCells => ({
    language: words.language,
    rows: rowIds.map(rowId =>
      of.map(field => {
        const value = session.valueAt(rowId, field.id) ?? null;
        return { type: field.type, value, text: copied(field, value, words) };
      }),
    ),
  });
  return (event, then) => {
    event?.preventDefault();
    const [known, of] = [here(range), columns(range)];
    const done = (count: number): void => {
      say(t('said.copied', { count: count * of.length }));
      then?.();
    };
    if (known && event) {
      const cells = cellsOf(known, of);
      event.clipboardData?.setData('text/plain', plainOf(cells));
      event.clipboardData?.setData('text/html', toHtml(cells));
      return done(known.length);
    }
    // The event's own clipboard closes before rows can be read; the other one is only there over
    // https and on the same machine.
    if (!('clipboard' in navigator)) return say(t('said.notCopied'));
    const cells = Promise.withResolvers<CopiedCells>();
    withRows(
      range,
      rowIds => cells.resolve(cellsOf(rowIds, of)),
      () => cells.reject(new Error('the rows could not be read')),
    );
    navigator.clipboard
      .write([
        new ClipboardItem({
          'text/plain': cells.promise.then(plainOf),
          'text/html': cells.promise.then(toHtml),
        }),
      ])
      .then(
        () => done(range.bottom - range.top + 1),
        () => say(t('said.notCopied')),
      );
  };
}
