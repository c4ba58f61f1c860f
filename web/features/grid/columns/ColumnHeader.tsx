import { hasFiles } from '@hzm/contracts/core/everyday';
import { memberOf } from '@hzm/contracts/core/json';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../../lib/values/value-text.ts';
import type { FieldTask } from '../../../ui/field-task.ts';
import { FilterInput } from '../filters/FilterInput.tsx';
import type { Column } from '../model/columns.ts';
import { rankOf, type Direction } from '../model/sorting.ts';
import { filteredBy, type View } from '../model/view.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { ColumnRename } from './ColumnRename.tsx';
import type { ColumnActions } from './use-column-actions.ts';
import classes from './GridHeader.module.css';

/** The renaming of a column in its place. */
export interface Renaming {
  /** Whether its name is being changed. */
  readonly isOn: boolean;
  readonly begin: () => void;
  /** Same by a double click, whose first click has sorted. */
  readonly beginTwice: () => void;
  readonly save: (name: string) => Promise<void>;
  readonly close: (isKey: boolean) => void;
}

interface Props {
  tableId: string;
  column: Column;
  /** Index among the shown columns, from 0. */
  at: number;
  count: number;
  /** Left edge of a frozen column, in pixels; undefined: it scrolls. */
  held: number | undefined;
  words: Words;
  view: View;
  /** Which part of it the Tab key reaches. */
  stop: 'sort' | 'filter' | undefined;
  menu: boolean;
  onMenu: (opened: boolean) => void;
  /**
   * A column is being taken along: this one, or another that would stand before it or, at the end,
   * behind it.
   */
  drop: 'taken' | 'before' | 'behind' | undefined;
  actions: ColumnActions;
  onView: (view: View) => void;
  /** Sorts by this field: alone, or with `isToo` after the others. */
  onSort: (field: string, isToo: boolean) => void;
  onTask: ((task: FieldTask) => void) | undefined;
  renaming: Renaming | undefined;
}

/**
 * A column's name, which sorts and is pulled to another place, its menu, its filter, and the edge
 * that sets its width.
 */
export function ColumnHeader(props: Props) {
  const { column, at, held, words, view, stop, drop, onView, renaming } = props;
  const [asking, setAsking] = useState(false);
  const { field } = column;
  const rank = rankOf(view.sort, field.id);
  const col = at + 1;
  return (
    <div
      role="columnheader"
      aria-colindex={col + 1}
      aria-label={field.name}
      aria-required={field.required}
      aria-sort={ariaSort(rank, view.sort[rank - 1]?.order)}
      className={classes.column}
      data-column={at}
      data-held={held === undefined ? undefined : ''}
      data-drop={drop}
      style={{ gridColumn: col + 1, ...(held !== undefined && { '--at': `${held}px` }) }}
    >
      <div className={classes.top}>
        {renaming?.isOn ? (
          <ColumnRename field={field} onRename={renaming.save} onClose={renaming.close} />
        ) : (
          <SortButton {...props} />
        )}
        <ColumnMenu
          column={column}
          at={at}
          count={props.count}
          opened={props.menu}
          onOpened={props.onMenu}
          tabIndex={stop === 'sort' ? 0 : -1}
          view={view}
          actions={props.actions}
          onView={onView}
          onTask={props.onTask}
          onFilter={() => setAsking(true)}
          onRename={renaming?.begin}
          isRenaming={renaming?.isOn === true}
        />
      </div>
      <FilterInput
        tableId={props.tableId}
        field={field}
        col={col}
        filter={memberOf(view.filters, field.id)}
        words={words}
        tabIndex={stop === 'filter' ? 0 : -1}
        open={asking}
        onOpen={setAsking}
        onFilter={filter => onView(filteredBy(view, field.id, filter))}
      />
      <span className={classes.edge} data-edge={at} aria-hidden />
    </div>
  );
}

function SortButton({ column: { field }, at, view, stop, onSort, renaming }: Props) {
  const { t } = useTranslation(['grid', 'tables']);
  const rank = rankOf(view.sort, field.id);
  const order = view.sort[rank - 1]?.order;
  const type = t(`tables:types.${field.type}`);
  return (
    <button
      type="button"
      className={classes.sort}
      data-sort={at + 1}
      data-sorted={order}
      tabIndex={stop === 'sort' ? 0 : -1}
      aria-label={
        order === undefined || view.sort.length === 1
          ? t('sortBy', { field: field.name })
          : t('sortByRanked', { field: field.name, rank, order: t(`orders.${order}`) })
      }
      title={field.description || undefined}
      aria-keyshortcuts="Shift+Enter Alt+ArrowDown Shift+ArrowLeft Shift+ArrowRight Control+Shift+ArrowLeft Control+Shift+ArrowRight F2"
      onClick={event => {
        // The second click of two renames; it sorts for whoever may not.
        if (!renaming || event.detail < 2) onSort(field.id, event.shiftKey);
      }}
      onDoubleClick={renaming?.beginTwice}
    >
      <span className={classes.names}>
        <span className={classes.name} title={field.name} data-name dir="auto">
          {field.name}
          {field.required && <span className={classes.asterisk}> *</span>}
        </span>
        <small title={type}>{type}</small>
      </span>
      {!hasFiles(field.type) && <SortIcon order={order} rank={view.sort.length > 1 ? rank : 0} />}
    </button>
  );
}

/**
 * A reader of the screen hears it of the column that leads; of others the name of their button says
 * it.
 */
export const ariaSort = (
  rank: number,
  order: Direction | undefined,
): 'none' | 'ascending' | 'descending' =>
  rank !== 1 ? 'none' : order === 'asc' ? 'ascending' : 'descending';

/** @param rank among several; 0: it needs none */
export function SortIcon({ order, rank }: { order: Direction | undefined; rank: number }) {
  const Icon = order === undefined ? IconArrowsSort : order === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <span className={classes.sortIcon} aria-hidden>
      <Icon size={14} />
      {rank > 0 && <small data-rank>{rank}</small>}
    </span>
  );
}
