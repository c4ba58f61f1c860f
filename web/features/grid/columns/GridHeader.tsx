import { hasFiles } from '@hzm/contracts/core/everyday';
import type { Field } from '@hzm/contracts/features/tables/table';
import { VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useRef, type FocusEvent, type MouseEvent, type RefObject } from 'react';
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
import { headerKeys, useHeaderState, type HeaderState } from './header-keys.ts';
import { useColumnActions } from './use-column-actions.ts';
import { useColumnDrag, type ColumnDrag } from './use-column-drag.ts';
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
export const GridHeader = memo(function GridHeader(props: Props) {
  const { ref, scroller, all, columns, drawn, held, words, view, onView, onTask, say } = props;
  const { shown } = columns;
  const state = useHeaderState();
  const { stop } = state;
  const { sort, unsort } = useSorting(props);
  const actions = useColumnActions(all, columns, ref, words.language, say);
  const drag = useColumnDrag(all, columns, scroller, actions.fit);
  const renames = onTask !== undefined;
  const { onDown } = props;
  const kept = [
    Number(stop.split(':')[1]) - 1,
    shown.findIndex(({ field }) => field.id === state.menu),
    drag.from,
  ];
  return (
    <div role="rowgroup" ref={ref} className={classes.header}>
      <div
        role="row"
        aria-rowindex={1}
        className={classes.headRow}
        data-dragging={drag.from >= 0 || undefined}
        onKeyDown={headerKeys({ ref, shown, state, actions, onSort: sort, onDown, renames })}
        onContextMenu={event => openMenu(event, props, state)}
        {...drag.handlers}
        onFocus={event => moveStop(event, state)}
      >
        <NumberHeading view={view} isStop={stop === 'sort:0'} onSort={sort} />
        {shown.map(
          (column, at) =>
            (drawn.includes(at) || kept.includes(at)) && (
              <ColumnHeader
                key={column.field.id}
                tableId={props.tableId}
                column={column}
                at={at}
                count={shown.length}
                held={held.get(at)}
                words={words}
                view={view}
                stop={stopAt(stop, at)}
                menu={state.menu === column.field.id}
                onMenu={opened => state.setMenu(opened ? column.field.id : null)}
                drop={dropAt(drag, at, shown.length)}
                actions={actions}
                onView={onView}
                onSort={sort}
                onTask={onTask}
                renaming={renames ? renamingOf(props, state, at, unsort) : undefined}
              />
            ),
        )}
        <AddHeading at={shown.length} stop={stop} onTask={onTask} />
      </div>
    </div>
  );
});

function stopAt(stop: string, at: number): 'sort' | 'filter' | undefined {
  if (stop === `sort:${at + 1}`) return 'sort';
  return stop === `filter:${at + 1}` ? 'filter' : undefined;
}

function dropAt(
  { from, to }: ColumnDrag,
  at: number,
  count: number,
): 'taken' | 'before' | 'behind' | undefined {
  if (from === at) return 'taken';
  if (to === at) return 'before';
  return to === count && at === count - 1 ? 'behind' : undefined;
}

function moveStop({ target }: FocusEvent, { setStop }: HeaderState): void {
  const { sort, filter, menu } = (target as HTMLElement).dataset;
  if (sort ?? filter ?? menu)
    setStop(filter === undefined ? `sort:${sort ?? menu}` : `filter:${filter}`);
}

function openMenu(event: MouseEvent, { columns }: Props, { setMenu }: HeaderState): void {
  const target = event.target as Element;
  if (target.closest('input, select')) return;
  const at = target.closest<HTMLElement>('[data-column]')?.dataset['column'];
  if (at === undefined) return;
  event.preventDefault();
  setMenu(columns.shown[Number(at)]?.field.id ?? null);
}

/** Sorts by a column, alone or after others, and takes the last sorting back. */
function useSorting({ all, view, onView, say }: Props) {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  /** The sorting before the last click, which a double click restores. */
  const before = useRef<View['sort']>(view.sort);
  const announce = (sort: View['sort']): void => {
    const parts = sort.map(({ field, order }) => {
      const name =
        field === CREATED ? t('rowNumber') : (all.find(({ id }) => id === field)?.name ?? '');
      return `${name} ${t(`orders.${order}`)}`;
    });
    say(t('sorted', { list: formatParts(parts, language) }));
  };
  return {
    sort: (field: string, isToo: boolean): void => {
      if (hasFiles(all.find(({ id }) => id === field)?.type ?? ''))
        return say(t('cellFiles.unsorted'));
      before.current = view.sort;
      if (isToo && rankOf(view.sort, field) === 0 && !hasRoom(view.sort))
        return say(t('sortFull', { most: view.sort.length }));
      const sort = isToo ? toggledToo(view.sort, field) : toggledAlone(view.sort, field);
      if (sort.length > 1) announce(sort);
      onView(sortedBy(view, sort));
    },
    unsort: (): void => {
      if (before.current !== view.sort) onView(sortedBy(view, before.current));
      before.current = view.sort;
    },
  };
}

/** Sorting by age has one direction: the other one is the order without any sorting. */
const toggledAlone = (sort: View['sort'], field: string): View['sort'] =>
  field === CREATED && sort.length === 1 && sort[0]!.field === CREATED ? [] : toggled(sort, field);

function renamingOf(
  { ref, projectId, tableId, columns }: Props,
  { renamed, setRenamed }: HeaderState,
  at: number,
  unsort: () => void,
): Renaming {
  const fieldId = columns.shown[at]!.field.id;
  return {
    isOn: renamed === fieldId,
    begin: () => setRenamed(fieldId),
    beginTwice: () => {
      unsort();
      setRenamed(fieldId);
    },
    save: name => changeField({ projectId, id: tableId }, fieldId, { name }),
    close: isKey => {
      flushSync(() => setRenamed(null));
      if (isKey) ref.current?.querySelector<HTMLElement>(`[data-sort="${at + 1}"]`)?.focus();
    },
  };
}

/** The heading over the line numbers, which sorts by age. */
function NumberHeading({
  view,
  isStop,
  onSort,
}: {
  view: View;
  isStop: boolean;
  onSort: (field: string, isToo: boolean) => void;
}) {
  const { t } = useTranslation('grid');
  const rank = rankOf(view.sort, CREATED);
  const order = view.sort[rank - 1]?.order;
  return (
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
        tabIndex={isStop ? 0 : -1}
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
  );
}

/** The place behind the last column, which adds a field. */
function AddHeading({ at, stop, onTask }: Pick<Props, 'onTask'> & { at: number; stop: string }) {
  const { t } = useTranslation('grid');
  return (
    <div
      role="columnheader"
      aria-colindex={at + 2}
      aria-label={t(onTask ? 'addField' : 'noMoreFields')}
      className={classes.column}
      style={{ gridColumn: at + 2 }}
    >
      {onTask ? (
        <button
          type="button"
          className={classes.add}
          data-sort={at + 1}
          tabIndex={stop === `sort:${at + 1}` ? 0 : -1}
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
  );
}
