import {
  computations,
  type AggregateAction,
  type ComputedValue,
} from '@hzm/contracts/features/custom-endpoints/definition';
import type { Table } from '@hzm/contracts/features/tables/table';
import type { Field } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fieldOptions, replaced, summable } from '../../lib/conditions.ts';
import { LabelChoice } from '../../ui/query/LabelChoice.tsx';
import { FilterFields } from './FilterFields.tsx';
import type { Part } from './parts.ts';
import { Section } from './Section.tsx';
import classes from './Endpoints.module.css';

/** Fields of an endpoint that aggregates rows, in total or by a field's values. */
export function AggregateFields(part: Part<AggregateAction>) {
  const { t } = useTranslation('endpoints');
  const { definition, table, onChange } = part;
  const { action } = definition;
  const change = (more: Partial<AggregateAction>) =>
    onChange({ ...definition, action: { ...action, ...more } });
  const set = (index: number, item: ComputedValue | undefined) =>
    change({ values: replaced(action.values, index, item) });
  const numbers = { ...table, fields: summable(table.fields) };
  const [first] = numbers.fields;
  const compute = (index: number, one: ComputedValue, to: ComputedValue['compute']) => {
    const { field = first?.id, ...rest } = one;
    set(
      index,
      to === 'count' || field === undefined
        ? { ...rest, compute: to }
        : { ...rest, compute: to, field },
    );
  };
  return (
    <>
      <Section title={t('sections.filters')}>
        <FilterFields {...part} />
      </Section>
      <Section title={t('sections.computed')}>
        <Stack gap="sm">
          <GroupField part={part} change={change} />
          <ul className={classes.lines}>
            {action.values.map((one, i) => (
              <ComputedLine
                key={i}
                one={one}
                first={first}
                compute={compute}
                i={i}
                part={part}
                numbers={numbers}
                set={set}
              />
            ))}
          </ul>
          {action.values.length < 10 && <AddComputed change={change} part={part} first={first} />}
        </Stack>
      </Section>
    </>
  );
}

function GroupField({
  part: { definition, table, tables, faultOf },
  change,
}: {
  part: Part<AggregateAction>;
  change: (more: Partial<AggregateAction>) => void;
}) {
  const { t } = useTranslation('endpoints');
  const { group } = definition.action;
  const chosen = (id: string) => table.fields.find(one => one.id === id);
  const choose = (id: string) => {
    const field = chosen(id);
    change({ group: field ? { field: id, name: field.name } : null });
  };
  return (
    <>
      <NativeSelect
        label={t('aggregate.group')}
        value={group?.field ?? ''}
        error={faultOf('action.group.field')}
        data={[
          { value: '', label: t('aggregate.all') },
          ...fieldOptions(table, group?.field ?? ''),
        ]}
        onChange={event => choose(event.currentTarget.value)}
      />
      {group && (
        <LabelChoice
          field={chosen(group.field)}
          tables={tables}
          label={group.label}
          error={faultOf('action.group.label')}
          onChange={label => change({ group: { ...group, label } })}
        />
      )}
    </>
  );
}

function ComputedLine({
  one,
  first,
  compute,
  i,
  part,
  numbers,
  set,
}: {
  one: ComputedValue;
  first: Field | undefined;
  compute: (
    index: number,
    one: ComputedValue,
    to: 'maximum' | 'minimum' | 'count' | 'sum' | 'average',
  ) => void;
  i: number;
  part: Part<AggregateAction>;
  numbers: Table;
  set: (index: number, item: ComputedValue | undefined) => void;
}) {
  const { t } = useTranslation('endpoints');
  const { faultOf, definition } = part;
  const { action } = definition;
  return (
    <li className={classes.line}>
      <NativeSelect
        label={t('aggregate.compute')}
        value={one.compute}
        data={computations
          .filter(value => value === 'count' || first !== undefined || value === one.compute)
          .map(value => ({ value, label: t(`computations.${value}`) }))}
        onChange={event => compute(i, one, event.currentTarget.value as 'count')}
      />
      {one.compute !== 'count' && (
        <NativeSelect
          label={t('aggregate.field')}
          value={one.field ?? ''}
          error={faultOf(`action.values.${i}.field`)}
          data={fieldOptions(numbers, one.field ?? '')}
          onChange={event => set(i, { ...one, field: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={t('aggregate.name')}
        value={one.name}
        maxLength={100}
        error={faultOf(`action.values.${i}.name`)}
        onChange={event => set(i, { ...one, name: event.currentTarget.value })}
      />
      {action.values.length > 1 && <RemoveComputed one={one} set={set} i={i} />}
    </li>
  );
}

function RemoveComputed({
  one,
  set,
  i,
}: {
  one: ComputedValue;
  set: (index: number, item: ComputedValue | undefined) => void;
  i: number;
}) {
  const { t } = useTranslation('endpoints');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t('aggregate.remove', { name: one.name })}
      onClick={() => set(i, undefined)}
    >
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  );
}

function AddComputed({
  change,
  part,
  first,
}: {
  change: (more: Partial<AggregateAction>) => void;
  part: Part<AggregateAction>;
  first: Field | undefined;
}) {
  const { t } = useTranslation('endpoints');
  const { definition } = part;
  const { action } = definition;
  return (
    <div>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() =>
          change({
            values: [
              ...action.values,
              first
                ? { compute: 'sum', field: first.id, name: `sum${action.values.length}` }
                : { compute: 'count', name: `count${action.values.length}` },
            ],
          })
        }
      >
        {t('aggregate.add')}
      </Button>
    </div>
  );
}
