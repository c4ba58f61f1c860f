import type { Table } from '@hzm/contracts/features/tables/table';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
import type { Context } from '@hzm/services/core/engine';
import { seesHiddenFields, shownFields } from '../../access/shown-fields.ts';
import { tableOf } from '../../access/table.ts';

/** Returns tables of one project as the caller is shown them. */
export async function shownTables(
  context: Context,
  projectId: string,
  docs: readonly TableDoc[],
): Promise<Table[]> {
  if (await seesHiddenFields(context, projectId)) return docs.map(tableOf);
  return Promise.all(
    docs.map(async doc => ({ ...tableOf(doc), fields: [...(await shownFields(context, doc))] })),
  );
}
