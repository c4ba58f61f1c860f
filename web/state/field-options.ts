import { changeField } from '@hzm/contracts/features/tables/api';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { ApiError } from '../lib/api-error.ts';
import { send } from '../lib/http.ts';
import { optionNamed, optionsIn } from '../lib/values/choices.ts';
import { takeIn } from './live.ts';
import { projectOf } from './project.live.ts';

/** Times that somebody else may have been faster. */
const MAX_TRIES = 5;

/**
 * Adds options of these names to a choice field, as everybody sees it now, and returns the field.
 * Names that it has by now are left out.
 */
export async function addOptions(
  table: Pick<Table, 'projectId' | 'id'>,
  field: Field,
  names: readonly string[],
  tries = MAX_TRIES,
): Promise<Field> {
  const { projectId, id } = table;
  const options = optionsIn(field);
  const missing = names.filter(name => optionNamed(options, name) === undefined);
  if (missing.length === 0) return field;
  try {
    const { data } = await send(changeField, {
      params: { tableId: id, fieldId: field.id },
      body: {
        seenOptions: options.map(option => option.id),
        validation: {
          ...field.validation,
          options: [...options, ...missing.map(name => ({ name }))],
        },
      },
    });
    projectOf(projectId).update(known => {
      const now = known.tables.docs.find(one => one.id === id);
      if (!now) return known;
      const fields = now.fields.map(one => (one.id === field.id ? data.field : one));
      return { ...known, tables: takeIn(known.tables, { ...now, fields }, 'last') };
    });
    return data.field;
  } catch (error) {
    const isStale = error instanceof ApiError && error.code === 'VERSION_MISMATCH';
    if (!isStale || tries <= 1) throw error;
    const { current } = error.data as { readonly current: Field };
    return addOptions(table, current, names, tries - 1);
  }
}
