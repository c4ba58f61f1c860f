import type { Table } from '@hzm/contracts/features/tables/table';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
import type { Context } from '@hzm/services/core/engine';
import { slice } from '@hzm/services/core/ports/slices';
import { seesHiddenFields, shownFields } from '../../access/shown-fields.ts';
import { tableOf } from '../../access/table.ts';

/** Returns tables of one project as the caller is shown them. */
export async function shownTables(
  context: Context,
  projectId: string,
  docs: readonly TableDoc[],
): Promise<Table[]> {
  const seesAll = await seesHiddenFields(context, projectId);
  const tables: Table[] = [];
  for (const doc of docs) {
    await slice();
    const table = tableOf(doc);
    tables.push(seesAll ? table : { ...table, fields: [...(await shownFields(context, doc))] });
  }
  return tables;
}
