import { memberOf } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Words } from '../../lib/values/value-text.ts';
import { FilterInput } from './FilterInput.tsx';
import classes from './GridTable.module.css';
import { filteredBy, sortedBy, type View } from './model/view.ts';

interface Props {
  ref: Ref<HTMLDivElement>;
  tableId: string;
  fields: readonly Field[];
  words: Words;
  view: View;
  onView: (view: View) => void;
  /** Leaves the header downwards, in a column. */
  onDown: (col: number) => void;
}

const CREATED = 'created_at';

/**
 * Names, sorting and filters. One stop of the Tab key in all: left and right go from name to name, down to the filter
 * and on into the rows.
 */
export function GridHeader({ ref, tableId, fields, words, view, onView, onDown }: Props) {
  const { t } = useTranslation('grid');
  const [stop, setStop] = useState('sort:0');
  const names = [CREATED, ...fields.map(({ name }) => name)];
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { sort, filter } = (event.target as HTMLElement).dataset;
    if (sort === undefined && filter === undefined) return;
    const col = Number(sort ?? filter);
    const focus = (what: string, to: number): void => {
      const next = event.currentTarget.querySelector<HTMLElement>(`[data-${what}="${to}"]`);
      if (next) event.preventDefault();
      next?.focus();
    };
    if (event.key === 'ArrowUp' && filter !== undefined) focus('sort', col);
    if (event.key === 'ArrowDown') {
      if (sort !== undefined && col > 0) return focus('filter', col);
      event.preventDefault();
      onDown(col);
    }
    if (sort === undefined) return;
    if (event.key === 'ArrowRight') focus('sort', col + 1);
    if (event.key === 'ArrowLeft') focus('sort', col - 1);
    if (event.key === 'Home') focus('sort', 0);
    if (event.key === 'End') focus('sort', fields.length);
  };
  return (
    <div role="rowgroup" ref={ref} className={classes.header}>
      <div role="row" aria-rowindex={1} className={classes.headRow} onKeyDown={onKeyDown} onFocus={event => { const { sort, filter } = event.target.dataset; if (sort !== undefined || filter !== undefined) setStop(sort === undefined ? `filter:${filter}` : `sort:${sort}`); }}>
        {names.map((name, col) => {
          const field = fields[col - 1];
          const sorted = view.sort === name ? view.order : undefined;
          return (
            <div key={field?.id ?? name} role="columnheader" aria-colindex={col + 1} aria-label={field?.name ?? t('rowNumber')} aria-required={field?.required} aria-sort={sorted === undefined ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'} className={classes.column}>
              <button
                type="button" className={classes.sort} data-sort={col} data-sorted={sorted} tabIndex={stop === `sort:${col}` ? 0 : -1} aria-label={field ? t('sortBy', { field: name }) : t('sortByAge')} title={field?.description}
                onClick={() => onView(field ? sortedBy(view, name) : { ...view, sort: sorted ? undefined : CREATED, order: 'asc', page: 1 })}
              >
                {field ? <FieldName field={field} /> : <span>#</span>}
                <SortIcon order={sorted} />
              </button>
              {field && <FilterInput tableId={tableId} field={field} col={col} filter={memberOf(view.filters, name)} words={words} tabIndex={stop === `filter:${col}` ? 0 : -1} onFilter={filter => onView(filteredBy(view, name, filter))} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function FieldName({ field }: { field: Field }) {
  const { t } = useTranslation('tables');
  return (
    <span className={classes.names}>
      <span className={classes.name}>{field.name}{field.required && <span className={classes.asterisk}> *</span>}</span>
      <small>{t(`types.${field.type}`)}</small>
    </span>
  );
}

function SortIcon({ order }: { order: 'asc' | 'desc' | undefined }) {
  const Icon = order === undefined ? IconArrowsSort : order === 'asc' ? IconArrowUp : IconArrowDown;
  return <Icon size={14} aria-hidden className={classes.sortIcon} />;
}
