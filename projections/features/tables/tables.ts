import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { fieldAdded, fieldChanged, fieldMoved, fieldRemoved, tableCreated, tableDeleted, tableRenamed, type FieldShape } from '@hzm/contracts/features/tables/events';
import type { Change } from '@hzm/contracts/core/change';
import type { Event } from '@hzm/contracts/core/event';
import { on, projection } from '../../core/projection.ts';

/** `position`: of the last event that changed the table or one of its fields. */
const patch = ({ data: { tableId }, meta, position }: Event<{ tableId: string }>, set: Extract<Change, { op: 'patch' }>['set']): readonly Change[] =>
  [{ op: 'patch', collection: 'tables', id: tableId, set: { ...set, updatedAt: meta.at, position } }];
const putField = (e: Event<{ tableId: string; fieldId: string; field: FieldShape }>): readonly Change[] =>
  patch(e, { [`fields.${e.data.fieldId}`]: { ...e.data.field, id: e.data.fieldId, position: e.position } });

/** One document per table: fields by id, and `order`, the ids as they were last arranged; a later field (ids rise with time) comes behind. */
export const tables = projection({
  name: 'tables',
  version: 2,
  collections: [{ name: 'tables', indexes: [['projectId']] }],
  on: [
    on(tableCreated, ({ data: { tableId, projectId, name }, meta, position }) =>
      [{ op: 'put', collection: 'tables', id: tableId, doc: { id: tableId, projectId, name, fields: {}, order: [], createdAt: meta.at, updatedAt: meta.at, position } }]),
    on(tableRenamed, e => patch(e, { name: e.data.name })),
    on(tableDeleted, ({ data }) => [{ op: 'drop', collection: 'tables', id: data.tableId }]),
    on(fieldAdded, putField),
    on(fieldChanged, putField),
    on(fieldRemoved, e => patch(e, { [`fields.${e.data.fieldId}`]: undefined })),
    on(fieldMoved, e => patch(e, { order: e.data.order })),
    on(projectDeleted, ({ data }) => [{ op: 'drop-where', collection: 'tables', where: { projectId: data.projectId } }]),
  ],
});
