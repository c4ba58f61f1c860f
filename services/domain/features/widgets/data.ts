import { namedChoices } from '@hzm/contracts/core/choices';
import { hasOptions } from '@hzm/contracts/core/everyday';
import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { ReadField, RowsAction } from '@hzm/contracts/features/custom-endpoints/definition';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import {
  definitionOf,
  MAX_WIDGET_ROWS,
  type WidgetSettings,
} from '@hzm/contracts/features/widgets/settings';
import type { Asking } from '@hzm/services/core/engine';
import { orderKey, sectionAt, sectionsOf } from '@hzm/services/core/ports/value';
import { computed } from '../custom-endpoints/aggregate.ts';
import { readRows } from '../custom-endpoints/read-rows.ts';
import type { EndpointTable } from '../custom-endpoints/table.ts';
import { orderOf } from '../rows/choice-query.ts';
import { faultsIn, widgetTables } from './resolve.ts';

/** Maximum bytes of a content for strangers as JSON, and of the rows that are read for it. */
const FOR_STRANGERS = { answer: 1024 * 1024, read: 4 * 1024 * 1024 };

/** A column of a widget: its heading, and the type of its field unless it is computed. */
export interface Column {
  readonly name: string;
  readonly type: FieldType | undefined;
}

/** Settings with the table that they fit. */
export interface ShownTable {
  readonly settings: WidgetSettings;
  readonly table: EndpointTable;
}

/** The content of a widget: values by the names of its columns, and nothing else. */
export interface Content extends ShownTable {
  readonly columns: readonly Column[];
  readonly rows: readonly JsonObject[];
  /** The ids of the rows that a form has brought; empty for strangers and other widgets. */
  readonly rowIds: readonly string[];
}

/** The id of a row beside its columns, which have names. */
const ID = { field: 'id', name: '' } as const;
const withIds = (reading: RowsAction): RowsAction => ({
  ...reading,
  fields: [...reading.fields, ID],
});
const withoutId = (row: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== ID.name));

const columnOf = (table: EndpointTable, { field, name, label }: ReadField): Column => ({
  name,
  type: label ? undefined : table.byId.get(field)?.type,
});

/** Returns the rows that a form has brought, for people of its project. */
const rowsOfForm = ({ fields, tableId }: WidgetSettings & { type: 'form' }): RowsAction => ({
  kind: 'rows',
  tableId,
  fields,
  filters: [],
  sort: [{ field: 'created_at', order: 'desc' }],
  limit: MAX_WIDGET_ROWS,
  paged: false,
  single: false,
  lookups: [],
});

/**
 * Returns settings with their table. @throws Problem NOT_FOUND for a draft, CONFLICT for a broken
 * widget
 */
export async function shownTable(
  engine: Asking['engine'],
  { projectId, settings }: { projectId: string; settings: WidgetSettings | null },
): Promise<ShownTable> {
  if (!settings) throw new Problem('NOT_FOUND', { text: 'widget-draft' });
  const tables = await widgetTables(engine, projectId, settings);
  if (faultsIn(settings, tables).length > 0)
    throw new Problem('CONFLICT', { text: 'widget-broken' });
  return { settings, table: tables.get(settings.tableId)! };
}

/** Writes options by their names, which readers of a widget know, and the names of rows as a text. */
function named(
  { byId }: EndpointTable,
  chosen: readonly ReadField[],
  rows: readonly JsonObject[],
): readonly JsonObject[] {
  const options = new Map(
    chosen.flatMap(({ field, name }) => {
      const of = byId.get(field);
      return of && hasOptions(of.type) ? [[name, of.validation.options ?? []] as const] : [];
    }),
  );
  const labelled = new Set(chosen.flatMap(({ name, label }) => (label ? [name] : [])));
  if (options.size + labelled.size === 0) return rows;
  const told = (name: string, value: Json | undefined): Json | undefined => {
    if (labelled.has(name) && Array.isArray(value)) return value.join(', ');
    const choices = options.get(name);
    return choices && value !== undefined ? namedChoices(choices, value) : value;
  };
  return rows.map(row =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, told(name, value)])),
  );
}

const collator = new Intl.Collator('tr', { numeric: true });
const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Orders groups: numbers by size, texts as in Turkish, rows without a value last. */
function order(a: Json, b: Json): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(textOf(a), textOf(b));
}

/** Orders groups by options in their order, or by their values. */
function orderIn(field: Field | undefined): (a: Json, b: Json) => number {
  if (!field || !hasOptions(field.type)) return order;
  const sections = sectionsOf(orderOf(field) ?? { texts: [], areLists: false });
  const place = (value: Json): number =>
    value === null ? sections.length + 1 : sectionAt(sections, orderKey(value));
  return (a, b) => place(a) - place(b) || order(a, b);
}

/**
 * Reads what a widget shows. @param isMember whether the reader may see what others sent by a form
 * @throws Problem PAYLOAD_TOO_LARGE
 */
export async function contentOf(
  asking: Asking,
  { settings, table }: ShownTable,
  isMember: boolean,
): Promise<Content> {
  const { action } = definitionOf(settings);
  const none = new Map<string, Json>();
  if (settings.type === 'chart' && action.kind === 'aggregate') {
    const { groups = [] } = await computed(asking, table, action, none);
    const { name } = settings.group;
    const columns = [
      columnOf(table, settings.group),
      { name: settings.value.name, type: undefined },
    ];
    const by = orderIn(table.byId.get(settings.group.field));
    const rows = (groups as JsonObject[]).toSorted((a, b) =>
      by(memberOf(a, name) ?? null, memberOf(b, name) ?? null),
    );
    return {
      settings,
      table,
      columns,
      rows: named(table, [settings.group], rows),
      rowIds: [],
    };
  }
  const reading = settings.type === 'form' ? rowsOfForm(settings) : (action as RowsAction);
  const columns = reading.fields.map(field => columnOf(table, field));
  const shown = { settings, table, columns };
  const isForm = settings.type === 'form';
  if (isForm && !isMember) return { ...shown, rows: [], rowIds: [] };
  const { data } = await asking.engine.lists.run(asking.source, () =>
    readRows(asking, table, isForm ? withIds(reading) : reading, none, {
      limit: reading.limit,
      cursor: undefined,
      ...(!isMember && { bytes: FOR_STRANGERS }),
    }),
  );
  const rows = named(table, reading.fields, data['rows'] as JsonObject[]);
  if (!isForm) return { ...shown, rows, rowIds: [] };
  const rowIds = rows.map(row => memberOf(row, ID.name) as string);
  return { ...shown, rows: rows.map(withoutId), rowIds };
}
