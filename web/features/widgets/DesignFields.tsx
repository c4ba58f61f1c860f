import type { ReadField } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Table } from '@hzm/contracts/features/tables/table';
import {
  MAX_TEMPLATE_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_WIDGET_ROWS,
  type CustomSettings,
  type FormSettings,
  type TableSettings,
  type WidgetSettings,
  type WidgetType,
} from '@hzm/contracts/features/widgets/settings';
import { NativeSelect, NumberInput, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LabelChoice } from '../../ui/query/LabelChoice.tsx';
import { SortFields } from '../../ui/query/SortFields.tsx';
import { ChartFields } from './ChartFields.tsx';
import { asked, beginning, readFrom, usable, withoutHidden } from './design.ts';
import { FieldList } from './FieldList.tsx';
import { Part } from './Part.tsx';
import { RowFilters } from './RowFilters.tsx';

interface Props {
  type: WidgetType;
  settings: WidgetSettings | null;
  tables: readonly Table[];
  /** Returns the error of a member, by its path in the settings. */
  faultOf: (path: string) => string | undefined;
  onChange: (settings: WidgetSettings) => void;
}

/** Chooses the table of a widget, and what its type needs of it. */
export function DesignFields({ type, settings, tables, faultOf, onChange }: Props) {
  const { t } = useTranslation('widgets');
  const choices = usable(tables);
  const tableId = settings?.tableId ?? '';
  const known = tables.find(({ id }) => id === tableId);
  const choose = (id: string) => {
    const table = choices.find(one => one.id === id);
    if (table) onChange(beginning(type, table, t('design.count'), choices));
  };
  if (choices.length === 0 && settings === null)
    return <Text size="sm">{t('design.noTables')}</Text>;
  return (
    <>
      <NativeSelect
        label={t('design.table')}
        value={tableId}
        error={faultOf('tableId')}
        data={[
          ...(settings === null ? [{ value: '', label: t('design.chooseTable') }] : []),
          ...(settings && !choices.some(({ id }) => id === tableId)
            ? [{ value: tableId, label: known?.name ?? '—' }]
            : []),
          ...choices.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={event => choose(event.currentTarget.value)}
      />
      {settings && known && (
        <TypeFields
          settings={settings}
          table={withoutHidden(known)}
          tables={choices}
          faultOf={faultOf}
          onChange={onChange}
        />
      )}
    </>
  );
}

interface Of<Settings> {
  settings: Settings;
  table: Table;
  tables: readonly Table[];
  faultOf: (path: string) => string | undefined;
  onChange: (settings: WidgetSettings) => void;
}

function TypeFields({ settings, ...part }: Of<WidgetSettings>) {
  switch (settings.type) {
    case 'chart':
      return <ChartFields settings={settings} {...part} />;
    case 'form':
      return <FormFields settings={settings} {...part} />;
    default:
      return <RowsFields settings={settings} {...part} />;
  }
}

/** The columns of a widget; related rows are told by the names that its maker chose to show. */
function ReadFields({
  settings,
  table,
  tables,
  faultOf,
  onChange,
}: Of<TableSettings | CustomSettings>) {
  const { t } = useTranslation('widgets');
  const own = (['id', 'created_at', 'updated_at', '_version'] as const).map(field => ({
    field,
    name: t(`own.${field}`),
  }));
  return (
    <FieldList
      table={table}
      items={settings.fields}
      own={own}
      label={name => t('design.heading', { name })}
      faultOf={faultOf}
      make={(chosen): ReadField => {
        const field = table.fields.find(({ id }) => id === chosen.field);
        return field ? readFrom(field, tables) : chosen;
      }}
      onChange={fields => onChange({ ...settings, fields })}
    >
      {(item, write) => (
        <LabelChoice
          field={table.fields.find(({ id }) => id === item.field)}
          tables={tables}
          label={item.label}
          error={faultOf(`fields.${settings.fields.indexOf(item)}.label`)}
          onChange={label => write({ ...item, label })}
        />
      )}
    </FieldList>
  );
}

function RowsFields(part: Of<TableSettings | CustomSettings>) {
  const { settings, table, faultOf, onChange } = part;
  const { t } = useTranslation('widgets');
  return (
    <>
      <Part title={t('design.fields')}>
        <ReadFields {...part} />
      </Part>
      {settings.type === 'custom' && (
        <Textarea
          label={t('design.template')}
          description={t('design.templateHint', {
            places: settings.fields.map(({ name }) => `{{${name}}}`).join(' '),
          })}
          autosize
          minRows={4}
          maxRows={16}
          maxLength={MAX_TEMPLATE_LENGTH}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={settings.template}
          error={faultOf('template')}
          onChange={event => onChange({ ...settings, template: event.currentTarget.value })}
        />
      )}
      <Part title={t('design.filters')}>
        <RowFilters settings={settings} table={table} faultOf={faultOf} onChange={onChange} />
      </Part>
      <SortFields
        table={table}
        sort={settings.sort}
        path="sort"
        faultOf={faultOf}
        onChange={sort => onChange({ ...settings, sort })}
      />
      <NumberInput
        hideControls
        label={t('design.limit', { most: MAX_WIDGET_ROWS })}
        min={1}
        max={MAX_WIDGET_ROWS}
        allowDecimal={false}
        value={settings.limit}
        error={faultOf('limit')}
        onChange={limit => onChange({ ...settings, limit: Number(limit) })}
      />
    </>
  );
}

function FormFields({ settings, table, faultOf, onChange }: Of<FormSettings>) {
  const { t } = useTranslation('widgets');
  return (
    <>
      <Part title={t('design.questions')}>
        <FieldList
          table={asked(table)}
          items={settings.fields}
          own={[]}
          label={name => t('design.question', { name })}
          faultOf={faultOf}
          make={chosen => ({ ...chosen, help: '' })}
          onChange={fields => onChange({ ...settings, fields })}
        >
          {(item, write) => (
            <TextInput
              label={t('design.help')}
              value={item.help}
              maxLength={MAX_TEXT_LENGTH}
              onChange={event => write({ ...item, help: event.currentTarget.value })}
            />
          )}
        </FieldList>
      </Part>
      <Textarea
        label={t('design.thanks')}
        autosize
        minRows={2}
        maxLength={MAX_TEXT_LENGTH}
        value={settings.thanks}
        error={faultOf('thanks')}
        onChange={event => onChange({ ...settings, thanks: event.currentTarget.value })}
      />
    </>
  );
}
