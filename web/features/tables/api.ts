import type { RequestOf } from '@hzm/contracts/core/call';
import {
  addField,
  changeField,
  deleteTable,
  moveField,
  removeField,
  renameTable,
} from '@hzm/contracts/features/tables/api';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import {
  addRelationship,
  removeRelationship,
} from '@hzm/contracts/features/tables/relationship-api';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { send } from '../../lib/http.ts';
import { takeIn, without } from '../../state/live.ts';
import { projectOf } from '../../state/project.live.ts';
import { drawTable } from './create-table.ts';
import { moved, positionFor, withField } from './order.ts';

/*
 * Each call sends a change and applies the answer before the socket brings it. `force` makes the
 * change even if it breaks published endpoints.
 */

export const forced = (force: boolean) => (force ? { query: { force: 'true' as const } } : {});

export const drawFields = (
  { projectId, id }: Table,
  change: (fields: readonly Field[]) => Field[],
): void =>
  projectOf(projectId).update(known => {
    const table = known.tables.docs.find(one => one.id === id);
    return table === undefined
      ? known
      : {
          ...known,
          tables: takeIn(known.tables, { ...table, fields: change(table.fields) }, 'last'),
        };
  });

export async function rename(table: Table, name: string): Promise<void> {
  drawTable(
    (await send(renameTable, { params: { tableId: table.id }, body: { name: name.trim() } })).data
      .table,
  );
}

export async function remove({ id, projectId }: Table, force = false): Promise<void> {
  await send(deleteTable, { params: { tableId: id }, ...forced(force) });
  projectOf(projectId).update(known => ({ ...known, tables: without(known.tables, id) }));
}

export async function add(
  table: Table,
  body: RequestOf<typeof addField>['body'],
  force = false,
): Promise<Field> {
  const {
    data: { field },
  } = await send(addField, {
    params: { projectId: table.projectId, tableId: table.id },
    body,
    ...forced(force),
  });
  drawFields(table, fields => withField(fields, field));
  return field;
}

export async function change(
  table: Table,
  fieldId: string,
  body: RequestOf<typeof changeField>['body'],
  force = false,
): Promise<void> {
  const {
    data: { field },
  } = await send(changeField, { params: { tableId: table.id, fieldId }, body, ...forced(force) });
  drawFields(table, fields => withField(fields, field));
}

export async function drop(table: Table, fieldId: string, force = false): Promise<void> {
  await send(removeField, { params: { tableId: table.id, fieldId }, ...forced(force) });
  drawFields(table, fields => fields.filter(({ id }) => id !== fieldId));
}

/** Moves a field to rank `to` among the visible ones, optimistically. */
export async function place(table: Table, fieldId: string, to: number): Promise<void> {
  const oldPosition = table.fields.findIndex(({ id }) => id === fieldId);
  const newPosition = positionFor(table.fields, fieldId, to);
  drawFields(table, fields => moved(fields, fieldId, newPosition));
  try {
    const { data } = await send(moveField, {
      params: { tableId: table.id },
      body: { fieldId, oldPosition, newPosition },
    });
    drawFields(table, () => data.fields);
  } catch (error) {
    drawFields(table, fields => moved(fields, fieldId, oldPosition));
    throw error;
  }
}

const drawRelationships = (
  table: Table,
  fieldId: string,
  draw: (relationships: readonly Relationship[]) => Relationship[],
): void =>
  drawFields(table, fields =>
    fields.map(field =>
      field.id === fieldId ? { ...field, relationships: draw(field.relationships) } : field,
    ),
  );

export async function relate(
  table: Table,
  { sourceFieldId, ...body }: RequestOf<typeof addRelationship>['body'] & { sourceFieldId: string },
): Promise<void> {
  const {
    data: { relationship },
  } = await send(addRelationship, {
    params: { tableId: table.id, fieldId: sourceFieldId },
    body,
  });
  drawRelationships(table, sourceFieldId, known => [
    ...known.filter(({ id }) => id !== relationship.id),
    relationship,
  ]);
}

export async function unrelate(table: Table, { id, sourceFieldId }: Relationship): Promise<void> {
  await send(removeRelationship, {
    params: { tableId: table.id, fieldId: sourceFieldId, relationshipId: id },
  });
  drawRelationships(table, sourceFieldId, known => known.filter(one => one.id !== id));
}
