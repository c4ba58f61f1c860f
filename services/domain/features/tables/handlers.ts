import { memberOf } from '@hzm/contracts/core/json';
import { ordinal } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/tables/api';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
import type { Decision } from '@hzm/services/core/commands/decider';
import type { Precondition } from '@hzm/services/core/commands/precondition';
import { handle, type Context, type Handler } from '@hzm/services/core/engine';
import { maskKey } from '@hzm/services/core/security/api-key';
import { accountDoc } from '../../access/account.ts';
import { presentProject } from '../../access/present-project.ts';
import { projectDoc } from '../../access/project.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { fieldsOf, tableDoc, tablesOf } from '../../access/table.ts';
import { decided } from '../../past/decided.ts';
import { withReadModelAsOf } from '../../past/point-in-time.ts';
import { keyDoc } from '../keys/view.ts';
import { checkBy, fieldAnswer, tableAnswer, type Check } from './answers.ts';
import { binHandlers, decidedInBin } from './bin-handlers.ts';
import { deleteTable, removeField } from './bin.ts';
import { convertFirst } from './convert.ts';
import { fitOf } from './fit.ts';
import { numberFirst } from './number-rows.ts';
import { validationOf } from './options.ts';
import { readingFor } from './reading.ts';
import { relationshipHandlers } from './relationship-handlers.ts';
import { checkRules } from './rules.ts';
import type { SchemaGuard } from './schema-guard.ts';
import {
  addField,
  changeField,
  isMerged,
  createTable,
  moveField,
  renameTable,
  schema,
  unfitGiven,
  type Schema,
} from './schema.ts';
import { shownTables } from './shown-tables.ts';
import { refuseUsed } from './used-options.ts';
import { wholeTablesHandler } from './whole-tables.ts';

const decidedOn = (
  context: Context,
  projectId: string,
  decide: (s: Schema) => Decision,
  precondition?: Precondition,
) =>
  decided(context, projectId, {
    stream: `schema-${projectId}`,
    decider: schema,
    decide,
    precondition,
  });

/** The table is still the one that the caller saw. */
const ifTable = (
  { engine, expected }: Context,
  { id, position }: TableDoc,
): Precondition | undefined =>
  expected === undefined
    ? undefined
    : {
        position,
        expected,
        isAbout: ({ data }) => data['tableId'] === id,
        current: async () => (await tableAnswer(engine, id)).data.table,
      };

/** The field is still the one that the caller saw. */
const ifField = (
  { engine, expected }: Context,
  { id, fields }: TableDoc,
  fieldId: string,
): Precondition | undefined =>
  expected === undefined
    ? undefined
    : {
        position: memberOf(fields, fieldId)!.position,
        expected,
        isAbout: ({ data }) => data['fieldId'] === fieldId && data['order'] === undefined,
        current: async () => (await fieldAnswer(engine, id, fieldId)).data.field,
      };

const deletingTable = (check: Check) =>
  handle(api.deleteTable, async (context, { params, query: { force } }) => {
    const table = await tableDoc(context.engine, params.tableId, params.projectId);
    const { id: tableId, projectId } = table;
    await check(context, { table, fields: undefined }, force);
    return {
      data: {},
      position: (
        await decidedInBin(
          context,
          projectId,
          deleteTable({ projectId, tableId }, context.engine.now()),
          ifTable(context, table),
        )
      ).position,
    };
  });

const addingField = (check: Check) =>
  handle(
    api.addField,
    async (context, { params, query: { force }, body: { isRequired, ...field } }) => {
      const table = await tableDoc(context.engine, params.tableId, params.projectId);
      const { id: tableId, projectId } = table;
      const validation = validationOf(field.validation);
      checkRules(field.type, validation);
      const fieldId = (await context.engine.executor.ids(context.request))(
        `table:${tableId}`,
        'field',
      );
      const added = {
        ...field,
        validation,
        required: isRequired ?? field.required,
      };
      const fields = [...fieldsOf(table), { ...added, id: fieldId, relationships: [] }];
      await check(context, { table, fields }, force);
      const { position, seen } = await decidedOn(
        context,
        projectId,
        addField({ projectId, tableId, fieldId }, added),
      );
      const last =
        field.type === 'auto_number' && position !== undefined
          ? await numberFirst(context, fieldId)
          : undefined;
      return { ...(await fieldAnswer(seen, tableId, fieldId)), position: last ?? position };
    },
  );

const changingField = (check: Check) =>
  handle(
    api.changeField,
    async (
      context,
      {
        params: { tableId, fieldId },
        query: { force },
        body: { isRequired, seenOptions, ...given },
      },
    ) => {
      const change = { ...given, validation: given.validation && validationOf(given.validation) };
      const table = await tableDoc(context.engine, tableId);
      const { projectId } = table;
      const now = (await fieldAnswer(context.engine, tableId, fieldId)).data.field;
      if (change.validation) checkRules(change.type ?? now.type, change.validation);
      const changed: Field = {
        ...now,
        type: change.type ?? now.type,
        required: isRequired ?? change.required ?? now.required,
        isHidden: change.isHidden ?? now.isHidden,
        validation:
          change.validation ??
          (change.type === undefined || change.type === now.type ? now.validation : {}),
      };
      const fields = fieldsOf(table).map(field => (field.id === fieldId ? changed : field));
      if (force !== 'true') await refuseUsed(context, tableId, now, changed);
      await check(context, { table, fields }, force);
      const { type, validation } = changed;
      // The stream may have another type than the view, so its decider says whether this is used.
      const read =
        change.type !== undefined || isMerged(now, changed)
          ? await readingFor(context, { table, field: now }, type, validation)
          : undefined;
      const reading = read?.reading;
      const { position, seen } = await decidedOn(
        context,
        projectId,
        changeField(
          { projectId, tableId, fieldId },
          {
            ...change,
            ...(read?.options &&
              type !== now.type && { validation: { ...validation, options: [...read.options] } }),
            required: isRequired ?? change.required,
          },
          reading,
          seenOptions,
        ),
        ifField(context, table, fieldId),
      );
      const last = reading && (await convertFirst(context, [fieldId], position));
      return { ...(await fieldAnswer(seen, tableId, fieldId)), position: last ?? position };
    },
  );

const removingField = (check: Check) =>
  handle(api.removeField, async (context, { params: { tableId, fieldId }, query: { force } }) => {
    const table = await tableDoc(context.engine, tableId);
    const { projectId } = table;
    await fieldAnswer(context.engine, tableId, fieldId);
    const fields = fieldsOf(table).filter(({ id }) => id !== fieldId);
    await check(context, { table, fields }, force);
    return {
      data: {},
      position: (
        await decidedInBin(
          context,
          projectId,
          removeField({ projectId, tableId, fieldId }),
          ifField(context, table, fieldId),
        )
      ).position,
    };
  });

const unguarded = [
  ...[api.listTables, api.listTablesOfKey].map(call =>
    handle(call, async (context, { params: { projectId }, query: { asOf } }) => ({
      data: {
        tables: await shownTables(
          context,
          projectId,
          await tablesOf(await withReadModelAsOf(context, { projectId }, asOf), projectId),
        ),
      },
    })),
  ),

  handle(api.getTable, async (context, { params: { tableId, projectId }, query: { asOf } }) => {
    const doc = await tableDoc(
      await withReadModelAsOf(context, { projectId }, asOf),
      tableId,
      projectId,
    );
    const [table] = await shownTables(context, projectId, [doc]);
    return { data: { table: table! }, version: ordinal(doc.position) };
  }),

  handle(api.apiKeyInfo, async context => {
    const {
      engine,
      caller: { key },
    } = context;
    if (!key) throw new Problem('NOT_FOUND');
    return {
      data: {
        project: await presentProject(context, await projectDoc(engine, key.projectId)),
        key: {
          maskedKey: maskKey((await keyDoc(engine, key.id)).apiKey),
          scope: key.scope,
          permissions: [...key.permissions],
        },
        tables: await shownTables(context, key.projectId, await tablesOf(engine, key.projectId)),
      },
    };
  }),

  handle(api.listFields, async (context, { params }) => ({
    data: {
      fields: [
        ...(await shownFields(
          context,
          await tableDoc(context.engine, params.tableId, params.projectId),
        )),
      ],
    },
  })),

  handle(api.tableStats, async (context, { params: { tableId, projectId } }) => {
    const { engine } = context;
    const table = await tableDoc(engine, tableId, projectId);
    const { total = 0 } = await engine.model.find({
      collection: rowDocs,
      partition: tableId,
      limit: 1,
      count: true,
      by: context.source.account,
    });
    return {
      data: { stats: { rowCount: total, fieldCount: (await shownFields(context, table)).length } },
    };
  }),

  handle(api.createTable, async (context, { params: { projectId }, body: { name } }) => {
    const { engine, request } = context;
    const owner = await accountDoc(engine, (await projectDoc(engine, projectId)).ownerId);
    const tableId = (await engine.executor.ids(request))(`project:${projectId}`, 'table');
    const { position, seen } = await decidedOn(
      context,
      projectId,
      createTable({ projectId, tableId }, name, owner.maxTables),
    );
    return { ...(await tableAnswer(seen, tableId)), position };
  }),

  handle(api.renameTable, async (context, { params, body: { name } }) => {
    const table = await tableDoc(context.engine, params.tableId, params.projectId);
    const { id: tableId, projectId } = table;
    const { position, seen } = await decidedOn(
      context,
      projectId,
      renameTable({ projectId, tableId }, name),
      ifTable(context, table),
    );
    return { ...(await tableAnswer(seen, tableId)), position };
  }),

  handle(api.fieldFit, async (context, { params: { tableId, fieldId }, query: { type } }) => {
    const table = await tableDoc(context.engine, tableId);
    const fields = fieldsOf(table);
    const field = fields.find(({ id }) => id === fieldId);
    if (!field) throw new Problem('NOT_FOUND');
    const unfit = unfitGiven(field, { ...field, type });
    if (unfit) throw unfit;
    return { data: { fit: await fitOf(context, { table, fields, field }, type) } };
  }),

  handle(
    api.moveField,
    async (context, { params: { tableId }, body: { fieldId, newPosition } }) => {
      const table = await tableDoc(context.engine, tableId);
      const { projectId } = table;
      const { position, seen } = await decidedOn(
        context,
        projectId,
        moveField({ projectId, tableId, fieldId }, newPosition),
        ifTable(context, table),
      );
      return { data: { fields: [...fieldsOf(await tableDoc(seen, tableId))] }, position };
    },
  ),
];

/** @param guards the features that may object to a change of a table, in the order of being asked */
export const handlers = (guards: readonly SchemaGuard[]): readonly Handler[] => {
  const check = checkBy(guards);
  return [
    ...unguarded,
    deletingTable(check),
    addingField(check),
    changingField(check),
    removingField(check),
    ...binHandlers(check),
    ...relationshipHandlers,
    wholeTablesHandler,
  ];
};
