import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { fieldAdded, fieldChanged, fieldMoved, fieldRemoved, tableCreated, tableDeleted, tableRenamed } from '@hzm/contracts/features/tables/events';
import type { Change } from '@hzm/contracts/core/change';
import type { EventMeta } from '@hzm/contracts/core/event';
import { on, projection } from '../../core/projection.ts';

const patch = (id: string, meta: EventMeta, set: Extract<Change, { op: 'patch' }>['set']): Change =>
  ({ op: 'patch', collection: 'tables', id, set: { ...set, updatedAt: meta.at } });

/** One document per table: fields by id, and `order`, the ids as they were last arranged; a later field (ids rise with time) comes behind. */
export const tables = projection({
  name: 'tables',
  version: 1,
  collections: [{ name: 'tables', indexes: [['projectId']] }],
  on: [
    on(tableCreated, ({ data: { tableId, projectId, name }, meta }) =>
      [{ op: 'put', collection: 'tables', id: tableId, doc: { id: tableId, projectId, name, fields: {}, order: [], createdAt: meta.at, updatedAt: meta.at } }]),
    on(tableRenamed, ({ data, meta }) => [patch(data.tableId, meta, { name: data.name })]),
    on(tableDeleted, ({ data }) => [{ op: 'drop', collection: 'tables', id: data.tableId }]),
    on(fieldAdded, ({ data, meta }) => [patch(data.tableId, meta, { [`fields.${data.fieldId}`]: { ...data.field, id: data.fieldId } })]),
    on(fieldChanged, ({ data, meta }) => [patch(data.tableId, meta, { [`fields.${data.fieldId}`]: { ...data.field, id: data.fieldId } })]),
    on(fieldRemoved, ({ data, meta }) => [patch(data.tableId, meta, { [`fields.${data.fieldId}`]: undefined })]),
    on(fieldMoved, ({ data, meta }) => [patch(data.tableId, meta, { order: data.order })]),
    on(projectDeleted, ({ data }) => [{ op: 'drop-where', collection: 'tables', where: { projectId: data.projectId } }]),
  ],
});
