import type { Row } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import { jsonBytes } from '@hzm/services/core/ports/byte-budget';
import type { Members } from '@hzm/services/core/ports/shown';
import { memberOfType, pathOf, valueIn, type ShownRow } from '../../access/given.ts';
import type { RowState } from './row.ts';

type KeptRow = Extract<RowState, { kind: 'kept' }>;

/** `:null,` */
const NULL_MEMBER_BYTES = 6;
/** `:"0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f60",`, or a time; the document has it once for all fields. */
const OWN_MEMBER_BYTES = 40;
/** Id, times and version. */
const ROW_MEMBERS_BYTES = 200;

/** A row on the wire: one value per field name, null where there is none. */
export function rowOf(
  doc: ShownRow & Pick<RowDoc, 'id' | 'version'>,
  fields: readonly Field[],
): Row {
  const { id, created_at, updated_at, version } = doc;
  const row: Record<string, unknown> = { id, created_at, updated_at, _version: version };
  for (const field of fields) row[field.name] = valueIn(field, doc) ?? null;
  return row as Row;
}

/** A text whose letters are the bytes that JSON writes of it. */
const bytewise = (text: string): string =>
  JSON.parse(Buffer.from(JSON.stringify(text)).toString('latin1')) as string;

/** The members of a row on the wire, for a store that makes the JSON of it: the same as `rowOf`. */
export const rowMembers = (fields: readonly Field[]): Members<RowDoc> => [
  ['id', 'id'],
  ['created_at', 'created_at'],
  ['updated_at', 'updated_at'],
  ['_version', 'version'],
  ...fields.map(field => [field.name, pathOf(field)] as const),
];

/** Fields whose names' letters are bytes, for documents whose letters are. */
export const bytewiseFields = (fields: readonly Field[]): Field[] =>
  fields.map(field => ({ ...field, name: bytewise(field.name) }));

/**
 * Maximum bytes of JSON by which a sent row exceeds its document: an empty row names all fields,
 * and those that show a member of the row repeat it.
 */
export const wireBytes = (fields: readonly Field[]): number =>
  fields.reduce(
    (sum, { name, type }) =>
      sum + jsonBytes(name) + (memberOfType(type) ? OWN_MEMBER_BYTES : NULL_MEMBER_BYTES),
    ROW_MEMBERS_BYTES,
  );

/** A decider's state as a document shows it. */
export const shownOf = (row: KeptRow): ShownRow => ({
  values: row.values,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  created_by: row.createdBy,
  updated_by: row.updatedBy,
});

/** The same from a decider's state; undefined when the row is not there. */
export const rowOfState = (
  id: string,
  state: RowState,
  fields: readonly Field[],
): Row | undefined =>
  state.kind === 'kept'
    ? rowOf({ ...shownOf(state), id, version: state.version }, fields)
    : undefined;

/** A document as a decider's state. */
export const stateOf = (doc: RowDoc): RowState => ({
  kind: 'kept',
  values: doc.values,
  version: doc.version,
  createdAt: doc.created_at,
  updatedAt: doc.updated_at,
  createdBy: doc.created_by,
  updatedBy: doc.updated_by,
});
