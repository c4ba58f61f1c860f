import {
  filterOps,
  MAX_FILTERS,
  MAX_PARAMETERS,
  type AggregateAction,
  type EndpointFilter,
  type RowsAction,
} from '@hzm/contracts/features/custom-endpoints/definition';
import type { Table } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Button, NativeSelect, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { typeFor, withParameterFor } from './draft.ts';
import { replaced, type Part } from './parts.ts';
import { SourceField } from './SourceField.tsx';
import classes from './Endpoints.module.css';

const fieldOf = (table: Table, id: string) => table.fields.find(one => one.id === id);
const opsOf = (table: Table, id: string): readonly EndpointFilter['op'][] => {
  if (id === 'id') return ['eq'];
  const type = typeFor(fieldOf(table, id)?.type ?? 'string');
  return filterOps.filter(op =>
    type === 'boolean'
      ? op === 'eq' || op === 'ne' || op === 'empty'
      : type === 'number'
        ? op !== 'contains'
        : true,
  );
};

/** Conditions on the rows, joined by AND. */
export function FilterFields({
  definition,
  table,
  onChange,
  faultOf,
}: Part<RowsAction | AggregateAction>) {
  const { t } = useTranslation('endpoints');
  const { action, parameters } = definition;
  const { filters } = action;
  const set = (index: number, item: EndpointFilter | undefined, of = definition) =>
    onChange({ ...of, action: { ...action, filters: replaced(filters, index, item) } });
  const parameterFor = (index: number, filter: EndpointFilter) => {
    const { definition: more, source } = withParameterFor(
      definition,
      filter.field === 'id' ? 'id' : (fieldOf(table, filter.field) ?? 'id'),
      definition.method === 'GET' ? 'query' : 'body',
      false,
    );
    set(index, { ...filter, value: source }, { ...more, action });
  };
  const add = () => {
    const [field] = table.fields;
    onChange({
      ...definition,
      action: {
        ...action,
        filters: [
          ...filters,
          {
            field: field?.id ?? 'id',
            op: 'eq',
            value: { constant: field && typeFor(field.type) === 'boolean' ? true : '' },
          },
        ],
      },
    });
  };
  return (
    <>
      {filters.length === 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('filters.none')}
        </Text>
      )}
      <ul className={classes.lines}>
        {filters.map((one, i) => (
          <li key={i} className={classes.line}>
            <NativeSelect
              label={t('filters.field')}
              value={one.field}
              error={faultOf(`action.filters.${i}.field`)}
              data={fieldOptions(table, one.field, ['id'])}
              onChange={event => {
                const field = event.currentTarget.value;
                set(i, { ...one, field, op: opsOf(table, field).includes(one.op) ? one.op : 'eq' });
              }}
            />
            <NativeSelect
              label={t('filters.op')}
              value={one.op}
              error={faultOf(`action.filters.${i}.op`)}
              data={opsOf(table, one.field).map(value => ({ value, label: t(`ops.${value}`) }))}
              onChange={event => set(i, { ...one, op: event.currentTarget.value as 'eq' })}
            />
            <SourceField
              label={t('filters.value')}
              source={one.value}
              parameters={parameters}
              type={
                one.op === 'empty'
                  ? 'boolean'
                  : one.op === 'in' || one.op === 'contains'
                    ? 'text'
                    : typeFor(
                        one.field === 'id' ? 'id' : (fieldOf(table, one.field)?.type ?? 'string'),
                      )
              }
              error={faultOf(`action.filters.${i}.value`)}
              onChange={value => set(i, { ...one, value })}
              onNew={parameters.length < MAX_PARAMETERS ? () => parameterFor(i, one) : undefined}
            />
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
        ))}
      </ul>
      {filters.length < MAX_FILTERS && (
        <Button
          mt="sm"
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={add}
        >
          {t('filters.add')}
        </Button>
      )}
    </>
  );
}

/** Returns the options of a table's fields; a removed one stays visible. */
export const fieldOptions = (table: Table, chosen: string, own: readonly string[] = []) => [
  ...(chosen !== '' && !own.includes(chosen) && !fieldOf(table, chosen)
    ? [{ value: chosen, label: '—' }]
    : []),
  ...table.fields.map(({ id, name }) => ({ value: id, label: name })),
  ...own.map(value => ({ value, label: value })),
];
