import type { RowLabel } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { relationshipOf } from './values/related.ts';

type Related = Pick<Field, 'relationships'>;

const isText = ({ type }: Field): boolean => type === 'string' || type === 'text';

/** Returns the field that rows of a table are named by: the target of a relationship, or a text. */
export function labelFieldOf({ fields }: Table, targetFieldId: string): Field | undefined {
  const shown = fields.filter(({ isHidden }) => !isHidden);
  return shown.find(({ id }) => id === targetFieldId) ?? shown.find(isText);
}

/** Returns the table that a field is related to. */
export const labelTableOf = (field: Related, tables: readonly Table[]): Table | undefined =>
  tables.find(({ id }) => id === relationshipOf(field)?.targetTableId);

/** Returns the label that a related field usually has; undefined without a field to name rows by. */
export function usualLabel(field: Related, tables: readonly Table[]): RowLabel | undefined {
  const relationship = relationshipOf(field);
  const table = labelTableOf(field, tables);
  const named = table && relationship && labelFieldOf(table, relationship.targetFieldId);
  return named && { tableId: table.id, field: named.id };
}
