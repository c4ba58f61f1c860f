import type { Table } from '@hzm/contracts/features/tables/table';
import type {
  ChartSettings,
  CustomSettings,
  TableSettings,
  WidgetSettings,
} from '@hzm/contracts/features/widgets/settings';
import { fitted, optionsFor, replaced, valueFor } from '../../lib/conditions.ts';
import { ConditionFields } from '../../ui/query/ConditionFields.tsx';
import { ConstantField } from '../../ui/query/ConstantField.tsx';

interface Props {
  settings: TableSettings | ChartSettings | CustomSettings;
  table: Table;
  faultOf: (path: string) => string | undefined;
  onChange: (settings: WidgetSettings) => void;
}

/** Conditions on the rows of a widget, with values that never change. */
export function RowFilters({ settings, table, faultOf, onChange }: Props) {
  const { filters } = settings;
  const [field] = table.fields;
  const set = (next: typeof filters) => onChange({ ...settings, filters: next });
  return (
    <ConditionFields
      table={table}
      filters={filters}
      path="filters"
      faultOf={faultOf}
      fit={(value, type) => fitted(type, value)}
      onChange={set}
      onAdd={() =>
        set([...filters, { field: field?.id ?? 'id', op: 'eq', value: valueFor(field) }])
      }
    >
      {(one, place, type) => (
        <ConstantField
          type={type}
          options={optionsFor(table, one)}
          several={one.op === 'in'}
          value={one.value}
          error={faultOf(`filters.${place}.value`)}
          onChange={value => set(replaced(filters, place, { ...one, value }))}
        />
      )}
    </ConditionFields>
  );
}
