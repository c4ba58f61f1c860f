import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import type { Json } from '@hzm/contracts/core/json';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { rowAdded, rowChanged, rowRemoved, rowRestored, rowsAdded, rowsChanged, rowsRemoved } from '@hzm/contracts/features/rows/events';
import { tableDeleted } from '@hzm/contracts/features/tables/events';
import { on, projection } from '../../core/projection.ts';

type Cells = { readonly [fieldId: string]: Json };

/** `revision`: how far the row's own stream goes; rows that are added together have none yet. */
const NO_STREAM_YET = -1;

const put = ({ meta, position }: Event<unknown>, tableId: string, id: string, values: Cells, more: { readonly [member: string]: Json }): Change => ({
  op: 'put', collection: 'rows', partition: tableId, id,
  doc: { id, tableId, created_at: meta.at, updated_at: meta.at, version: 1, position, values, ...more },
});

const patch = ({ meta, position }: Event<unknown>, tableId: string, id: string, values: Cells, more: { readonly [member: string]: Json } = {}): readonly Change[] => [
  {
    op: 'patch', collection: 'rows', partition: tableId, id,
    set: { ...Object.fromEntries(Object.entries(values).map(([fieldId, value]) => [`values.${fieldId}`, value])), updated_at: meta.at, position, ...more },
  },
  { op: 'add', collection: 'rows', partition: tableId, id, by: { version: 1 } },
];

const drop = (tableId: string, id: string): Change => ({ op: 'drop', collection: 'rows', partition: tableId, id });

const dropTable = (partition: string): Change => ({ op: 'drop-where', collection: 'rows', partition });

/** One document per row, one partition per table; values by field id. */
export const rows = projection({
  name: 'rows',
  version: 3,
  collections: [{ name: 'rows', partitioned: true, indexMembersOf: 'values' }],
  on: [
    on(rowAdded, e => [put(e, e.data.tableId, e.data.rowId, e.data.values, { revision: e.revision })]),
    on(rowChanged, e => patch(e, e.data.tableId, e.data.rowId, e.data.values, { revision: e.revision })),
    on(rowRemoved, e => [drop(e.data.tableId, e.data.rowId)]),
    on(rowRestored, e => [put(e, e.data.tableId, e.data.rowId, e.data.values, { revision: e.revision, version: e.data.version, created_at: e.data.createdAt })]),
    on(rowsAdded, e => e.data.rows.map(row => put(e, e.data.tableId, row.id, row.values, { revision: NO_STREAM_YET }))),
    on(rowsChanged, e => e.data.rows.flatMap(({ id, revision, values }) => patch(e, e.data.tableId, id, values, revision === null ? {} : { revision }))),
    on(rowsRemoved, e => e.data.rows.map(row => drop(e.data.tableId, row.id))),
    on(tableDeleted, e => [dropTable(e.data.tableId)]),
    on(projectDeleted, e => e.data.tableIds.map(dropTable)),
  ],
});
