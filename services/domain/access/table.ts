import { memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import { relationshipsOf } from '@hzm/contracts/features/tables/relationship';
import { MAX_TABLES, type Field, type Table } from '@hzm/contracts/features/tables/table';
import { tableDocs, type TableDoc } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';
import { inAnswer, wholeList } from '@hzm/services/core/read-model/answer-page';
import { findInParts } from '@hzm/services/core/read-model/find-in-parts';

/** @throws Problem NOT_FOUND, also when the table is in another project than named */
export async function tableDoc(
  { model }: Pick<Engine, 'model'>,
  tableId: string,
  projectId?: string,
): Promise<TableDoc> {
  const doc = await model.get(tableDocs, tableId);
  if (!doc || (projectId !== undefined && doc.projectId !== projectId))
    throw new Problem('NOT_FOUND');
  return doc;
}

/** Reads all tables of a project, in slices. @throws Problem PAYLOAD_TOO_LARGE */
export const tablesOf = async (
  { model }: { readonly model: Pick<Engine['model'], 'find'> },
  projectId: string,
): Promise<readonly TableDoc[]> =>
  wholeList(
    await findInParts(model, {
      collection: tableDocs,
      where: [{ path: 'projectId', op: 'eq', value: projectId }],
      limit: MAX_TABLES,
      bytes: inAnswer(),
    }),
  ).docs;

/** Arranged ones first, later ones (ids rise with time) behind them. */
export function arrangedIds(ids: readonly string[], order: readonly string[]): string[] {
  const all = new Set(ids);
  const first = new Set(order.filter(id => all.has(id)));
  return [...first, ...ids.filter(id => !first.has(id)).toSorted()];
}

/** A table's document is the same object for many requests, until it changes. */
const arranged = new WeakMap<TableDoc, readonly Field[]>();

/** In the order in which people see them. */
export function fieldsOf(table: TableDoc): readonly Field[] {
  const known = arranged.get(table);
  if (known) return known;
  const fields = arrangedIds(Object.keys(table.fields), table.order).map(id => {
    const { position: _, ...field } = memberOf(table.fields, id)!;
    return { ...field, relationships: relationshipsOf(id, field) };
  });
  arranged.set(table, fields);
  return fields;
}

/** A table on the wire. */
export const tableOf = (doc: TableDoc): Table => ({
  id: doc.id,
  projectId: doc.projectId,
  name: doc.name,
  tableName: doc.name,
  physicalTableName: doc.id,
  fields: [...fieldsOf(doc)],
  createdAt: doc.createdAt,
  updatedAt: doc.updatedAt,
});
