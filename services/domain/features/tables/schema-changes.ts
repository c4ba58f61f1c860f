import type { DomainEvent } from '@hzm/contracts/core/event';
import { sameJson } from '@hzm/contracts/core/json';
import {
  fieldAdded,
  fieldChanged,
  fieldMoved,
  fieldRemoved,
  tableCreated,
  tableDeleted,
  tableRenamed,
} from '@hzm/contracts/features/tables/events';
import { mirrorId } from '@hzm/services/core/commands/mirror-id';
import { arrangedIds } from '../../access/table.ts';
import { relatedAs } from './relationships.ts';
import { type Schema, type SchemaTable } from './schema.ts';

/** Returns a schema with the ids of its counterparts in a test environment. */
export const mirrored = (schema: Schema, testProjectId: string): Schema =>
  new Map(
    [...schema].map(([tableId, table]) => [
      mirrorId(tableId, testProjectId),
      {
        ...table,
        fields: new Map(
          [...table.fields].map(([fieldId, field]) => [
            mirrorId(fieldId, testProjectId),
            relatedAs(field, id => mirrorId(id, testProjectId)),
          ]),
        ),
        order: table.order.map(id => mirrorId(id, testProjectId)),
      },
    ]),
  );

/** Returns the events that turn one schema of a project into another, in their order. */
export const schemaChanges = (projectId: string, from: Schema, to: Schema): DomainEvent[] => [
  ...[...from.keys()]
    .filter(id => !to.has(id))
    .map(tableId => tableDeleted({ projectId, tableId })),
  ...[...to].flatMap(([tableId, table]) =>
    tableChanges({ projectId, tableId }, from.get(tableId), table),
  ),
];

function tableChanges(
  of: { readonly projectId: string; readonly tableId: string },
  from: SchemaTable | undefined,
  { name, fields }: SchemaTable,
): DomainEvent[] {
  const before: SchemaTable['fields'] = from?.fields ?? new Map();
  const wanted = [...fields.keys()];
  return [
    ...(from === undefined
      ? [tableCreated({ ...of, name })]
      : from.name === name
        ? []
        : [tableRenamed({ ...of, name })]),
    ...[...before.keys()]
      .filter(id => !fields.has(id))
      .map(fieldId => fieldRemoved({ ...of, fieldId })),
    ...[...fields].flatMap(([fieldId, field]) => {
      const old = before.get(fieldId);
      return old === undefined
        ? [fieldAdded({ ...of, fieldId, field })]
        : sameJson(old, field)
          ? []
          : [fieldChanged({ ...of, fieldId, field })];
    }),
    ...(arrangedIds(wanted, from?.order ?? []).join() !== wanted.join()
      ? [fieldMoved({ ...of, fieldId: wanted[0]!, order: wanted })]
      : []),
  ];
}
