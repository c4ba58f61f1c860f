import { hasOptions, isGiven } from '@hzm/contracts/core/everyday';
import { DATE_ORDERS, type DateOrder } from '@hzm/contracts/core/written-dates';
import {
  fieldTypeGroups,
  formOf,
  type FieldType,
} from '@hzm/contracts/features/tables/field-types';
import type { Table } from '@hzm/contracts/features/tables/table';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isOfGiven, type Goal, type Mapped } from './mapping.ts';
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

const typeOf = (goal: Goal, table: Table | undefined): FieldType | undefined =>
  goal.kind === 'field' ? table?.fields.find(({ id }) => id === goal.id)?.type : undefined;

interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

/** The columns of a file, each with the field that it fills and how it is read. */
export function MappingList({ mapped, table, mayAddFields, onChange }: Props) {
  const { t } = useTranslation(['row-files', 'tables']);
  const types = Object.values(fieldTypeGroups)
    .flat()
    // A new field has no options yet that texts could become.
    .filter(type => !hasOptions(formOf(type)) && !isGiven(type))
    .map(type => ({ value: type, label: t(`tables:types.${type}`) }));
  const goals = [
    { value: 'skip', label: t('preview.skip') },
    ...(mayAddFields ? [{ value: 'new', label: t('preview.newField') }] : []),
    ...writtenFields(table?.fields ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <ul className={classes.columns} aria-label={t('preview.columns')}>
      {mapped.map(one => (
        <MappedColumn
          key={one.column}
          mapped={one}
          fieldType={typeOf(one.goal, table)}
          goals={goals}
          types={types}
          isGiven={isOfGiven(one.name, table)}
          onChange={change => onChange(one.column, change)}
        />
      ))}
    </ul>
  );
}

interface ColumnProps {
  mapped: Mapped;
  /** The type of the field that it fills; undefined for a new field. */
  fieldType: FieldType | undefined;
  goals: readonly Choice[];
  types: readonly Choice<FieldType>[];
  /** Whether it has the name of a field that no column fills. */
  isGiven: boolean;
  onChange: (change: Partial<Mapped>) => void;
}

/** A column of the file: where it goes, and how its texts are read. */
function MappedColumn({
  mapped: { name, goal, type, numbers, dates, isDateUnsure },
  fieldType,
  goals,
  types,
  isGiven: isOfGivenField,
  onChange,
}: ColumnProps) {
  const { t } = useTranslation('row-files');
  const form = formOf(fieldType ?? type);
  const isUsed = goal.kind !== 'skip';
  const select = (member: 'goesTo' | 'type' | 'numbers' | 'dates') => ({
    label: t(`preview.${member}`),
    'aria-label': `${name}: ${t(`preview.${member}`)}`,
    allowDeselect: false,
  });
  return (
    <li className={classes.column} data-column={name}>
      <span className={classes.name}>{name}</span>
      <Select
        {...select('goesTo')}
        data={goals}
        value={goal.kind === 'field' ? goal.id : goal.kind}
        searchable
        description={isOfGivenField && !isUsed ? t('preview.given') : undefined}
        onChange={value => onChange({ goal: goalOf(value) })}
      />
      {goal.kind === 'new' && (
        <Select
          {...select('type')}
          data={types}
          value={type}
          searchable
          onChange={value => onChange({ type: value as FieldType })}
        />
      )}
      {isUsed && WRITTEN_AS_NUMBERS.has(form) && (
        <Select
          {...select('numbers')}
          data={(['tr', 'en'] as const).map(value => ({ value, label: t(`preview.${value}`) }))}
          value={numbers}
          onChange={value => onChange({ numbers: value as 'tr' | 'en' })}
        />
      )}
      {isUsed && (form === 'date' || form === 'moment') && (
        <Select
          {...select('dates')}
          data={DATE_ORDERS.map(value => ({ value, label: t(`preview.${value}`) }))}
          value={dates}
          description={isDateUnsure ? t('preview.unsure') : undefined}
          onChange={value => onChange({ dates: value as DateOrder })}
        />
      )}
    </li>
  );
}
