import type { Field } from '@hzm/contracts/features/tables/table';
import { VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatParts } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import type { Words } from '../../../lib/values/value-text.ts';
import { changeField } from '../../../state/change-field.ts';
import type { FieldTask } from '../../../ui/field-task.ts';
import { CREATED, hasRoom, rankOf, toggled, toggledToo } from '../model/sorting.ts';
import { sortedBy, type View } from '../model/view.ts';
import { ariaSort, ColumnHeader, SortIcon, type Renaming } from './ColumnHeader.tsx';
import { useColumnActions } from './use-column-actions.ts';
import { useColumnDrag } from './use-column-drag.ts';
import type { Columns } from './use-columns.ts';
import classes from './GridHeader.module.css';

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  scroller: RefObject<HTMLElement | null>;
  projectId: string;
  tableId: string;
  /** Every field of the table that may be shown. */
  all: readonly Field[];
  columns: Columns;
  /** Indexes of the columns to draw. */
  drawn: readonly number[];
  /** Left edges of frozen columns, by index. */
  held: ReadonlyMap<number, number>;
  words: Words;
  view: View;
  onView: (view: View) => void;
  onTask: ((task: FieldTask) => void) | undefined;
  say: (text: string) => void;
  /** Leaves the header downwards, in a column. */
  onDown: (col: number) => void;
}

/**
 * Names, sorting, menus and filters. One stop of the Tab key in all: left and right go from name to
 * name, down to the filter
 * and on into the rows; with Shift they set a column's width, with Ctrl and Shift its place.
 */
export const GridHeader = memo(function GridHeader({
  ref,
  scroller,
  projectId,
  tableId,
  all,
  columns,
  drawn,
  held,
  words,
  view,
  onView,
  onTask,
  say,
  onDown,
}: Props) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const [stop, setStop] = useState('sort:0');
  const [menu, setMenu] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  /** The sorting before the last click, which a double click restores. */
  const before = useRef<View['sort']>(view.sort);
  const { shown } = columns;
  const actions = useColumnActions(all, columns, ref, words.language, say);
  const drag = useColumnDrag(all, columns, scroller, actions.fit);

  /** Sorting by age has one direction: the other one is the order without any sorting. */
  const onSort = (field: string, isToo: boolean): void => {
    before.current = view.sort;
    if (isToo && rankOf(view.sort, field) === 0 && !hasRoom(view.sort))
      return say(t('sortFull', { most: view.sort.length }));
    const alone =
      field === CREATED && view.sort.length === 1 && view.sort[0]!.field === CREATED
        ? []
        : toggled(view.sort, field);
    const sort = isToo ? toggledToo(view.sort, field) : alone;
    if (sort.length > 1)
      say(
        t('sorted', {
          list: formatParts(
            sort.map(
              key =>
                `${key.field === CREATED ? t('rowNumber') : (all.find(({ id }) => id === key.field)?.name ?? '')} ${t(`orders.${key.order}`)}`,
            ),
            language,
          ),
        }),
      );
    onView(sortedBy(view, sort));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { sort, filter } = (event.target as HTMLElement).dataset;
    if (sort === undefined && filter === undefined) return;
    const col = Number(sort ?? filter);
    const focus = (what: string, to: number): void => {
      if (to < 0 || to > shown.length + 1) return;
      event.preventDefault();
      // A column out of sight is drawn as soon as it is the stop.
      flushSync(() => setStop(`${what}:${to}`));
      ref.current?.querySelector<HTMLElement>(`[data-${what}="${to}"]`)?.focus();
    };
    if (event.key === 'Enter' && event.shiftKey && sort !== undefined && col <= shown.length) {
      event.preventDefault();
      return onSort(col === 0 ? CREATED : shown[col - 1]!.field.id, true);
    }
    if (event.key === 'ArrowUp' && filter !== undefined) return focus('sort', col);
    if (sort !== undefined && col > 0 && forColumn(event, col - 1)) return event.preventDefault();
    if (event.key === 'ArrowDown') {
      if (sort !== undefined && col > 0) return focus('filter', col);
      event.preventDefault();
      onDown(col);
    }
    if (sort === undefined) return;
    if (event.key === 'ArrowRight') focus('sort', col + 1);
    if (event.key === 'ArrowLeft') focus('sort', col - 1);
    if (event.key === 'Home') focus('sort', 0);
    if (event.key === 'End') focus('sort', shown.length + 1);
  };
  /** Whether a key changed the column or opened its menu. */
  const forColumn = (
    { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
    at: number,
  ): boolean => {
    if (at >= shown.length) return false;
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    if (by !== 0 && shiftKey && !altKey && !ctrlKey && !metaKey) actions.widen(at, by);
    else if (by !== 0 && shiftKey && !altKey) {
      actions.move(at, by);
      setStop(`sort:${Math.max(1, Math.min(at + 1 + by, shown.length))}`);
    } else if (
      key === 'ContextMenu' ||
      (key === 'F10' && shiftKey) ||
      (key === 'ArrowDown' && altKey)
    )
      setMenu(shown[at]!.field.id);
    else if (key === 'F2' && onTask) setRenamed(shown[at]!.field.id);
    else return false;
    return true;
  };
  const onContextMenu = (event: MouseEvent): void => {
    const at = (event.target as Element).closest('input, select')
      ? undefined
      : (event.target as Element).closest<HTMLElement>('[data-column]')?.dataset['column'];
    if (at === undefined) return;
    event.preventDefault();
    setMenu(shown[Number(at)]?.field.id ?? null);
  };
  const renamingOf = (fieldId: string, at: number): Renaming => ({
    isOn: renamed === fieldId,
    begin: () => setRenamed(fieldId),
    beginTwice: () => {
      if (before.current !== view.sort) onView(sortedBy(view, before.current));
      before.current = view.sort;
      setRenamed(fieldId);
    },
    save: name => changeField({ projectId, id: tableId }, fieldId, { name }),
    close: isKey => {
      flushSync(() => setRenamed(null));
      if (isKey) ref.current?.querySelector<HTMLElement>(`[data-sort="${at + 1}"]`)?.focus();
    },
  });
  const kept = [
    Number(stop.split(':')[1]) - 1,
    shown.findIndex(({ field }) => field.id === menu),
    drag.from,
  ];
  const rank = rankOf(view.sort, CREATED);
  const order = view.sort[rank - 1]?.order;
  return (
    <div role="rowgroup" ref={ref} className={classes.header}>
      <div
        role="row"
        aria-rowindex={1}
        className={classes.headRow}
        data-dragging={drag.from >= 0 || undefined}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        {...drag.handlers}
        onFocus={event => {
          const { sort, filter, menu: of } = event.target.dataset;
          if (sort ?? filter ?? of)
            setStop(filter === undefined ? `sort:${sort ?? of}` : `filter:${filter}`);
        }}
      >
        <div
          role="columnheader"
          aria-colindex={1}
          aria-label={t('rowNumber')}
          aria-sort={ariaSort(rank, order)}
          className={classes.column}
        >
          <button
            type="button"
            className={classes.sort}
            data-sort={0}
            data-sorted={order}
            tabIndex={stop === 'sort:0' ? 0 : -1}
            aria-label={
              order === undefined || view.sort.length === 1
                ? t('sortByAge')
                : t('sortByAgeRanked', { rank, order: t(`orders.${order}`) })
            }
            onClick={event => onSort(CREATED, event.shiftKey)}
          >
            <span>#</span>
            <SortIcon order={order} rank={view.sort.length > 1 ? rank : 0} />
          </button>
        </div>
        {shown.map(
          (column, at) =>
            (drawn.includes(at) || kept.includes(at)) && (
              <ColumnHeader
                key={column.field.id}
                tableId={tableId}
                column={column}
                at={at}
                count={shown.length}
                held={held.get(at)}
                words={words}
                view={view}
                stop={
                  stop === `sort:${at + 1}`
                    ? 'sort'
                    : stop === `filter:${at + 1}`
                      ? 'filter'
                      : undefined
                }
                menu={menu === column.field.id}
                onMenu={opened => setMenu(opened ? column.field.id : null)}
                drop={
                  drag.from === at
                    ? 'taken'
                    : drag.to === at
                      ? 'before'
                      : drag.to === shown.length && at === shown.length - 1
                        ? 'behind'
                        : undefined
                }
                actions={actions}
                onView={onView}
                onSort={onSort}
                onTask={onTask}
                renaming={onTask && renamingOf(column.field.id, at)}
              />
            ),
        )}
        <div
          role="columnheader"
          aria-colindex={shown.length + 2}
          aria-label={t(onTask ? 'addField' : 'noMoreFields')}
          className={classes.column}
          style={{ gridColumn: shown.length + 2 }}
        >
          {onTask ? (
            <button
              type="button"
              className={classes.add}
              data-sort={shown.length + 1}
              tabIndex={stop === `sort:${shown.length + 1}` ? 0 : -1}
              aria-label={t('addField')}
              title={t('addField')}
              onClick={event => onTask({ kind: 'add', opener: event.currentTarget })}
            >
              <IconPlus size={18} aria-hidden />
            </button>
          ) : (
            <VisuallyHidden>{t('noMoreFields')}</VisuallyHidden>
          )}
        </div>
      </div>
    </div>
  );
});
