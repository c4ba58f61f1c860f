import * as z from 'zod';
import { everyday } from '../../core/everyday.ts';
import { Id } from '../../core/ids.ts';
import { storable } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';
import {
  AggregateAction,
  ChosenField,
  ComputedValue,
  Constant,
  EndpointFilter,
  MAX_FILTERS,
  ReadField,
  RowsAction,
  type EndpointAction,
  type EndpointDefinition,
} from '../custom-endpoints/definition.ts';
import { fieldTypeGroups, type FieldType } from '../tables/field-types.ts';

export const MAX_WIDGET_ROWS = 500;
/** Maximum bytes of a widget's settings as JSON. */
export const MAX_SETTINGS_BYTES = 32 * 1024;
export const MAX_WIDGET_FIELDS = 50;
export const MAX_TEMPLATE_LENGTH = 8_000;
export const MAX_TEXT_LENGTH = 500;

export const WidgetType = z.enum(['table', 'chart', 'form', 'custom']);
export type WidgetType = z.output<typeof WidgetType>;

/** A condition on the rows that a widget shows. */
const WidgetFilter = z.strictObject({
  field: EndpointFilter.shape.field,
  op: EndpointFilter.shape.op,
  value: Constant,
});

const source = {
  tableId: Id,
  filters: list(WidgetFilter, { min: 0, max: MAX_FILTERS }).default([]),
};
const rows = {
  ...source,
  fields: list(ReadField, { min: 1, max: MAX_WIDGET_FIELDS }),
  sort: RowsAction.shape.sort,
  limit: z.int().min(1).max(MAX_WIDGET_ROWS).default(100),
};

/** The rows of a table, with the chosen fields as columns. */
export const TableSettings = z.strictObject({ type: z.literal('table'), ...rows });
export type TableSettings = z.output<typeof TableSettings>;

export const ChartKind = z.enum(['bar', 'line', 'pie']);

/** One figure for each value of the field `group`. */
export const ChartSettings = z.strictObject({
  type: z.literal('chart'),
  ...source,
  chart: ChartKind.default('bar'),
  group: AggregateAction.shape.group.unwrap().unwrap(),
  value: ComputedValue,
});
export type ChartSettings = z.output<typeof ChartSettings>;

/** A field that a form asks for: its label is `name`. */
const AskedField = z.strictObject({
  field: Id,
  name: ChosenField.shape.name,
  help: storable(z.string().trim().max(MAX_TEXT_LENGTH)).default(''),
});

/** Types whose values are no single answer, so that a form cannot ask for them. */
export const unaskedTypes: ReadonlySet<FieldType> = new Set<FieldType>([
  ...fieldTypeGroups.matrix,
  'object',
  'array',
  'currency',
  'weight',
  ...everyday.flatMap(([name, { isGiven }]) => (isGiven ? [name] : [])),
]);

/** Questions in their order. Each answer becomes a row of the table. */
export const FormSettings = z.strictObject({
  type: z.literal('form'),
  tableId: Id,
  fields: list(AskedField, { min: 1, max: MAX_WIDGET_FIELDS }),
  thanks: storable(z.string().trim().max(MAX_TEXT_LENGTH)).default(''),
});
export type FormSettings = z.output<typeof FormSettings>;

/**
 * Rows drawn by a template: plain text in which `{{name}}` stands for a field's value. Lines
 * beginning with `# ` are headings, those with `- ` items.
 */
export const CustomSettings = z.strictObject({
  type: z.literal('custom'),
  ...rows,
  template: storable(z.string().min(1).max(MAX_TEMPLATE_LENGTH)),
});
export type CustomSettings = z.output<typeof CustomSettings>;

/** The settings of a widget, one shape for each type. */
export const WidgetSettings = z
  .discriminatedUnion('type', [TableSettings, ChartSettings, FormSettings, CustomSettings])
  .meta({ id: 'WidgetSettings' });
export type WidgetSettings = z.output<typeof WidgetSettings>;

const encoder = new TextEncoder();
/** Submitted settings, with a bounded size. */
export const SentSettings = WidgetSettings.refine(
  settings => encoder.encode(JSON.stringify(settings)).byteLength <= MAX_SETTINGS_BYTES,
  { error: 'widget-too-large' },
);

const filtersOf = ({ filters }: TableSettings | ChartSettings | CustomSettings) =>
  filters.map(({ value, ...filter }) => ({ ...filter, value: { constant: value } }));

function actionOf(settings: WidgetSettings): EndpointAction {
  const { tableId } = settings;
  switch (settings.type) {
    case 'chart': {
      const { group, value } = settings;
      return { kind: 'aggregate', tableId, filters: filtersOf(settings), group, values: [value] };
    }
    case 'form':
      return {
        kind: 'insert',
        tableId,
        values: settings.fields.map(({ field }) => ({ field, value: { parameter: `f${field}` } })),
        fields: [{ field: 'id', name: 'id' }],
      };
    default: {
      const { fields, sort, limit } = settings;
      const whole = { paged: false, single: false, lookups: [] };
      return { kind: 'rows', tableId, fields, filters: filtersOf(settings), sort, limit, ...whole };
    }
  }
}

/**
 * Returns what a widget does as the definition of an endpoint, so that both are checked, answered
 * and copied by the same code. A form takes its values under `f<field id>`.
 */
export function definitionOf(settings: WidgetSettings): EndpointDefinition {
  const isForm = settings.type === 'form';
  return {
    method: isForm ? 'POST' : 'GET',
    path: 'widget',
    description: '',
    parameters: isForm
      ? settings.fields.map(({ field }) => ({
          name: `f${field}`,
          in: 'body',
          type: 'json',
          required: true,
          description: '',
        }))
      : [],
    action: actionOf(settings),
    caller: isForm ? 'key' : 'public',
    rate: 'default',
  };
}
