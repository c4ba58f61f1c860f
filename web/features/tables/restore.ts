import { restoreField, restoreTable } from '@hzm/contracts/features/tables/bin-api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { send } from '../../lib/http.ts';
import { drawFields, forced } from './api.ts';
import { drawTable } from './create-table.ts';
import { withField } from './order.ts';

/** Brings back a table that was just deleted; the socket draws it. */
export async function restore({ id, projectId }: Table): Promise<void> {
  const { data } = await send(restoreTable, { params: { projectId, entryId: id }, body: {} });
  drawTable(data.table);
}

/** Brings back a field that was just deleted. */
export async function restoreDropped(table: Table, fieldId: string): Promise<void> {
  const { data } = await send(restoreField, {
    params: { projectId: table.projectId, entryId: fieldId },
    body: {},
    ...forced(true),
  });
  drawFields(table, fields => withField(fields, data.field));
}
