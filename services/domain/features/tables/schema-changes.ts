import type { Reading } from '@hzm/contracts/core/conversion';
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
import { isConverted, type Schema, type SchemaTable } from './schema.ts';

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

/** Readings of values of fields that get another type, by field; other values stay as they are. */
export type Readings = ReadonlyMap<string, Reading>;

/** Returns the events that turn one schema of a project into another, in their order. */
export const schemaChanges = (
  projectId: string,
  from: Schema,
  to: Schema,
  readings: Readings = new Map(),
): DomainEvent[] => [
  ...[...from.keys()]
    .filter(id => !to.has(id))
    .map(tableId => tableDeleted({ projectId, tableId })),
  ...[...to].flatMap(([tableId, table]) =>
    tableChanges({ projectId, tableId }, from.get(tableId), table, readings),
  ),
];

function tableChanges(
  of: { readonly projectId: string; readonly tableId: string },
  from: SchemaTable | undefined,
  { name, fields }: SchemaTable,
  readings: Readings,
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
      if (old === undefined) return [fieldAdded({ ...of, fieldId, field })];
      if (sameJson(old, field)) return [];
      const reading = isConverted(old, field) ? readings.get(fieldId) : undefined;
      return [fieldChanged({ ...of, fieldId, field, ...(reading && { reading }) })];
    }),
    ...(arrangedIds(wanted, from?.order ?? []).join() !== wanted.join()
      ? [fieldMoved({ ...of, fieldId: wanted[0]!, order: wanted })]
      : []),
  ];
}
