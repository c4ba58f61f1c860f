import { Problem } from '@hzm/contracts/core/problem';
import type { PointingField } from '@hzm/contracts/features/tables/relationship';
import * as api from '@hzm/contracts/features/tables/relationship-api';
import type { RelationshipDoc } from '@hzm/projections/features/tables/relationships';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { handle, type Engine } from '@hzm/services/core/engine';
import { fieldsOf, tableDoc } from '../../access/table.ts';
import { decided } from '../../past/decided.ts';
import { fieldAnswer } from './answers.ts';
import { pointingIn, relationshipsTo } from './relationships-to.ts';
import { addRelationship, removeRelationship } from './relationships.ts';
import type { SchemaGuard } from './schema-guard.ts';
import { schema, type Schema } from './schema.ts';

/** Names a field that points to a table, hidden ones, too; undefined for one that is gone. */
async function sourceOf(
  { model }: Pick<Engine, 'model'>,
  doc: RelationshipDoc,
): Promise<PointingField | undefined> {
  const table = await model.get(tableDocs, doc.tableId);
  return table && pointingIn(table, fieldsOf(table), doc);
}

/** Objects to the deletion of a table or field that relationships point to. */
export const guardRelationships: SchemaGuard = async (engine, { table, fields }) => {
  const before = await engine.model.get(tableDocs, table.id);
  const gone = new Set(Object.keys(before?.fields ?? {}));
  for (const { id } of fields ?? []) gone.delete(id);
  if (gone.size === 0 && fields) return undefined;
  const relationships: PointingField[] = [];
  for (const doc of await relationshipsTo(engine, table.id)) {
    const source = !fields || gone.has(doc.targetFieldId) ? await sourceOf(engine, doc) : undefined;
    if (source) relationships.push(source);
  }
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
