import { hasFiles, hasPeople } from '@hzm/contracts/core/everyday';
import type { ReadField } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import type { WidgetSettings, WidgetType } from '@hzm/contracts/features/widgets/settings';
import { MAX_WIDGET_FIELDS, unaskedTypes } from '@hzm/contracts/features/widgets/settings';
import { usualLabel } from '../../lib/row-labels.ts';

/** Returns a table with the fields that strangers may see. */
export const withoutHidden = (table: Table): Table => ({
  ...table,
  fields: table.fields.filter(
    ({ isHidden, type }) => !isHidden && !hasPeople(type) && !hasFiles(type),
  ),
});

/** Returns a table with the fields that a form may ask for. */
export const asked = (table: Table): Table => ({
  ...table,
  fields: table.fields.filter(({ type }) => !unaskedTypes.has(type)),
});

/** Returns the tables that a widget may show rows of, with the fields that it may show. */
export const usable = (tables: readonly Table[]): Table[] =>
  tables.map(withoutHidden).filter(({ fields }) => fields.length > 0);

/** Returns a template with the first field as its heading, and an item for each other one. */
export function templateOf(names: readonly string[]): string {
  const [heading = '', ...items] = names;
  return [`# {{${heading}}}`, ...items.map(name => `- ${name}: {{${name}}}`)].join('\n');
}

/** Returns a field as rows are read by it: related rows are told by their names. */
export function readFrom(field: Field, tables: readonly Table[]): ReadField & { field: string } {
  const label = usualLabel(field, tables);
  return { field: field.id, name: field.name, ...(label && { label }) };
}

/**
 * Returns the first settings of a type on a table of `usable`. @param figure names the number of
 * rows in a chart
 * @param tables those of `usable`, which fields may be related to
 */
export function beginning(
  type: WidgetType,
  table: Table,
  figure: string,
  tables: readonly Table[],
): WidgetSettings {
  const { id: tableId, fields } = type === 'form' ? asked(table) : table;
  const chosen = fields.slice(0, MAX_WIDGET_FIELDS).map(({ id, name }) => ({ field: id, name }));
  const read = fields.slice(0, MAX_WIDGET_FIELDS).map(field => readFrom(field, tables));
  const rows = { tableId, fields: read, filters: [], sort: [], limit: 100 };
  switch (type) {
    case 'table':
      return { type, ...rows };
    case 'custom':
      return { type, ...rows, template: templateOf(chosen.map(({ name }) => name)) };
    case 'form':
      return { type, tableId, fields: chosen.map(one => ({ ...one, help: '' })), thanks: '' };
    case 'chart':
      return {
        type,
        tableId,
        filters: [],
        chart: 'bar',
        group: read[0]!,
        value: { compute: 'count', name: figure },
      };
  }
}

/** Moves an item of a list by one place; the ends stay. */
export function moved<Item>(items: readonly Item[], from: number, by: -1 | 1): readonly Item[] {
  const to = from + by;
  if (to < 0 || to >= items.length) return items;
  return items.with(from, items[to]!).with(to, items[from]!);
}
