import type { FieldKey } from '@hzm/contracts/core/field-key';
import { Problem, type Details, type ProblemDetail } from '@hzm/contracts/core/problem';
import type { Field } from '@hzm/contracts/features/tables/table';

/** Fields whose names are their ids, by the list of fields that they are made of. */
const byId = new WeakMap<readonly Field[], readonly Field[]>();
const lists = new WeakSet<readonly Field[]>();

/** Returns the fields as a caller names them: with `id`, each has its id for a name. */
export function keyedFields(fields: readonly Field[], key: FieldKey | undefined): readonly Field[] {
  if (key !== 'id') return fields;
  const keyed = byId.get(fields) ?? fields.map(field => ({ ...field, name: field.id }));
  byId.set(fields, keyed);
  lists.add(keyed);
  return keyed;
}

/** Whether a caller names these fields by id: another key is that of a removed field. */
export const areKeyedById = (fields: readonly Field[]): boolean => lists.has(fields);

export const goneAt = (path: string): ProblemDetail => ({ path, message: { key: 'field-gone' } });

/** The refusal of keys of removed fields. */
export const fieldsGone = (details: Details | readonly ProblemDetail[]): Problem =>
  new Problem('CONFLICT', { text: 'field-gone', details });
