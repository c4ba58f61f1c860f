import type { Language } from '@hzm/contracts/core/language';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/format.ts';
import { clampWidth, moved, resized, withFrozen, withHidden } from '../model/columns.ts';
import { widthsNow } from './use-column-drag.ts';
import type { Columns } from './use-columns.ts';

/**
 * Width beside a column's name for its sort sign and menu, and beside a value in its cell, in
 * pixels.
 */
const BESIDE_NAME = 78;
const BESIDE_VALUE = 20;
const STEP = 20;

/**
 * The actions on columns by key, menu and pointer, each announced to screen readers. `at` is an
 * index among the shown columns, from 0.
 */
export interface ColumnActions {
  readonly move: (at: number, by: number) => void;
  readonly widen: (at: number, steps: number) => void;
  /** Makes the column as wide as its drawn values. */
  readonly fit: (at: number) => void;
  readonly hide: (at: number) => void;
  readonly freeze: (at: number, isFrozen: boolean) => void;
  /** Places a field beside another one. */
  readonly place: (fieldId: string, beside: string, side: 'left' | 'right') => void;
}

/** Returns the width of a text that may be cut, in pixels. */
function textWidth(element: Element | null | undefined): number {
  if (!element) return 0;
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}

export function useColumnActions(
  fields: readonly Field[],
  columns: Columns,
  header: RefObject<HTMLElement | null>,
  language: Language,
  say: (text: string) => void,
): ColumnActions {
  const { t } = useTranslation('grid');
  const { shown, arrangement, arrange } = columns;
  const row = (): HTMLElement | null =>
    header.current?.querySelector<HTMLElement>('[role=row]') ?? null;
  const setWidth = (at: number, widthOf: (now: number) => number): void => {
    const [element, column] = [row(), shown[at]];
    if (!element || !column) return;
    const now = widthsNow(element, shown.length);
    const width = clampWidth(widthOf(now[at]!));
    arrange(resized(arrangement, shown, now, column.field.id, width));
    say(
      t('columns.said.width', { field: column.field.name, width: formatNumber(width, language) }),
    );
  };
  return {
    move: (at, by) => {
      const [to, field] = [at + by, shown[at]?.field];
      if (!field || to < 0 || to >= shown.length) return;
      arrange(moved(fields, arrangement, field.id, to));
      say(t('columns.said.moved', { field: field.name, place: to + 1, count: shown.length }));
    },
    widen: (at, steps) => setWidth(at, now => now + steps * STEP),
    fit: at =>
      setWidth(at, () => {
        const name = row()?.querySelector(`[data-column="${at}"] [data-name]`);
        const values = header.current?.parentElement?.querySelectorAll(
          `[aria-colindex="${at + 2}"] > [data-value]`,
        );
        return Math.max(
          textWidth(name) + BESIDE_NAME,
          ...Array.from(values ?? [], value => value.scrollWidth + BESIDE_VALUE),
        );
      }),
    hide: at => {
      const field = shown[at]?.field;
      if (!field || shown.length === 1) return;
      arrange(withHidden(arrangement, field.id, true));
      say(t('columns.said.hidden', { field: field.name }));
    },
    freeze: (at, isFrozen) => {
      const field = shown[at]?.field;
      if (!field) return;
      arrange(withFrozen(arrangement, shown, field.id, isFrozen));
      say(t(isFrozen ? 'columns.said.frozen' : 'columns.said.free', { field: field.name }));
    },
    place: (fieldId, beside, side) => {
      const rest = shown.map(({ field }) => field.id).filter(id => id !== fieldId);
      const at = rest.indexOf(beside);
      if (at >= 0 && arrangement.order.length > 0)
        arrange(moved(fields, arrangement, fieldId, side === 'left' ? at : at + 1));
    },
  };
}
