import { createTable } from '@hzm/contracts/features/tables/api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { send } from '../../lib/http.ts';
import { takeIn } from '../../state/live.ts';
import { projectOf } from '../../state/project.live.ts';

export const drawTable = (table: Table): void =>
  projectOf(table.projectId).update(known => ({
    ...known,
    tables: takeIn(known.tables, table, 'last'),
  }));

/** Creates a table; loaded with the first screen, unlike the other calls of tables. */
export async function create(projectId: string, name: string): Promise<Table> {
  const {
    data: { table },
  } = await send(createTable, { params: { projectId }, body: { name: name.trim() } });
  drawTable(table);
  return table;
}
