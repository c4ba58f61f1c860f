import { hasOptions } from '@hzm/contracts/core/everyday';
import { DATE_ORDERS, type DateOrder } from '@hzm/contracts/features/row-files/row-file';
import {
  fieldTypeGroups,
  formOf,
  type FieldType,
} from '@hzm/contracts/features/tables/field-types';
import type { Table } from '@hzm/contracts/features/tables/table';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Goal, Mapped } from './mapping.ts';
import classes from './RowFiles.module.css';

interface Props {
  mapped: readonly Mapped[];
  /** The target; undefined for a new table. */
  table: Table | undefined;
  mayAddFields: boolean;
  onChange: (column: number, change: Partial<Mapped>) => void;
}

const goalOf = (value: string | null): Goal =>
  value === null || value === 'skip'
    ? { kind: 'skip' }
    : value === 'new'
      ? { kind: 'new' }
      : { kind: 'field', id: value };

const WRITTEN_AS_NUMBERS: ReadonlySet<string> = new Set([
  'number',
  'integer',
  'currency',
  'weight',
  'duration',
]);

/** The columns of a file, each with the field that it fills and how it is read. */
export function MappingList({ mapped, table, mayAddFields, onChange }: Props) {
  const { t } = useTranslation(['row-files', 'tables']);
  const types = Object.values(fieldTypeGroups)
    .flat()
    // A new field has no options yet that texts could become.
    .filter(type => !hasOptions(formOf(type)))
    .map(type => ({ value: type, label: t(`tables:types.${type}`) }));
  const goals = [
    { value: 'skip', label: t('preview.skip') },
    ...(mayAddFields ? [{ value: 'new', label: t('preview.newField') }] : []),
    ...(table?.fields ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <ul className={classes.columns} aria-label={t('preview.columns')}>
      {mapped.map(one => {
        const { column, name, goal, type, numbers, dates, isDateUnsure } = one;
        const field =
          goal.kind === 'field' ? table?.fields.find(({ id }) => id === goal.id) : undefined;
        const form = formOf(field?.type ?? type);
        const isUsed = goal.kind !== 'skip';
        const of = (label: string): string => `${name}: ${label}`;
        return (
          <li key={column} className={classes.column} data-column={name}>
            <span className={classes.name}>{name}</span>
            <Select
              label={t('preview.goesTo')}
              aria-label={of(t('preview.goesTo'))}
              data={goals}
              value={goal.kind === 'field' ? goal.id : goal.kind}
              allowDeselect={false}
              searchable
              onChange={value => onChange(column, { goal: goalOf(value) })}
            />
            {goal.kind === 'new' && (
              <Select
                label={t('preview.type')}
                aria-label={of(t('preview.type'))}
                data={types}
                value={type}
                allowDeselect={false}
                searchable
                onChange={value => onChange(column, { type: value as FieldType })}
              />
            )}
            {isUsed && WRITTEN_AS_NUMBERS.has(form) && (
              <Select
                label={t('preview.numbers')}
                aria-label={of(t('preview.numbers'))}
                data={(['tr', 'en'] as const).map(value => ({
                  value,
                  label: t(`preview.${value}`),
                }))}
                value={numbers}
                allowDeselect={false}
                onChange={value => onChange(column, { numbers: value as 'tr' | 'en' })}
              />
            )}
            {isUsed && (form === 'date' || form === 'moment') && (
              <Select
                label={t('preview.dates')}
                aria-label={of(t('preview.dates'))}
                data={DATE_ORDERS.map(value => ({ value, label: t(`preview.${value}`) }))}
                value={dates}
                description={isDateUnsure ? t('preview.unsure') : undefined}
                allowDeselect={false}
                onChange={value => onChange(column, { dates: value as DateOrder })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
