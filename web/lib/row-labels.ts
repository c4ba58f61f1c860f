import type { RowLabel } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Field, Table } from '@hzm/contracts/features/tables/table';

type Related = Pick<Field, 'relationships'>;

/** Returns the table that a field is related to. */
export const labelTableOf = (
  { relationships: [relationship] }: Related,
  tables: readonly Table[],
): Table | undefined => tables.find(({ id }) => id === relationship?.targetTableId);

/** Returns the field that usually names the rows that a field points to: their first text. */
export function usualLabel(field: Related, tables: readonly Table[]): RowLabel | undefined {
  const table = labelTableOf(field, tables);
  const shown = table?.fields.filter(({ isHidden }) => !isHidden) ?? [];
  const named =
    shown.find(({ id }) => id === field.relationships[0]?.targetFieldId) ??
    shown.find(({ type }) => type === 'string' || type === 'text');
  return table && named ? { tableId: table.id, field: named.id } : undefined;
}
