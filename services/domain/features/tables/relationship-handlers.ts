import { Problem } from '@hzm/contracts/core/problem';
import type { PointingField, Relationship } from '@hzm/contracts/features/tables/relationship';
import * as api from '@hzm/contracts/features/tables/relationship-api';
import type { Field } from '@hzm/contracts/features/tables/table';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { handle, type Engine } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/read-model/pages';
import { fieldsOf, tableDoc } from '../../access/table.ts';
import { decided } from '../../past/decided.ts';
import { fieldAnswer } from './answers.ts';
import { addRelationship, removeRelationship } from './relationships.ts';
import type { SchemaGuard } from './schema-guard.ts';
import { schema, type Schema } from './schema.ts';

const PAGE = { limit: 200, bytes: { most: 524_288 } };

/** A field with a relationship, as its table tells it. */
export interface Pointing {
  readonly source: PointingField;
  readonly field: Field;
  readonly relationship: Relationship;
}

/** Finds the fields of a project that have a relationship to a table. */
export async function fieldsPointingTo(
  { model }: Pick<Engine, 'model'>,
  { id, projectId }: { readonly id: string; readonly projectId: string },
): Promise<readonly Pointing[]> {
  const found: Pointing[] = [];
  for await (const tables of pages(model, {
    ...PAGE,
    collection: tableDocs,
    where: [{ path: 'projectId', op: 'eq', value: projectId }],
  }))
    for (const table of tables)
      for (const field of fieldsOf(table))
        for (const relationship of field.relationships)
          if (relationship.targetTableId === id)
            found.push({
              source: {
                tableId: table.id,
                tableName: table.name,
                fieldId: field.id,
                fieldName: field.name,
              },
              field,
              relationship,
            });
  return found;
}

/** Objects to the deletion of a table or field that relationships point to. */
export const guardRelationships: SchemaGuard = async (engine, { table, fields }) => {
  const before = await engine.model.get(tableDocs, table.id);
  const gone = new Set(Object.keys(before?.fields ?? {}));
  for (const { id } of fields ?? []) gone.delete(id);
  if (gone.size === 0 && fields) return undefined;
  const relationships = (await fieldsPointingTo(engine, table))
    .filter(({ relationship: { targetFieldId } }) => !fields || gone.has(targetFieldId))
    .map(({ source }) => source);
  return relationships.length > 0
    ? new Problem('CONFLICT', { text: 'relationships-needed', data: { relationships } })
    : undefined;
};

const decidedOn = (
  context: Parameters<typeof decided>[0],
  projectId: string,
  decide: (s: Schema) => ReturnType<ReturnType<typeof addRelationship>>,
) => decided(context, projectId, { stream: `schema-${projectId}`, decider: schema, decide });

export const relationshipHandlers = [
  handle(api.addRelationship, async (context, { params: { tableId, fieldId }, body }) => {
    const { engine, request } = context;
    const { projectId } = await tableDoc(engine, tableId);
    await fieldAnswer(engine, tableId, fieldId);
    const id = (await engine.executor.ids(request))(`table:${tableId}`, 'relationship');
    const { position, seen } = await decidedOn(
      context,
      projectId,
      addRelationship(
        { projectId, tableId, fieldId },
        { id, ...body, createdAt: engine.now().toISOString() },
      ),
    );
    const { data } = await fieldAnswer(seen, tableId, fieldId);
    const relationship = data.field.relationships.find(one => one.id === id);
    if (!relationship) throw new Problem('NOT_FOUND');
    return { data: { relationship }, position };
  }),

  handle(api.removeRelationship, async (context, { params }) => {
    const { tableId, fieldId, relationshipId } = params;
    const { projectId } = await tableDoc(context.engine, tableId);
    const { position } = await decidedOn(
      context,
      projectId,
      removeRelationship({ projectId, tableId, fieldId }, relationshipId),
    );
    return { data: {}, position };
  }),
];
