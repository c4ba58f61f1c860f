import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import type { Json } from '@hzm/contracts/core/json';
import { rowAdded, rowChanged, rowRemoved, rowsAdded, rowsChanged, rowsRemoved } from '@hzm/contracts/features/rows/events';
import { tableDeleted } from '@hzm/contracts/features/tables/events';
import { on, projection } from '../../core/projection.ts';

type Cells = { readonly [fieldId: string]: Json };

const put = ({ meta, position }: Event<unknown>, tableId: string, id: string, values: Cells): Change => ({
  op: 'put', collection: 'rows', partition: tableId, id,
  doc: { id, tableId, created_at: meta.at, updated_at: meta.at, version: 1, position, values },
});

const patch = ({ meta, position }: Event<unknown>, tableId: string, id: string, values: Cells): readonly Change[] => [
  {
    op: 'patch', collection: 'rows', partition: tableId, id,
    set: { ...Object.fromEntries(Object.entries(values).map(([fieldId, value]) => [`values.${fieldId}`, value])), updated_at: meta.at, position },
  },
  { op: 'add', collection: 'rows', partition: tableId, id, by: { version: 1 } },
];

const drop = (tableId: string, id: string): Change => ({ op: 'drop', collection: 'rows', partition: tableId, id });

/** One document per row, one partition per table; values by field id. */
export const rows = projection({
  name: 'rows',
  version: 1,
  collections: [{ name: 'rows', partitioned: true, indexMembersOf: 'values' }],
  on: [
    on(rowAdded, e => [put(e, e.data.tableId, e.data.rowId, e.data.values)]),
    on(rowChanged, e => patch(e, e.data.tableId, e.data.rowId, e.data.values)),
    on(rowRemoved, e => [drop(e.data.tableId, e.data.rowId)]),
    on(rowsAdded, e => e.data.rows.map(row => put(e, e.data.tableId, row.id, row.values))),
    on(rowsChanged, e => e.data.rows.flatMap(row => patch(e, e.data.tableId, row.id, row.values))),
    on(rowsRemoved, e => e.data.rows.map(row => drop(e.data.tableId, row.id))),
    on(tableDeleted, e => [{ op: 'drop-where', collection: 'rows', partition: e.data.tableId }]),
  ],
});
