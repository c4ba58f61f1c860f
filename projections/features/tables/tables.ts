import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { DataOf, Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  fieldAdded,
  fieldChanged,
  fieldMoved,
  fieldRemoved,
  fieldRestored,
  relationshipAdded,
  relationshipRemoved,
  tableCreated,
  tableDeleted,
  tableRenamed,
  tableRestored,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import { drop, dropWhere, patch, put, type Patch } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** `position` is that of the field's last change. */
type FieldMember = FieldShape & { readonly id: string; readonly position: Position };

export type TableDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  /** Fields by id. */
  readonly fields: { readonly [fieldId: string]: FieldMember };
  /**
   * The ids as last arranged; later fields follow in the order of their ids, which rise with time.
   */
  readonly order: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Position of the last change of the table or its fields. */
  readonly position: Position;
};

export const tableDocs = collection<TableDoc>({
  name: 'tables',
  owner: 'projectId',
  namedBy: 'tableId',
  indexes: [['projectId']],
});

const change = (
  { data: { tableId }, meta, position }: Event<{ tableId: string }>,
  set: Patch<TableDoc>,
): readonly Change[] => [
  patch(tableDocs, { id: tableId, set: { ...set, updatedAt: meta.at, position } }),
];
const putField = (
  e: Event<{ tableId: string; fieldId: string; field: FieldShape }>,
): readonly Change[] =>
  change(e, {
    [`fields.${e.data.fieldId}` as const]: {
      ...e.data.field,
      id: e.data.fieldId,
      position: e.position,
    } satisfies FieldMember,
  });

const putTable = ({
  data: { tableId, projectId, name, createdAt, fields, order },
  meta,
  position,
}: Event<DataOf<typeof tableRestored>>): readonly Change[] => [
  put(tableDocs, {
    id: tableId,
    projectId,
    name,
    fields: Object.fromEntries(fields.map(({ id, field }) => [id, { ...field, id, position }])),
    order,
    createdAt,
    updatedAt: meta.at,
    position,
  }),
];

/** One document per table. */
export const tables = projection({
  name: 'tables',
  version: 3,
  collections: [tableDocs],
  isPointInTime: true,
  on: [
    on(tableCreated, ({ data: { tableId, projectId, name }, meta, position }) => [
      put(tableDocs, {
        id: tableId,
        projectId,
        name,
        fields: {},
        order: [],
        createdAt: meta.at,
        updatedAt: meta.at,
        position,
      }),
    ]),
    on(tableRenamed, e => change(e, { name: e.data.name })),
    on(tableDeleted, ({ data }) => [drop(tableDocs, data.tableId)]),
    on(tableRestored, putTable),
    on(fieldAdded, putField),
    on(fieldChanged, putField),
    on(fieldRemoved, e => change(e, { [`fields.${e.data.fieldId}` as const]: undefined })),
    on(fieldRestored, putField),
    on(relationshipAdded, e =>
      change(e, {
        [`fields.${e.data.fieldId}.relationships` as const]: [e.data.relationship],
        [`fields.${e.data.fieldId}.position` as const]: e.position,
      }),
    ),
    on(relationshipRemoved, e =>
      change(e, {
        [`fields.${e.data.fieldId}.relationships` as const]: [],
        [`fields.${e.data.fieldId}.position` as const]: e.position,
      }),
    ),
    on(fieldMoved, e => change(e, { order: e.data.order })),
    on(projectDeleted, ({ data }) => [dropWhere(tableDocs, { projectId: data.projectId })]),
  ],
});
