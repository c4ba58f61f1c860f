import { changeField } from '@hzm/contracts/features/tables/api';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { send } from '../lib/http.ts';
import { optionNamed, optionsIn } from '../lib/values/choices.ts';
import { takeIn } from './live.ts';
import { projectOf } from './project.live.ts';

/**
 * Adds options of these names to a choice field, as everybody sees it now, and returns the field.
 * Names that it has by now are left out.
 */
export async function addOptions(
  { projectId, id }: Pick<Table, 'projectId' | 'id'>,
  field: Field,
  names: readonly string[],
): Promise<Field> {
  const options = optionsIn(field);
  const missing = names.filter(name => optionNamed(options, name) === undefined);
  if (missing.length === 0) return field;
  const { data } = await send(changeField, {
    params: { tableId: id, fieldId: field.id },
    body: {
      validation: {
        ...field.validation,
        options: [...options, ...missing.map(name => ({ name }))],
      },
    },
  });
  projectOf(projectId).update(known => {
    const table = known.tables.docs.find(one => one.id === id);
    if (!table) return known;
    const fields = table.fields.map(one => (one.id === field.id ? data.field : one));
    return { ...known, tables: takeIn(known.tables, { ...table, fields }, 'last') };
  });
  return data.field;
}
