import { type Json, type JsonObject } from '@hzm/contracts/core/json';
import { Details, Problem } from '@hzm/contracts/core/problem';
import type { ChosenField, WriteAction } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Context, Result } from '@hzm/services/core/engine';
import { writeRow } from '../custom-endpoints/write-row.ts';
import { shownTable } from './data.ts';
import { widgetDoc } from './view.ts';

/** A write by the names of a widget's columns. `rowId` is absent for a new row. */
interface Write {
  readonly widgetId: string;
  readonly kind: 'insert' | 'update' | 'delete';
  readonly values: Readonly<Record<string, Json>>;
  readonly rowId?: string;
}

/** Maps values by column to values by field. @throws Problem VALIDATION_ERROR for other names */
function fieldsOf(
  columns: readonly ChosenField[],
  isField: (id: string) => boolean,
  values: Write['values'],
): readonly string[] {
  const details = new Details();
  const fields = Object.keys(values).map(name => {
    const field = columns.find(column => column.name === name)?.field;
    if (field === undefined || !isField(field))
      details.push({ path: name, message: { key: 'field-unknown' } });
    return field ?? '';
  });
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details: [...details.list] });
  return fields;
}

/**
 * Writes a row of a widget's table by the commands of rows.
 * @throws Problem: the widget shows no rows, or what those refuse
 */
export async function writeWidgetRow(
  context: Context,
  { widgetId, kind, values, rowId = '' }: Write,
): Promise<Result<JsonObject>> {
  const { settings, table } = await shownTable(
    context.engine,
    await widgetDoc(context.engine, widgetId),
  );
  if (settings.type === 'chart') throw new Problem('CONFLICT', { text: 'widget-no-rows' });
  const ids = fieldsOf(settings.fields, id => table.byId.has(id), values);
  const mapping = ids.map(field => ({ field, value: { parameter: field } }));
  const given = new Map(Object.values(values).map((value, i) => [ids[i]!, value]));
  const base = { tableId: table.id, key: { field: 'id' as const, value: { constant: rowId } } };
  const shown = {
    values: mapping,
    fields: [{ field: 'id' as const, name: 'id' }, ...settings.fields],
  };
  const action: WriteAction =
    kind === 'delete'
      ? { kind, ...base }
      : kind === 'update'
        ? { kind, ...base, ...shown }
        : { kind, tableId: table.id, ...shown };
  return writeRow(context, table, action, given, false);
}
