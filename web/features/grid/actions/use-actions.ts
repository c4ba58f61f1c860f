import { isGiven } from '@hzm/contracts/core/everyday';
import type { Field } from '@hzm/contracts/features/tables/table';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import { useTranslation } from 'react-i18next';
import { isChoice } from '../../../lib/values/choices.ts';
import { draftOf, valueFrom } from '../../../lib/values/value-text.ts';
import { useClipboard, type Clipboard } from '../cells/use-clipboard.ts';
import { useRanges, type Ranges } from '../cells/use-range.ts';
import type { GridContext } from '../grid-context.ts';
import { isWithin, sourceOf } from '../model/fill.ts';
import type { Range } from '../model/selection.ts';
import type { CellChange } from '../model/undo.ts';
import { keptTexts } from './kept-texts.ts';

export interface Actions extends Pick<Clipboard, 'asked' | 'answer'> {
  readonly clear: () => void;
  /** With the event of the keyboard, or without one from a menu. */
  readonly copy: (event?: ClipboardEvent) => void;
  readonly cut: (event?: ClipboardEvent) => void;
  readonly paste: (event?: ClipboardEvent) => void;
  /** Repeats what stands in one range over another that holds it. */
  readonly repeat: (source: Range, target: Range) => void;
}

/** Reads a cell as a value of another field; as text, unless the fields share their values. */
function valueToFill(
  { session, words }: Pick<GridContext, 'session' | 'words'>,
  rowId: string,
  from: Field,
  field: Field,
): ReturnType<typeof valueFrom> {
  const value = session.valueAt(rowId, from.id) ?? null;
  return from.type === field.type && (from.id === field.id || !isChoice(field.type))
    ? { value }
    : valueFrom(field, draftOf(from, value, words), words);
}

/** Returns the function that empties the selected cells, but for required and given ones. */
function useClear(
  { session, cursor, say }: Pick<GridContext, 'session' | 'cursor' | 'say'>,
  { columns, withRows, changeTo }: Ranges,
): Actions['clear'] {
  const { t } = useTranslation('grid');
  return () =>
    withRows(cursor.range, rowIds => {
      const all = columns(cursor.range);
      const written = writtenFields(all);
      const clearable = written.filter(field => !field.required);
      session.edit(
        rowIds.flatMap(rowId => clearable.flatMap(field => changeTo(rowId, field, null))),
      );
      if (clearable.length < written.length) say(t('said.requiredKept'));
      else if (written.length < all.length)
        say(
          keptTexts(all)
            .map(text => t(text))
            .join(' '),
        );
    });
}

/** Returns the actions on the selected cells. */
export function useActions(scene: GridContext): Actions {
  const { t } = useTranslation('grid');
  const { session, lines, fields, cursor, say } = scene;
  const ranges = useRanges(session, lines, fields, say);
  const clipboard = useClipboard(scene, ranges);
  const { columns, withRows, changeTo } = ranges;

  const clear = useClear(scene, ranges);
  const repeat = (source: Range, target: Range): void =>
    withRows(target, rowIds => {
      let unfit = 0;
      const filled = (
        rowId: string,
        row: number,
        field: Field,
        col: number,
      ): readonly CellChange[] => {
        if (isWithin(source, row, col) || isGiven(field.type)) return [];
        const from = sourceOf(source, row, col);
        const parsed = valueToFill(
          scene,
          rowIds[from.row - target.top]!,
          fields[from.col - 1]!,
          field,
        );
        if ('value' in parsed) return changeTo(rowId, field, parsed.value);
        unfit += 1;
        return [];
      };
      const changes = rowIds.flatMap((rowId, down) =>
        columns(target).flatMap((field, across) =>
          filled(rowId, target.top + down, field, Math.max(1, target.left) + across),
        ),
      );
      session.edit(changes);
      cursor.selectRange(target);
      say(
        [
          t('said.filled', { count: changes.length }),
          ...keptTexts(columns(target)).map(text => t(text)),
          ...(unfit > 0 ? [t('said.unfit', { count: unfit })] : []),
        ].join(' '),
      );
    });

  return {
    clear,
    repeat,
    asked: clipboard.asked,
    answer: clipboard.answer,
    paste: clipboard.paste,
    copy: event => clipboard.copy(event),
    cut: event => clipboard.copy(event, clear),
  };
}
