import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { Reading } from '@hzm/contracts/core/conversion';
import type { Event } from '@hzm/contracts/core/event';
import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import type { Form } from '@hzm/contracts/core/value-schemas';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { authorOf } from '@hzm/contracts/features/rows/author';
import {
  rowAdded,
  rowChanged,
  rowRemoved,
  rowRestored,
  rowsAdded,
  rowsChanged,
  rowsRemoved,
  rowsRestored,
} from '@hzm/contracts/features/rows/events';
import type { Cells } from '@hzm/contracts/features/rows/row';
import {
  fieldAdded,
  fieldChanged,
  fieldErased,
  fieldRemoved,
  relationshipAdded,
  relationshipRemoved,
  tableCreated,
  tableDeleted,
  tableErased,
  valuesConverted,
  valuesNumbered,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import {
  add,
  claim,
  drop,
  dropPartition,
  fill,
  form,
  patch,
  put,
  reform,
} from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

export type RowDoc = {
  readonly id: string;
  readonly tableId: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** The accounts or keys that added and last changed the row; null for those without an id. */
  readonly created_by: string | null;
  readonly updated_by: string | null;
  readonly version: number;
  /** Position of the row's last change. */
  readonly position: Position;
  /**
   * Revision of the last event in the row's own stream that changed it, or of the batch's lock; -1
   * for rows added by a batch, which have no stream yet.
   */
  readonly revision: number;
  /** Values by field id. */
  readonly values: Cells;
  /** Values before they were converted to a later type of their field, by `values.<field id>`. */
  readonly was?: Cells;
};

/** Returns the value of a field as it was before any conversion. */
export const originalIn = ({ values, was }: RowDoc, fieldId: string): Json | undefined =>
  memberOf(was, `values.${fieldId}`) ?? memberOf(values, fieldId);

/** One partition per table. */
export const rowDocs = collection<RowDoc>({
  name: 'rows',
  owner: 'projectId',
  moments: ['created_at', 'updated_at'],
  ids: ['created_by', 'updated_by'],
  hasUuids: true,
  partitioned: true,
  indexMembersOf: 'values',
});

const NO_STREAM_YET = -1;

const putRow = (
  { meta, position }: Event<unknown>,
  {
    id,
    tableId,
    values,
    ...more
  }: Pick<RowDoc, 'id' | 'tableId' | 'values' | 'revision'> & Partial<RowDoc>,
): Change =>
  put(
    rowDocs,
    {
      id,
      tableId,
      created_at: meta.at,
      updated_at: meta.at,
      created_by: authorOf(meta.actor),
      updated_by: authorOf(meta.actor),
      version: 1,
      position,
      values,
      ...more,
    },
    { partition: tableId },
  );

function patchRow(
  { meta, position }: Event<unknown>,
  {
    id,
    tableId,
    values,
    revision,
  }: Pick<RowDoc, 'id' | 'tableId' | 'values'> & { readonly revision: number | null },
): readonly Change[] {
  const cells: { [path: `values.${string}`]: Json } = {};
  for (const [fieldId, value] of Object.entries(values))
    cells[`values.${fieldId}` as const] = value;
  return [
    patch(rowDocs, {
      partition: tableId,
      id,
      set: {
        ...cells,
        updated_at: meta.at,
        updated_by: authorOf(meta.actor),
        position,
        ...(revision !== null && { revision }),
      },
    }),
    add(rowDocs, { partition: tableId, id, by: { version: 1 } }),
  ];
}

/** Values of earlier versions stand in the log as they were written. */
const formed = ({
  data: { tableId, fieldId, field, reading },
}: Event<{
  tableId: string;
  fieldId: string;
  field: FieldShape;
  reading?: Reading | undefined;
}>): readonly Change[] => [
  form(rowDocs, {
    partition: tableId,
    path: `values.${fieldId}`,
    form: formOfField(field),
    reading,
    choices: field.validation.options?.map(({ id, name, merged }) => ({
      id,
      name,
      ...(merged && { merged }),
    })),
  }),
];

/** The form of a field's values: lists of ids in many-to-many. */
const formOfField = ({ type, relationships }: Pick<FieldShape, 'type' | 'relationships'>): Form =>
  relationships?.[0]?.relationshipType === 'many-to-many' ? 'array' : formOf(type);

const formless = ({
  data: { tableId, fieldId },
}: Event<{ tableId: string; fieldId: string }>): readonly Change[] => [
  form(rowDocs, { partition: tableId, path: `values.${fieldId}`, form: undefined }),
];

/** One document per row. */
export const rows = projection({
  name: 'rows',
  version: 6,
  collections: [rowDocs],
  isPointInTime: true,
  on: [
    on(rowAdded, e => [
      putRow(e, {
        id: e.data.rowId,
        tableId: e.data.tableId,
        values: e.data.values,
        revision: e.revision,
      }),
    ]),
    on(rowChanged, e =>
      patchRow(e, {
        id: e.data.rowId,
        tableId: e.data.tableId,
        values: e.data.values,
        revision: e.revision,
      }),
    ),
    on(rowRemoved, e => [drop(rowDocs, e.data.rowId, { partition: e.data.tableId })]),
    on(rowRestored, e => [
      putRow(e, {
        id: e.data.rowId,
        tableId: e.data.tableId,
        values: e.data.values,
        revision: e.revision,
        version: e.data.version,
        created_at: e.data.createdAt,
        created_by: e.data.createdBy ?? null,
      }),
    ]),
    on(rowsAdded, e =>
      e.data.rows.map(({ id, values, createdAt, updatedAt }) =>
        putRow(e, {
          id,
          tableId: e.data.tableId,
          values,
          revision: NO_STREAM_YET,
          created_at: createdAt ?? e.meta.at,
          updated_at: updatedAt ?? e.meta.at,
        }),
      ),
    ),
    on(rowsChanged, e =>
      e.data.rows.flatMap(({ id, revision, values }) =>
        patchRow(e, { id, tableId: e.data.tableId, values, revision }),
      ),
    ),
    on(rowsRemoved, e =>
      e.data.rows.map(({ id }) => drop(rowDocs, id, { partition: e.data.tableId })),
    ),
    on(rowsRestored, e =>
      e.data.rows.map(({ id, values, revision, version, createdAt, createdBy }) =>
        putRow(e, {
          id,
          tableId: e.data.tableId,
          values,
          revision,
          version,
          created_at: createdAt,
          created_by: createdBy ?? null,
        }),
      ),
    ),
    on(fieldAdded, formed),
    on(fieldChanged, formed),
    on(relationshipAdded, ({ data: { tableId, fieldId, relationship } }) => [
      form(rowDocs, {
        partition: tableId,
        path: `values.${fieldId}`,
        form: relationship.relationshipType === 'many-to-many' ? 'array' : 'text',
      }),
    ]),
    on(relationshipRemoved, ({ data: { tableId, fieldId } }) => [
      form(rowDocs, { partition: tableId, path: `values.${fieldId}`, form: 'text' }),
    ]),
    // A field in the bin keeps its form, because values may come back before it does.
    on(fieldRemoved, e => (e.data.field ? [] : formless(e))),
    on(fieldErased, formless),
    on(valuesConverted, ({ data: { tableId, fieldId, rowIds } }) =>
      rowIds.map(id => reform(rowDocs, { partition: tableId, id, path: `values.${fieldId}` })),
    ),
    on(valuesNumbered, ({ data: { tableId, fieldId, rows: numbered } }) =>
      numbered.map(({ id, number }) =>
        fill(rowDocs, { partition: tableId, id, path: `values.${fieldId}`, value: number }),
      ),
    ),
    on(tableCreated, e => [claim(rowDocs, e.data.tableId)]),
    on(tableDeleted, e => (e.data.kept ? [] : [dropPartition(rowDocs, e.data.tableId)])),
    on(tableErased, e => [dropPartition(rowDocs, e.data.tableId)]),
    on(projectDeleted, e => e.data.tableIds.map(tableId => dropPartition(rowDocs, tableId))),
  ],
});
