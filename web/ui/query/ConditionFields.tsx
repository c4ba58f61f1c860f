import {
  MAX_FILTERS,
  type EndpointFilter,
  type ParameterType,
} from '@hzm/contracts/features/custom-endpoints/definition';
import type { Table } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Button, NativeSelect, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldOptions, opsOf, replaced, typeOfValue } from '../../lib/conditions.ts';
import classes from './query.module.css';

type Condition<Value> = Omit<EndpointFilter, 'value'> & { readonly value: Value };

interface Props<Value> {
  table: Table;
  filters: readonly Condition<Value>[];
  /** Path of the list, for its errors. */
  path: string;
  faultOf: (path: string) => string | undefined;
  /** Chooses what a field is compared with. */
  children: (one: Condition<Value>, place: number, type: ParameterType) => ReactNode;
  /** Returns a value as one of the type that another field or operator compares with. */
  fit: (value: Value, type: ParameterType) => Value;
  onChange: (filters: Condition<Value>[]) => void;
  onAdd: () => void;
}

/** Conditions on rows, joined by AND. */
export function ConditionFields<Value>({
  table,
  filters,
  path,
  faultOf,
  children,
  fit,
  onChange,
  onAdd,
}: Props<Value>) {
  const { t } = useTranslation('endpoints');
  const set = (place: number, item: Condition<Value> | undefined) =>
    onChange(replaced(filters, place, item));
  const compare = (place: number, one: Condition<Value>) =>
    set(place, { ...one, value: fit(one.value, typeOfValue(table, one)) });
  return (
    <>
      {filters.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('filters.none')}
        </Text>
      )}
      <ul className={classes.lines}>
        {filters.map((one, i) => (
          <ConditionLine
            key={i}
            one={one}
            faultOf={faultOf}
            path={path}
            i={i}
            table={table}
            compare={compare}
            input={children}
            set={set}
          />
        ))}
      </ul>
      {filters.length < MAX_FILTERS && (
        <Button
          mt="sm"
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={onAdd}
        >
          {t('filters.add')}
        </Button>
      )}
    </>
  );
}

function ConditionLine<Value>({
  one,
  faultOf,
  path,
  i,
  table,
  compare,
  input,
  set,
}: {
  one: Condition<Value>;
  faultOf: (path: string) => string | undefined;
  path: string;
  i: number;
  table: Table;
  compare: (place: number, one: Condition<Value>) => void;
  input: (one: Condition<Value>, place: number, type: ParameterType) => ReactNode;
  set: (place: number, item: Condition<Value> | undefined) => void;
}) {
  const { t } = useTranslation('endpoints');
  return (
    <li className={classes.line}>
      <NativeSelect
        label={t('filters.field')}
        value={one.field}
        error={faultOf(`${path}.${i}.field`)}
        data={fieldOptions(table, one.field, ['id'])}
        onChange={event => {
          const field = event.currentTarget.value;
          const op = opsOf(table, field).includes(one.op) ? one.op : 'eq';
          compare(i, { ...one, field, op });
        }}
      />
      <NativeSelect
        label={t('filters.op')}
        value={one.op}
        error={faultOf(`${path}.${i}.op`)}
        data={opsOf(table, one.field).map(value => ({ value, label: t(`ops.${value}`) }))}
        onChange={event => compare(i, { ...one, op: event.currentTarget.value as 'eq' })}
      />
      {input(one, i, typeOfValue(table, one))}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('filters.remove', { place: i + 1 })}
        onClick={() => set(i, undefined)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}
