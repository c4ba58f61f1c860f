import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/tables/api';
import type { Position } from '@hzm/contracts/core/position';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { validationKeys, type FieldValidation } from '@hzm/contracts/features/tables/field-validation';
import { maskKey } from '@hzm/services/core/api-key';
import { deriveId } from '@hzm/services/core/command-loop';
import type { Decision } from '@hzm/services/core/decider';
import { handle, type Context, type Engine } from '@hzm/services/core/engine';
import { accountDoc } from '../accounts/view.ts';
import { engineAsOf } from '../history/past.ts';
import { shownProject } from '../projects/shown.ts';
import { projectDoc } from '../projects/view.ts';
import { isPattern } from '../rows/validate.ts';
import { addField, changeField, createTable, deleteTable, moveField, removeField, renameTable, schema, type Schema } from './schema.ts';
import { fitOf } from './fit.ts';
import { fieldsOf, tableDoc, tableOf, type TableDoc } from './view.ts';

const MOST_TABLES = 10_000;

async function decided({ engine, request }: Context, projectId: string, decide: (s: Schema) => Decision): Promise<Position | undefined> {
  const { position } = await engine.loop.run(request, { stream: `schema-${projectId}`, decider: schema, decide });
  await engine.projector.reached(position);
  return position;
}

const tablesOf = async ({ model }: Engine, projectId: string): Promise<readonly TableDoc[]> =>
  (await model.find<TableDoc>({ collection: 'tables', where: [{ path: 'projectId', op: 'eq', value: projectId }], limit: MOST_TABLES })).docs;

/** @throws Problem VALIDATION_ERROR for a rule that does not fit the type, or a pattern that is none */
function checkRules(type: FieldType, rules: FieldValidation): void {
  const keys: readonly string[] = validationKeys(type);
  const details = Object.keys(rules).filter(key => !keys.includes(key)).map(key => ({ path: `validation.${key}`, message: { key: 'rule-unfit', values: { type } } }));
  if (rules.pattern !== undefined && !isPattern(rules.pattern)) details.push({ path: 'validation.pattern', message: { key: 'rule-pattern', values: { type } } });
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details });
}

const fieldOf = async (engine: Engine, tableId: string, fieldId: string) => {
  const field = fieldsOf(await tableDoc(engine, tableId)).find(({ id }) => id === fieldId);
  if (!field) throw new Problem('NOT_FOUND');
  return field;
};

export const handlers = [
  ...[api.listTables, api.listTablesOfKey].map(call =>
    handle(call, async ({ engine }, { params: { projectId }, query: { asOf } }) =>
      ({ data: { tables: (await tablesOf(await engineAsOf(engine, { projectId }, asOf), projectId)).map(tableOf) } }))),

  handle(api.getTable, async ({ engine }, { params: { tableId, projectId }, query: { asOf } }) =>
    ({ data: { table: tableOf(await tableDoc(await engineAsOf(engine, { projectId }, asOf), tableId, projectId)) } })),

  handle(api.apiKeyInfo, async context => {
    const { engine, caller: { key } } = context;
    if (!key) throw new Problem('NOT_FOUND');
    return {
      data: {
        project: await shownProject(context, await projectDoc(engine, key.projectId)),
        key: { maskedKey: maskKey(key.text), scope: key.scope, permissions: [...key.permissions] },
        tables: (await tablesOf(engine, key.projectId)).map(tableOf),
      },
    };
  }),

  handle(api.listFields, async ({ engine }, { params }) => ({ data: { fields: fieldsOf(await tableDoc(engine, params.tableId, params.projectId)) } })),

  handle(api.tableStats, async ({ engine }, { params: { tableId, projectId } }) => {
    const table = await tableDoc(engine, tableId, projectId);
    const { total = 0 } = await engine.model.find({ collection: 'rows', partition: tableId, limit: 1, count: true });
    return { data: { stats: { rowCount: total, fieldCount: fieldsOf(table).length } } };
  }),

  handle(api.createTable, async (context, { params: { projectId }, body: { name } }) => {
    const { engine, request } = context;
    const owner = await accountDoc(engine, (await projectDoc(engine, projectId)).ownerId);
    const tableId = deriveId(request, 'table');
    const position = await decided(context, projectId, createTable({ projectId, tableId }, name, owner.maxTables));
    return { data: { table: tableOf(await tableDoc(engine, tableId)) }, position };
  }),

  handle(api.renameTable, async (context, { params, body: { name } }) => {
    const { id: tableId, projectId } = await tableDoc(context.engine, params.tableId, params.projectId);
    const position = await decided(context, projectId, renameTable({ projectId, tableId }, name));
    return { data: { table: tableOf(await tableDoc(context.engine, tableId)) }, position };
  }),

  handle(api.deleteTable, async (context, { params }) => {
    const { id: tableId, projectId } = await tableDoc(context.engine, params.tableId, params.projectId);
    return { data: {}, position: await decided(context, projectId, deleteTable({ projectId, tableId })) };
  }),

  handle(api.addField, async (context, { params, body: { isRequired, ...field } }) => {
    const { id: tableId, projectId } = await tableDoc(context.engine, params.tableId, params.projectId);
    checkRules(field.type, field.validation);
    const fieldId = deriveId(context.request, 'field');
    const position = await decided(context, projectId, addField({ projectId, tableId, fieldId }, { ...field, required: isRequired ?? field.required }));
    return { data: { field: await fieldOf(context.engine, tableId, fieldId) }, position };
  }),

  handle(api.changeField, async (context, { params: { tableId, fieldId }, body: { isRequired, ...change } }) => {
    const { projectId } = await tableDoc(context.engine, tableId);
    const now = await fieldOf(context.engine, tableId, fieldId);
    if (change.validation) checkRules(change.type ?? now.type, change.validation);
    const position = await decided(context, projectId, changeField({ projectId, tableId, fieldId }, { ...change, required: isRequired ?? change.required }));
    return { data: { field: await fieldOf(context.engine, tableId, fieldId) }, position };
  }),

  handle(api.fieldFit, async ({ engine }, { params: { tableId, fieldId }, query: { type } }) => {
    const fields = fieldsOf(await tableDoc(engine, tableId));
    const field = fields.find(({ id }) => id === fieldId);
    if (!field) throw new Problem('NOT_FOUND');
    return { data: { fit: await fitOf(engine, tableId, fields, field, type) } };
  }),

  handle(api.removeField, async (context, { params: { tableId, fieldId } }) => {
    const { projectId } = await tableDoc(context.engine, tableId);
    await fieldOf(context.engine, tableId, fieldId);
    return { data: {}, position: await decided(context, projectId, removeField({ projectId, tableId, fieldId })) };
  }),

  handle(api.moveField, async (context, { params: { tableId }, body: { fieldId, newPosition } }) => {
    const { projectId } = await tableDoc(context.engine, tableId);
    const position = await decided(context, projectId, moveField({ projectId, tableId, fieldId }, newPosition));
    return { data: { fields: fieldsOf(await tableDoc(context.engine, tableId)) }, position };
  }),
];
