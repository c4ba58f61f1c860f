import { newId } from '@hzm/contracts/core/ids';
import { bulkRows } from '@hzm/contracts/features/rows/api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { createTables } from '@hzm/contracts/features/tables/whole-tables-api';
import { asApiError, type ApiError } from '../../../lib/api-error.ts';
import { send } from '../../../lib/http.ts';
import { markFresh } from '../../../state/fresh-table.ts';
import { markUntyped } from '../../../state/untyped-fields.ts';
import { drawTable } from '../create-table.ts';
import type { TemplateTable } from './templates.ts';

/** Tables that were made, and what is missing of their sample rows. */
export interface Made {
  readonly tables: readonly Table[];
  /** The first table without its sample rows; all after it lack theirs, too. */
  readonly missing?: { readonly from: number; readonly error: ApiError };
  /** Ids of the sample rows of each table. */
  readonly rowIds: readonly (readonly string[])[];
  /** Ids of the requests for them: rows whose answer was lost are not added twice. */
  readonly requestIds: readonly string[];
}

/** Adds the sample rows that are missing, table by table, since rows name those of earlier ones. */
export async function addSamples(
  template: readonly TemplateTable[],
  { tables, rowIds, requestIds, missing }: Made,
): Promise<Made> {
  const ids = [...rowIds];
  for (let at = missing?.from ?? 0; at < template.length; at++) {
    const rows = template[at]!.samples(ids);
    if (rows.length === 0) continue;
    try {
      const { data } = await send(
        bulkRows,
        { params: { tableId: tables[at]!.id }, body: { rows: rows as never } },
        { requestId: requestIds[at]! },
      );
      ids[at] = (data.rows ?? []).map(({ id }) => id);
    } catch (error) {
      return { tables, rowIds: ids, requestIds, missing: { from: at, error: asApiError(error) } };
    }
  }
  return { tables, rowIds: ids, requestIds };
}

/** Makes the tables of a template, all or none, and their sample rows if wanted. */
export async function makeTemplate(
  projectId: string,
  template: readonly TemplateTable[],
  withSamples: boolean,
): Promise<Made> {
  const {
    data: { tables },
  } = await send(createTables, {
    params: { projectId },
    body: { tables: template.map(({ table }) => table) },
  });
  tables.forEach((table, at) => {
    if (template[at]?.isUntyped) markUntyped(table.fields.map(({ id }) => id));
    drawTable(table);
  });
  const last = tables.at(-1);
  if (last) markFresh(last.id);
  const made = { tables, rowIds: tables.map(() => []), requestIds: tables.map(newId) };
  return withSamples ? addSamples(template, made) : made;
}
