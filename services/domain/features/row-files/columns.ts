import { namedChoices } from '@hzm/contracts/core/choices';
import { memberOf, type Json } from '@hzm/contracts/core/json';
import { nfc } from '@hzm/contracts/core/normal';
import { Problem } from '@hzm/contracts/core/problem';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import { listOf } from '../rows/query.ts';

/** A column of an exported file. */
export interface Column {
  readonly name: string;
  readonly valueIn: (doc: RowDoc) => Json;
}

const own: readonly Column[] = [
  { name: 'id', valueIn: ({ id }) => id },
  { name: 'created_at', valueIn: doc => doc.created_at },
  { name: 'updated_at', valueIn: doc => doc.updated_at },
];

const ofField =
  (isNamed: boolean) =>
  ({ id, name, validation: { options } }: Field): Column => ({
    name,
    valueIn: ({ values }) => {
      const value = memberOf(values, id) ?? null;
      return isNamed && options ? namedChoices(options, value) : value;
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
