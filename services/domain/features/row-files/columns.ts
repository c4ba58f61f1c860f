import { writtenChoices } from '@hzm/contracts/core/choices';
import type { Json } from '@hzm/contracts/core/json';
import { nfc } from '@hzm/contracts/core/normal';
import { Problem } from '@hzm/contracts/core/problem';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import type { FileNames } from '../../access/file-names.ts';
import { valueIn } from '../../access/given.ts';
import type { Labels } from '../../access/row-labels.ts';
import { listOf } from '../rows/query.ts';

/** A column of an exported file. */
export interface Column {
  readonly name: string;
  /** The id of its field; absent for members of the row. */
  readonly fieldId?: string;
  readonly valueIn: (doc: RowDoc) => Json;
}

const own: readonly Column[] = [
  { name: 'id', valueIn: ({ id }) => id },
  { name: 'created_at', valueIn: doc => doc.created_at },
  { name: 'updated_at', valueIn: doc => doc.updated_at },
];

const ofField =
  (isNamed: boolean) =>
  (field: Field): Column => ({
    name: field.name,
    fieldId: field.id,
    valueIn: doc => {
      const value = valueIn(field, doc) ?? null;
      const { options } = field.validation;
      return isNamed && options ? writtenChoices(options, value) : value;
    },
  });

const refused = (key: string): Problem =>
  new Problem('VALIDATION_ERROR', { details: [{ path: 'fields', message: { key } }] });

/**
 * Returns the columns that a caller names, or all of their fields.
 * @param isNamed whether options are told by their names, for people
 * @throws Problem VALIDATION_ERROR for an unknown name, or one that comes twice
 */
export function columnsOf(
  fields: readonly Field[],
  asked: string | undefined,
  isNamed: boolean,
): readonly Column[] {
  const all = fields.map(ofField(isNamed));
  if (asked === undefined || asked === '') return all;
  const isOne = fields.some(({ name }) => name === asked);
  const names = isOne ? [asked] : listOf(asked);
  if (new Set(names).size < names.length) throw refused('export-field-twice');
  const known = new Map([...own, ...all].map(column => [column.name, column]));
  return names.map(name => {
    const column = known.get(name) ?? known.get(nfc(name));
    if (!column) throw refused('field-unknown');
    return column;
  });
}

/** Returns the columns, with files told by their names. */
export const withFileNames = (columns: readonly Column[], files: FileNames): readonly Column[] =>
  columns.map(column =>
    files.fieldIds.includes(column.fieldId ?? '')
      ? { ...column, valueIn: doc => files.textOf(column.valueIn(doc)) }
      : column,
  );

/** Returns the columns, each of a related field followed by one with the names of its rows. */
export function withLabels(columns: readonly Column[], labels: Labels): readonly Column[] {
  const taken = new Set(columns.map(({ name }) => name));
  return columns.flatMap((column): readonly Column[] => {
    const labelled = labels.fields.find(({ fieldId }) => fieldId === column.fieldId);
    if (!labelled) return [column];
    const name = freeName(`${column.name}: ${labelled.label.name}`, taken);
    taken.add(name);
    return [column, { name, valueIn: ({ values }) => labels.textIn(labelled, values) }];
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name} (${n})`;
    if (!taken.has(free)) return free;
  }
}
