import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  rowRemoved,
  rowRestored,
  rowsRemoved,
  rowsRestored,
} from '@hzm/contracts/features/rows/events';
import {
  fieldAdded,
  fieldErased,
  fieldRemoved,
  fieldRestored,
  tableCreated,
  tableDeleted,
  tableErased,
  tableRestored,
} from '@hzm/contracts/features/tables/events';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { claim, drop, dropPartition, dropWhere, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** A deleted table or field that can be brought back; `tableId` of a table is its own id. */
export type BinDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly kind: 'table' | 'field';
  readonly tableId: string;
  readonly name: string;
  /** Null for a table. */
  readonly type: FieldType | null;
  /** Number of fields of a table. */
  readonly fields: number;
  readonly deletedAt: string;
  readonly actor: string;
  /** The end of its stay; null for a field, which stays as long as the project. */
  readonly until: string | null;
  readonly position: Position;
};

/** A deleted row: the place of its removal in the log, which has the values. */
export type BinRowDoc = {
  readonly id: string;
  readonly deletedAt: string;
  readonly actor: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
};

export const binDocs = collection<BinDoc>({
  name: 'bin',
  owner: 'projectId',
  positions: ['position'],
  indexes: [['projectId', 'kind', 'position'], ['tableId'], ['until']],
});

/** One partition per table. */
export const binRowDocs = collection<BinRowDoc>({
  name: 'bin-rows',
  owner: 'projectId',
  moments: ['deletedAt'],
  hasUuids: true,
  partitioned: true,
});

type OfTable = { readonly tableId: string };

const dropRow = (tableId: string, rowId: string): Change =>
  drop(binRowDocs, rowId, { partition: tableId });

const putRow = (
  { data: { tableId }, meta, stream, revision, position }: Event<OfTable>,
  rowId: string,
): Change =>
  put(
    binRowDocs,
    { id: rowId, deletedAt: meta.at, actor: meta.actor, stream, revision, position },
    { partition: tableId },
  );

const dropTable = (tableId: string): readonly Change[] => [
  dropWhere(binDocs, { tableId }),
  dropPartition(binRowDocs, tableId),
];

/** The deleted tables, fields and rows that can be brought back. */
export const bin = projection({
  name: 'bin',
  version: 1,
  collections: [binDocs, binRowDocs],
  on: [
    on(tableCreated, e => [claim(binRowDocs, e.data.tableId)]),
    on(tableDeleted, ({ data: { projectId, tableId, kept }, meta, position }) =>
      kept
        ? [
            put(binDocs, {
              id: tableId,
              projectId,
              kind: 'table',
              tableId,
              type: null,
              ...kept,
              deletedAt: meta.at,
              actor: meta.actor,
              position,
            }),
          ]
        : dropTable(tableId),
    ),
    on(tableRestored, e => [drop(binDocs, e.data.tableId)]),
    on(tableErased, e => dropTable(e.data.tableId)),
    on(fieldRemoved, ({ data: { projectId, tableId, fieldId, field }, meta, position }) =>
      field
        ? [
            put(binDocs, {
              id: fieldId,
              projectId,
              kind: 'field',
              tableId,
              name: field.name,
              type: field.type,
              fields: 0,
              deletedAt: meta.at,
              actor: meta.actor,
              until: null,
              position,
            }),
          ]
        : [],
    ),
    // A transfer may bring a field back under its id.
    on(fieldAdded, e => [drop(binDocs, e.data.fieldId)]),
    on(fieldRestored, e => [drop(binDocs, e.data.fieldId)]),
    on(fieldErased, e => [drop(binDocs, e.data.fieldId)]),
    on(rowRemoved, e => [putRow(e, e.data.rowId)]),
    on(rowsRemoved, e => e.data.rows.map(({ id }) => putRow(e, id))),
    on(rowRestored, e => [dropRow(e.data.tableId, e.data.rowId)]),
    on(rowsRestored, e => e.data.rows.map(({ id }) => dropRow(e.data.tableId, id))),
    on(projectDeleted, ({ data: { projectId, tableIds } }) => [
      dropWhere(binDocs, { projectId }),
      ...tableIds.map(tableId => dropPartition(binRowDocs, tableId)),
    ]),
  ],
});
