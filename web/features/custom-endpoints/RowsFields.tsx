import type { Lookup } from '@hzm/contracts/features/custom-endpoints/definition';
import {
  MAX_ENDPOINT_ROWS,
  MAX_LOOKUPS,
  type RowsAction,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { fieldTypeGroups } from '@hzm/contracts/features/tables/field-types';
import type { Table } from '@hzm/contracts/features/tables/table';
import type { Field } from '@hzm/contracts/features/tables/table';
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fieldOptions, replaced } from '../../lib/conditions.ts';
import { SortFields } from '../../ui/query/SortFields.tsx';
import { ChosenFields } from './ChosenFields.tsx';
import { slugOf } from './draft.ts';
import { FilterFields } from './FilterFields.tsx';
import type { Part } from './parts.ts';
import { Section } from './Section.tsx';
import classes from './Endpoints.module.css';

const relational: readonly string[] = fieldTypeGroups.relational;

/** Fields of an endpoint that answers rows: conditions, fields, order and limit. */
export function RowsFields(part: Part<RowsAction>) {
  const { t } = useTranslation('endpoints');
  const { definition, table, faultOf, onChange } = part;
  const { action } = definition;
  const change = (more: Partial<RowsAction>) =>
    onChange({ ...definition, action: { ...action, ...more } });
  return (
    <>
      <Section title={t('sections.filters')}>
        <FilterFields {...part} />
      </Section>
      <Section title={t('sections.answer')}>
        <Stack gap="md">
          <ChosenFields
            table={table}
            tables={part.tables}
            fields={action.fields}
            path="action.fields"
            faultOf={faultOf}
            onChange={fields => change({ fields })}
          />
          <Checkbox
            label={t('rows.single')}
            description={t('rows.singleHint')}
            checked={action.single}
            onChange={event =>
              change({
                single: event.currentTarget.checked,
                paged: event.currentTarget.checked ? false : action.paged,
              })
            }
          />
          {!action.single && <RowLimits part={part} change={change} />}
          <SortFields
            table={table}
            sort={action.sort}
            path="action.sort"
            faultOf={faultOf}
            onChange={sort => change({ sort })}
          />
          <Lookups {...part} />
        </Stack>
      </Section>
    </>
  );
}

function RowLimits({
  part,
  change,
}: {
  part: Part<RowsAction>;
  change: (more: Partial<RowsAction>) => void;
}) {
  const { t } = useTranslation('endpoints');
  const { definition, faultOf } = part;
  const { action } = definition;
  return (
    <Group align="flex-end" gap="md">
      <NumberInput
        hideControls
        label={t('rows.limit', { most: MAX_ENDPOINT_ROWS })}
        min={1}
        max={MAX_ENDPOINT_ROWS}
        allowDecimal={false}
        value={action.limit}
        error={faultOf('action.limit')}
        onChange={limit => change({ limit: Number(limit) })}
      />
      <Checkbox
        label={t('rows.paged')}
        pb={8}
        checked={action.paged}
        error={faultOf('action.paged')}
        onChange={event => change({ paged: event.currentTarget.checked })}
      />
    </Group>
  );
}

function Lookups({ definition, table, tables, onChange, faultOf }: Part<RowsAction>) {
  const { t } = useTranslation('endpoints');
  const { action } = definition;
  const references = table.fields.filter(({ type }) => relational.includes(type));
  const set = (lookups: RowsAction['lookups']) =>
    onChange({ ...definition, action: { ...action, lookups } });
  const fieldsOf = (tableId: string) =>
    tables
      .find(({ id }) => id === tableId)
      ?.fields.slice(0, 50)
      .map(({ id, name }) => ({ field: id, name })) ?? [];
  const [first] = references;
  const other = tables.find(({ id, fields }) => id !== table.id && fields.length > 0);
  if (action.lookups.length === 0 && (!first || !other)) return null;
  return (
    <div>
      <Text size="sm" fw={500}>
        {t('lookups.title')}
      </Text>
      <ul className={classes.lines}>
        {action.lookups.map((one, i) => (
          <LookupLine
            key={i}
            one={one}
            faultOf={faultOf}
            i={i}
            table={table}
            references={references}
            set={set}
            action={action}
            tables={tables}
            fieldsOf={fieldsOf}
          />
        ))}
      </ul>
      {first && other && action.lookups.length < MAX_LOOKUPS && (
        <Button
          mt="xs"
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() =>
            set([
              ...action.lookups,
              {
                field: first.id,
                tableId: other.id,
                name: `${slugOf(other.name) || 'row'}${action.lookups.length === 0 ? '' : action.lookups.length + 1}`,
                fields: fieldsOf(other.id),
              },
            ])
          }
        >
          {t('lookups.add')}
        </Button>
      )}
    </div>
  );
}

function LookupLine({
  one,
  faultOf,
  i,
  table,
  references,
  set,
  action,
  tables,
  fieldsOf,
}: {
  one: Lookup;
  faultOf: (path: string) => string | undefined;
  i: number;
  table: Table;
  references: Field[];
  set: (lookups: Lookup[]) => void;
  action: RowsAction;
  tables: readonly Table[];
  fieldsOf: (tableId: string) => { field: string; name: string }[];
}) {
  const { t } = useTranslation('endpoints');
  return (
    <li>
      <div className={classes.line}>
        <NativeSelect
          label={t('lookups.field')}
          value={one.field}
          error={faultOf(`action.lookups.${i}.field`)}
          data={fieldOptions({ ...table, fields: references }, one.field)}
          onChange={event =>
            set(replaced(action.lookups, i, { ...one, field: event.currentTarget.value }))
          }
        />
        <NativeSelect
          label={t('lookups.table')}
          value={one.tableId}
          error={faultOf(`action.lookups.${i}.tableId`)}
          data={tables
            .filter(({ fields }) => fields.length > 0)
            .map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event =>
            set(
              replaced(action.lookups, i, {
                ...one,
                tableId: event.currentTarget.value,
                fields: fieldsOf(event.currentTarget.value),
              }),
            )
          }
        />
        <RemoveLookup one={one} set={set} action={action} i={i} />
      </div>
    </li>
  );
}

function RemoveLookup({
  one,
  set,
  action,
  i,
}: {
  one: Lookup;
  set: (lookups: Lookup[]) => void;
  action: RowsAction;
  i: number;
}) {
  const { t } = useTranslation('endpoints');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t('lookups.remove', { name: one.name })}
      onClick={() => set(replaced(action.lookups, i, undefined))}
    >
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  );
}
