import { hasFiles } from '@hzm/contracts/core/everyday';
import type { Language } from '@hzm/contracts/core/language';
import { readNumber } from '@hzm/contracts/core/written-number';
import {
  filterOps,
  type Constant,
  type EndpointFilter,
  type ParameterType,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { fieldTypeGroups, type FieldType } from '@hzm/contracts/features/tables/field-types';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { isChoice, optionsIn } from './values/choices.ts';

const dates: ReadonlySet<FieldType> = new Set<FieldType>([
  'date',
  'datetime',
  'timestamp',
  'created_at',
  'updated_at',
]);
const structured: ReadonlySet<FieldType> = new Set<FieldType>([
  ...fieldTypeGroups.matrix,
  'object',
  'array',
  'currency',
  'weight',
]);

/** Returns the type of a parameter that is compared with a field, or written to it. */
export const typeFor = (type: FieldType | 'id', isWritten = false): ParameterType =>
  type === 'id'
    ? 'id'
    : isWritten && structured.has(type)
      ? 'json'
      : numberTypes.has(type) || type === 'currency'
        ? 'number'
        : type === 'boolean'
          ? 'boolean'
          : dates.has(type)
            ? 'date'
            : 'text';

/** Parses a constant of a field's type that is typed in a language. */
export const constantOf = (type: ParameterType, text: string, language: Language): Constant =>
  type === 'number'
    ? (readNumber(text, language) ?? text)
    : type === 'boolean'
      ? text === 'true'
      : text;

/** Returns the type of the value that a condition compares with. */
export const typeOfValue = (
  table: Table,
  { field, op }: Pick<EndpointFilter, 'field' | 'op'>,
): ParameterType =>
  op === 'empty'
    ? 'boolean'
    : op === 'in' || op === 'contains'
      ? 'text'
      : typeFor(field === 'id' ? 'id' : (fieldOf(table, field)?.type ?? 'string'));

/** Returns the options among which the value of a condition is chosen; undefined for other fields. */
export function optionsFor(
  table: Table,
  { field, op }: Pick<EndpointFilter, 'field' | 'op'>,
): readonly FieldOption[] | undefined {
  const of = fieldOf(table, field);
  return of && isChoice(of.type) && op !== 'empty' && op !== 'contains' ? optionsIn(of) : undefined;
}

const fieldOf = (table: Table, id: string) => table.fields.find(one => one.id === id);
/** Returns the operators that compare a field, or `id`. */
export const opsOf = (table: Table, id: string): readonly EndpointFilter['op'][] => {
  if (id === 'id') return ['eq'];
  const ofField = fieldOf(table, id)?.type ?? 'string';
  if (hasFiles(ofField)) return ['empty'];
  const type = typeFor(ofField);
  return filterOps.filter(op =>
    type === 'boolean'
      ? op === 'eq' || op === 'ne' || op === 'empty'
      : type === 'number'
        ? op !== 'contains'
        : true,
  );
};

/** Returns a constant as one of a type; a value of another kind becomes the first one. */
export const fitted = (type: ParameterType, value: Constant): Constant =>
  type === 'boolean'
    ? typeof value === 'boolean'
      ? value
      : true
    : // Stored, and so written with a point.
      constantOf(type, typeof value === 'boolean' ? '' : String(value), 'en');

/** Returns the first value of a condition on a field. */
export const valueFor = (field: Field | undefined): Constant =>
  fitted(typeFor(field?.type ?? 'id'), '');

/** Returns the fields with which sums and averages are computed. */
export const summable = (fields: readonly Field[]): Field[] =>
  fields.filter(({ type }) => numberTypes.has(type) || type === 'currency');

/** Returns the options of a table's fields; a removed one stays visible. */
export const fieldOptions = (table: Table, chosen: string, own: readonly string[] = []) => [
  ...(chosen !== '' && !own.includes(chosen) && !fieldOf(table, chosen)
    ? [{ value: chosen, label: '—' }]
    : []),
  ...table.fields.map(({ id, name }) => ({ value: id, label: name })),
  ...own.map(value => ({ value, label: value })),
];

/** Replaces or removes an item of a list. */
export const replaced = <Item>(
  items: readonly Item[],
  index: number,
  item: Item | undefined,
): Item[] => items.flatMap((one, i) => (i === index ? (item === undefined ? [] : [item]) : [one]));
