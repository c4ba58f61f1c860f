import type { RequestOf } from '@hzm/contracts/core/call';
import { changeField as call } from '@hzm/contracts/features/tables/api';
import type { Table } from '@hzm/contracts/features/tables/table';
import { send } from '../lib/http.ts';
import { takeIn } from './live.ts';
import { projectOf } from './project.live.ts';

/** Changes a field, as its name or type, and shows it before the socket brings it. */
export async function changeField(
  { projectId, id }: Pick<Table, 'projectId' | 'id'>,
  fieldId: string,
  body: RequestOf<typeof call>['body'],
): Promise<void> {
  const { data } = await send(call, { params: { tableId: id, fieldId }, body });
  projectOf(projectId).update(known => {
    const now = known.tables.docs.find(one => one.id === id);
    if (!now) return known;
    const fields = now.fields.map(one => (one.id === fieldId ? data.field : one));
    return { ...known, tables: takeIn(known.tables, { ...now, fields }, 'last') };
  });
}
