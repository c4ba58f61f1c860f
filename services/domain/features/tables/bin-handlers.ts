import { Problem } from '@hzm/contracts/core/problem';
import type { BinEntry } from '@hzm/contracts/features/tables/bin';
import * as api from '@hzm/contracts/features/tables/bin-api';
import type { FieldShape } from '@hzm/contracts/features/tables/events';
import { relationshipsOf } from '@hzm/contracts/features/tables/relationship';
import { storageDocs } from '@hzm/projections/features/storage/storage';
import { binDocs, type BinDoc } from '@hzm/projections/features/tables/bin';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle, type Context, type Engine, type Handler } from '@hzm/services/core/engine';
import { letGo } from '@hzm/services/core/ports/memory';
import { slice } from '@hzm/services/core/ports/slices';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { inAnswer, wholePage } from '@hzm/services/core/read-model/answer-page';
import { accountDoc } from '../../access/account.ts';
import { actorsOf } from '../../access/actors.ts';
import { projectDoc } from '../../access/project.ts';
import { fieldsOf } from '../../access/table.ts';
import { decided } from '../../past/decided.ts';
import { fieldAnswer, tableAnswer, type Check } from './answers.ts';
import { bin, eraseField, eraseTable, restoreField, restoreTable, type Bin } from './bin.ts';

/** Decides with the bin, whose events stand in the stream of the schema. */
export const decidedInBin = (
  context: Context,
  projectId: string,
  decide: (s: Bin) => Decision,
  precondition?: Parameters<typeof decided>[2]['precondition'],
) =>
  decided(context, projectId, {
    stream: `schema-${projectId}`,
    decider: bin,
    decide,
    precondition,
  });

/** @throws Problem NOT_FOUND if the project neither has nor had the field */
async function tableOfField(
  { executor }: Pick<Engine, 'executor'>,
  projectId: string,
  fieldId: string,
): Promise<{ readonly tableId: string; readonly binned: FieldShape | undefined }> {
  const { fields, schema } = await executor.load(`schema-${projectId}`, bin);
  for (const [tableId, binned] of fields)
    if (binned.has(fieldId)) return { tableId, binned: binned.get(fieldId) };
  for (const [tableId, table] of schema)
    if (table.fields.has(fieldId)) return { tableId, binned: undefined };
  throw new Problem('NOT_FOUND');
}

/** Returns bin documents as they are answered, with what is known of their tables. */
async function entriesOf(engine: Engine, docs: readonly BinDoc[]): Promise<BinEntry[]> {
  const ids = [...new Set(docs.map(({ tableId }) => tableId))];
  const among = { ids, limit: ids.length };
  const [deleted, sizes] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([
          engine.model.find({ collection: binDocs, ...among }).then(found => found.docs),
          engine.model.find({ collection: storageDocs, ...among }).then(found => found.docs),
        ]);
  const names = new Map(deleted.map(({ id, name }) => [id, name]));
  const rows = new Map(sizes.map(one => [one.id, one.rows]));
  const alive = new Set<string>();
  // Tables of many options are large.
  for (const id of ids) {
    await slice();
    const passed = letGo();
    const table = await engine.model.get(tableDocs, id);
    if (table) {
      names.set(id, table.name);
      alive.add(id);
    }
    passed();
  }
  const actor = actorsOf(engine);
  return Promise.all(
    docs.map(async ({ id, kind, tableId, name, type, fields, deletedAt, actor: by, until }) => ({
      id,
      kind,
      tableId,
      tableName: names.get(tableId) ?? '',
      name,
      type,
      fieldCount: fields,
      rowCount: kind === 'table' ? (rows.get(tableId) ?? 0) : 0,
      deletedAt,
      deletedBy: await actor(by),
      until,
      isTableDeleted: kind === 'field' && !alive.has(tableId),
    })),
  );
}

const restoringField = (check: Check) =>
  handle(api.restoreField, async (context, { params, query: { force }, body: { name } }) => {
    const { engine } = context;
    const { projectId, entryId: fieldId } = params;
    const { tableId, binned } = await tableOfField(engine, projectId, fieldId);
    const table = await engine.model.get(tableDocs, tableId);
    if (table && binned) {
      const returning = { ...binned, id: fieldId, relationships: relationshipsOf(fieldId, binned) };
      await check(context, { table, fields: [...fieldsOf(table), returning] }, force);
    }
    const { position, seen } = await decidedInBin(
      context,
      projectId,
      restoreField({ projectId, tableId, fieldId }, name),
    );
    // Somebody else may have just restored it.
    if (position === undefined) await waitForHead(engine);
    return { ...(await fieldAnswer(seen, tableId, fieldId)), position };
  });

const unguarded = [
  handle(api.listBin, async ({ engine }, { params: { projectId }, query }) => {
    const { kind, page, limit } = query;
    const found = wholePage(
      await engine.model.find({
        collection: binDocs,
        where: [
          { path: 'projectId', op: 'eq', value: projectId },
          { path: 'kind', op: 'eq', value: kind },
        ],
        sort: { by: { path: 'position' }, descending: true },
        skip: (page - 1) * limit,
        limit,
        count: true,
        bytes: inAnswer(),
      }),
      limit,
    );
    const { docs, total = 0 } = found;
    return {
      data: {
        entries: await entriesOf(engine, docs),
        pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
      },
    };
  }),

  handle(api.restoreTable, async (context, { params, body: { name } }) => {
    const { engine } = context;
    const { projectId, entryId: tableId } = params;
    const owner = await accountDoc(engine, (await projectDoc(engine, projectId)).ownerId);
    const { position, seen } = await decidedInBin(
      context,
      projectId,
      restoreTable({ projectId, tableId }, name, owner.maxTables),
    );
    // Somebody else may have just restored it.
    if (position === undefined) await waitForHead(engine);
    return { ...(await tableAnswer(seen, tableId)), position };
  }),

  handle(api.eraseTable, async (context, { params, body: { confirm } }) => {
    const { projectId, entryId: tableId } = params;
    const { position } = await decidedInBin(
      context,
      projectId,
      eraseTable({ projectId, tableId }, confirm),
    );
    return { data: {}, position };
  }),

  handle(api.eraseField, async (context, { params, body: { confirm } }) => {
    const { projectId, entryId: fieldId } = params;
    const { tableId } = await tableOfField(context.engine, projectId, fieldId);
    const { position } = await decidedInBin(
      context,
      projectId,
      eraseField({ projectId, tableId, fieldId }, confirm),
    );
    return { data: {}, position };
  }),
];

export const binHandlers = (check: Check): readonly Handler[] => [
  ...unguarded,
  restoringField(check),
];
