import { computations } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { Table } from '@hzm/contracts/features/tables/table';
import {
  ChartKind,
  type ChartSettings,
  type WidgetSettings,
} from '@hzm/contracts/features/widgets/settings';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldOptions, summable } from '../../lib/conditions.ts';
import { LabelChoice } from '../../ui/query/LabelChoice.tsx';
import { readFrom } from './design.ts';
import { Part } from './Part.tsx';
import { RowFilters } from './RowFilters.tsx';
import classes from './Widgets.module.css';

interface Props {
  settings: ChartSettings;
  table: Table;
  tables: readonly Table[];
  faultOf: (path: string) => string | undefined;
  onChange: (settings: WidgetSettings) => void;
}

/** Kind of a chart, the field that groups its rows, and the figure of each group. */
export function ChartFields({ settings, table, tables, faultOf, onChange }: Props) {
  const { t } = useTranslation(['widgets', 'endpoints']);
  const { chart, value } = settings;
  const numbers = { ...table, fields: summable(table.fields) };
  const [first] = numbers.fields;
  const change = (more: Partial<ChartSettings>) => onChange({ ...settings, ...more });
  const headingOf = ({ compute, field }: Omit<ChartSettings['value'], 'name'>): string => {
    if (compute === 'count') return t('design.count');
    const { name = '—' } = table.fields.find(({ id }) => id === field) ?? {};
    return `${t(`endpoints:computations.${compute}`)}: ${name}`;
  };
  // A heading that nobody wrote follows the calculation.
  const figure = (next: Omit<ChartSettings['value'], 'name'>) =>
    change({
      value: { ...next, name: value.name === headingOf(value) ? headingOf(next) : value.name },
    });
  const compute = (to: ChartSettings['value']['compute']) => {
    const { field = first?.id } = value;
    figure(to === 'count' || field === undefined ? { compute: to } : { compute: to, field });
  };
  return (
    <>
      <NativeSelect
        label={t('design.chart')}
        value={chart}
        data={ChartKind.options.map(kind => ({ value: kind, label: t(`charts.${kind}`) }))}
        onChange={event => change({ chart: event.currentTarget.value as 'bar' })}
      />
      <Part title={t('design.group')}>
        <GroupFields
          settings={settings}
          faultOf={faultOf}
          table={table}
          tables={tables}
          change={change}
        />
      </Part>
      <Part title={t('design.figure')}>
        <FigureFields
          settings={settings}
          faultOf={faultOf}
          first={first}
          compute={compute}
          numbers={numbers}
          figure={figure}
          change={change}
        />
      </Part>
      <Part title={t('design.filters')}>
        <RowFilters settings={settings} table={table} faultOf={faultOf} onChange={onChange} />
      </Part>
    </>
  );
}

function GroupFields({
  settings,
  faultOf,
  table,
  tables,
  change,
}: {
  settings: ChartSettings;
  faultOf: (path: string) => string | undefined;
  table: Table;
  tables: readonly Table[];
  change: (more: Partial<ChartSettings>) => void;
}) {
  const { t } = useTranslation(['widgets', 'endpoints']);
  const { group } = settings;
  return (
    <div className={classes.pair}>
      <NativeSelect
        label={t('design.groupField')}
        value={group.field}
        error={faultOf('group.field')}
        data={fieldOptions(table, group.field)}
        onChange={event => {
          const field = event.currentTarget.value;
          const chosen = table.fields.find(({ id }) => id === field);
          if (chosen) change({ group: readFrom(chosen, tables) });
        }}
      />
      <TextInput
        label={t('design.groupName')}
        value={group.name}
        maxLength={100}
        error={faultOf('group.name')}
        onChange={event => change({ group: { ...group, name: event.currentTarget.value } })}
      />
      <LabelChoice
        field={table.fields.find(({ id }) => id === group.field)}
        tables={tables}
        label={group.label}
        error={faultOf('group.label')}
        onChange={label => change({ group: { ...group, label } })}
      />
    </div>
  );
}

function FigureFields({
  settings,
  faultOf,
  first,
  compute,
  numbers,
  figure,
  change,
}: {
  settings: ChartSettings;
  faultOf: (path: string) => string | undefined;
  first: Field | undefined;
  compute: (to: 'maximum' | 'minimum' | 'count' | 'sum' | 'average') => void;
  numbers: Table;
  figure: (next: {
    field?: string;
    compute: 'maximum' | 'minimum' | 'count' | 'sum' | 'average';
  }) => void;
  change: (more: Partial<ChartSettings>) => void;
}) {
  const { t } = useTranslation(['widgets', 'endpoints']);
  const { value } = settings;
  return (
    <div className={classes.pair}>
      <NativeSelect
        label={t('design.compute')}
        value={value.compute}
        error={faultOf('value.compute')}
        data={computations
          .filter(one => one === 'count' || first !== undefined || one === value.compute)
          .map(one => ({ value: one, label: t(`endpoints:computations.${one}`) }))}
        onChange={event => compute(event.currentTarget.value as 'count')}
      />
      {value.compute !== 'count' && (
        <NativeSelect
          label={t('design.figureField')}
          value={value.field ?? ''}
          error={faultOf('value.field')}
          data={fieldOptions(numbers, value.field ?? '')}
          onChange={event => figure({ compute: value.compute, field: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={t('design.figureName')}
        value={value.name}
        maxLength={100}
        error={faultOf('value.name')}
        onChange={event => change({ value: { ...value, name: event.currentTarget.value } })}
      />
    </div>
  );
}
