import { isGiven } from '@hzm/contracts/core/everyday';
import { FieldType, formOf } from '@hzm/contracts/features/tables/field-types';
import { expect } from 'vitest';
import type { Answer } from './serve.ts';

/** The types of fields whose values a write of a row may name. */
export const writableTypes = FieldType.options.filter(type => !isGiven(type));
/** Returns the first type of each form among these. */
export const oneOfEachForm = (types: readonly FieldType[]): FieldType[] =>
  types.filter((type, at) => types.findIndex(other => formOf(other) === formOf(type)) === at);
/** Returns a name for a field of a type; some types have names that fields may not have. */
export const nameOf = (type: string): string => `of ${type}`;

/** Maximum fields of a table in the request that adds it. */
const AT_ONCE = 40;

interface NewField {
  readonly name: string;
  readonly type: string;
  readonly validation?: object;
}
interface MadeField {
  readonly id: string;
  readonly name: string;
  readonly validation: { readonly options?: readonly { readonly id: string; name: string }[] };
}

/** Adds a table with its fields by few requests: several processes answer each of them slowly. */
export async function wholeTable(
  call: (method: string, path: string, body: unknown) => Promise<Answer>,
  projectId: string,
  name: string,
  fields: readonly NewField[],
): Promise<{ readonly id: string; readonly fields: readonly MadeField[] }> {
  const tables = [{ name, fields: fields.slice(0, AT_ONCE) }];
  const { status, body } = await call('POST', `/projects/${projectId}/tables`, { tables });
  expect([body.details, status]).toEqual([undefined, 201]);
  const [table] = body.data.tables;
  const more: MadeField[] = [];
  for (const field of fields.slice(AT_ONCE)) {
    const added = await call('POST', `/tables/${projectId}/${table.id}/fields`, field);
    expect([field.name, added.status]).toEqual([field.name, 201]);
    more.push(added.body.data.field);
  }
  return { id: table.id, fields: [...table.fields, ...more] };
}
