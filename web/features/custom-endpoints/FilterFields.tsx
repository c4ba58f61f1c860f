import {
  MAX_PARAMETERS,
  type AggregateAction,
  type EndpointFilter,
  type RowsAction,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { useTranslation } from 'react-i18next';
import { fitted, optionsFor, replaced, valueFor } from '../../lib/conditions.ts';
import { ConditionFields } from '../../ui/query/ConditionFields.tsx';
import { withParameterFor } from './draft.ts';
import type { Part } from './parts.ts';
import { SourceField } from './SourceField.tsx';

/** Conditions on the rows, with constants or what callers send. */
export function FilterFields({
  definition,
  table,
  onChange,
  faultOf,
}: Part<RowsAction | AggregateAction>) {
  const { t } = useTranslation('endpoints');
  const { action, parameters } = definition;
  const { filters } = action;
  const set = (next: EndpointFilter[], of = definition) =>
    onChange({ ...of, action: { ...action, filters: next } });
  const parameterFor = (index: number, filter: EndpointFilter) => {
    const { definition: more, source } = withParameterFor(
      definition,
      filter.field === 'id' ? 'id' : (table.fields.find(({ id }) => id === filter.field) ?? 'id'),
      definition.method === 'GET' ? 'query' : 'body',
      false,
    );
    set(replaced(filters, index, { ...filter, value: source }), { ...more, action });
  };
  const [field] = table.fields;
  const added = {
    field: field?.id ?? 'id',
    op: 'eq',
    value: { constant: valueFor(field) },
  } as const;
  return (
    <ConditionFields
      table={table}
      filters={filters}
      path="action.filters"
      faultOf={faultOf}
      fit={(value, type) =>
        'constant' in value ? { constant: fitted(type, value.constant) } : value
      }
      onChange={next => set(next)}
      onAdd={() => set([...filters, added])}
    >
      {(one, i, type) => (
        <SourceField
          label={t('filters.value')}
          source={one.value}
          parameters={parameters}
          type={type}
          options={optionsFor(table, one)}
          several={one.op === 'in'}
          error={faultOf(`action.filters.${i}.value`)}
          onChange={value => set(replaced(filters, i, { ...one, value }))}
          onNew={parameters.length < MAX_PARAMETERS ? () => parameterFor(i, one) : undefined}
        />
      )}
    </ConditionFields>
  );
}
