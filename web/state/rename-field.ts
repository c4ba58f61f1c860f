import { changeField } from '@hzm/contracts/features/tables/api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { send } from '../lib/http.ts';
import { takeIn } from './live.ts';
import { projectOf } from './project.live.ts';

/** Renames a field, and shows it before the socket brings it. */
export async function renameField(
  { projectId, id }: Pick<Table, 'projectId' | 'id'>,
  fieldId: string,
  name: string,
): Promise<void> {
  const { data } = await send(changeField, { params: { tableId: id, fieldId }, body: { name } });
  projectOf(projectId).update(known => {
    const now = known.tables.docs.find(one => one.id === id);
    if (!now) return known;
    const fields = now.fields.map(one => (one.id === fieldId ? data.field : one));
    return { ...known, tables: takeIn(known.tables, { ...now, fields }, 'last') };
  });
}
