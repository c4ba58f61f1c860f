import type { AnswerOf, InputOf } from '@hzm/contracts/core/call';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/transfers/api';
import type {
  ComparedTable,
  Comparison,
  ComparedWidget,
} from '@hzm/contracts/features/transfers/transfer';
import { transferDocs } from '@hzm/projections/features/transfers/transfers';
import { mirrorId } from '@hzm/services/core/commands/mirror-id';
import { handle, type Context, type Engine, type Result } from '@hzm/services/core/engine';
import { BadCursor } from '@hzm/services/core/ports/read-model';
import { inAnswer } from '@hzm/services/core/read-model/answer-page';
import { findInParts } from '@hzm/services/core/read-model/find-in-parts';
import { accountDoc } from '../../access/account.ts';
import { affectedBy } from '../custom-endpoints/breaks.ts';
import { convertFirst } from '../tables/convert.ts';
import { PatternWork } from '../tables/pattern.ts';
import type { Readings } from '../tables/schema-changes.ts';
import { looking } from '../tables/through-rows.ts';
import { valueClock } from '../tables/value-clock.ts';
import {
  checkMayBring,
  checkRoom,
  chosenWidgets,
  compareWidgets,
  type ComparedWidgets,
  type WidgetBesideLive,
} from '../widgets/transfer.ts';
import { liveOnly, type ComparedSchema } from './compare.ts';
import { effectOf } from './effect.ts';
import { brokenParts, changedTables, objectionOf } from './needed.ts';
import { readingsFor } from './readings.ts';
import {
  comparisonOf,
  STALE,
  TOO_LARGE,
  tokenOf,
  transfers,
  transferTables,
  type TestSide,
} from './transfers.ts';
import { isRefusal, neededBy, obstaclesNow, stepOf, undoing, widgetStepOf } from './undo.ts';
import { liveProject, shownInReceipts, shownObstacles, transferDoc, transfersOf } from './view.ts';
import { bringWidgets } from './widget-transfers.ts';

interface Pair {
  readonly testProjectId: string;
  readonly liveProjectId: string;
}

/** The schema of a test environment as it is now. */
async function testSide(
  { engine, request }: Context,
  { testProjectId, liveProjectId }: Pair,
): Promise<TestSide> {
  const { state, revision } = await engine.executor.look({
    stream: `schema-${testProjectId}`,
    decider: transfers,
    about: { projectId: testProjectId },
  });
  const idOf = await engine.executor.ids(request);
  return {
    testProjectId,
    schema: state.schema,
    readings: state.readings,
    revision,
    mirror: id => mirrorId(id, testProjectId),
    newId: id => idOf(`project:${liveProjectId}`, `table ${id}`),
  };
}

/**
 * Tables with what their change means for the endpoints, widgets and rows of live, one after the
 * other: all of them together may look at so many.
 */
async function withEffects(
  { engine, source }: Context,
  liveProjectId: string,
  compared: readonly ComparedSchema[],
  readings: Readings,
): Promise<ComparedTable[]> {
  const broken = await brokenParts(
    engine,
    liveProjectId,
    new Map(
      compared
        .filter(({ state }) => state === 'different')
        .map(({ tableId, after }) => [tableId, after]),
    ),
  );
  const clock = await valueClock(engine, liveProjectId);
  const judging = {
    looking: looking(source.account),
    work: new PatternWork(),
    clock,
    source,
    readings,
  };
  const tables: ComparedTable[] = [];
  for (const one of compared) {
    const effect = one.state === 'different' ? await effectOf(engine, one, judging) : null;
    tables.push({
      id: one.testTableId,
      name: one.after.name,
      liveTableId: one.before ? one.tableId : null,
      liveName: one.before?.name ?? null,
      state: one.state,
      changes: [...one.changes],
      rowsThatWouldNotFit: effect?.unfit ?? 0,
      effect,
      endpoints: [...(broken.endpoints.get(one.tableId) ?? [])],
      widgets: [...(broken.widgets.get(one.tableId) ?? [])],
    });
  }
  return tables;
}

/** Compares the widgets of both sides, with live as the transfer of all tables would leave it. */
function comparedWidgets(
  { engine }: Context,
  test: TestSide,
  liveProjectId: string,
  all: readonly ComparedSchema[],
): Promise<ComparedWidgets> {
  const ids = new Map(
    all.flatMap(({ testTableId, tableId, after }) => {
      const fields = [...after.fields.keys()];
      const own = [...(test.schema.get(testTableId)?.fields.keys() ?? [])];
      return [[testTableId, tableId] as const, ...own.map((id, i) => [id, fields[i]!] as const)];
    }),
  );
  return compareWidgets(engine, {
    testProjectId: test.testProjectId,
    liveProjectId,
    liveIdOf: id => ids.get(id),
    after: changedTables(new Map(all.map(({ tableId, after }) => [tableId, after]))),
  });
}

const listed = ({
  widgetId: _id,
  content: _content,
  fitsWith: _fitsWith,
  ...widget
}: WidgetBesideLive): ComparedWidget => widget;

/** @param tableIds of test tables; undefined: all */
async function compared(
  context: Context,
  test: TestSide,
  liveProjectId: string,
  tableIds?: readonly string[],
): Promise<{
  readonly told: Comparison;
  readonly beside: ComparedWidgets;
  readonly readings: Readings;
}> {
  const { state } = await context.engine.executor.look(stepOf(liveProjectId));
  const all = comparisonOf(state, test);
  const wanted = tableIds && new Set(tableIds);
  const beside = await comparedWidgets(context, test, liveProjectId, all);
  const chosen = wanted ? all.filter(({ testTableId }) => wanted.has(testTableId)) : all;
  const readings = await readingsFor(context, liveProjectId, chosen, {
    readings: test.readings,
    fieldIds: id => [...(test.schema.get(id)?.fields.keys() ?? [])],
  });
  const told = {
    comparison: `${tokenOf(state, test)}-${beside.token}`,
    tables: await withEffects(context, liveProjectId, chosen, readings),
    widgets: beside.widgets
      .filter(({ tableId }) => tableId === null || !wanted || wanted.has(tableId))
      .map(listed),
    liveOnly: liveOnly(state.schema, all).map(table => ({ ...table })),
  };
  return { told, beside, readings };
}

/** @param brought widgets that get another content at once */
const objectionTo = (
  { tables }: Comparison,
  brought: readonly Pick<WidgetBesideLive, 'widgetId'>[],
): Problem | undefined => {
  const replaced = new Set(brought.map(({ widgetId }) => widgetId));
  return objectionOf({
    endpoints: [...affectedBy(new Map(tables.map(({ id, endpoints }) => [id, endpoints])))],
    widgets: tables.flatMap(({ widgets }) => widgets).filter(({ id }) => !replaced.has(id)),
  });
};

/** Returns the answer to a transfer. @param doc undefined if nothing was transferred */
async function transferAnswer(
  engine: Engine,
  now: Comparison,
  brought: readonly WidgetBesideLive[],
  doc: Awaited<ReturnType<typeof transferDoc>> | undefined,
) {
  const tables = doc
    ? doc.tables.map(({ testTableId, tableId, ...table }) => ({
        ...table,
        id: testTableId,
        liveTableId: table.state === 'new' ? null : tableId,
        changes: [...table.changes],
      }))
    : now.tables.map(({ id, name, liveTableId, state, changes, rowsThatWouldNotFit }) => ({
        id,
        name,
        liveTableId,
        state,
        changes,
        rowsThatWouldNotFit,
      }));
  const results = tables.map(({ id, name, state }) => ({
    tableId: id,
    name,
    status: doc && state !== 'same' ? ('transferred' as const) : ('skipped' as const),
  }));
  const successful = results.filter(({ status }) => status === 'transferred').length;
  // The same request is answered as it was the first time, whatever became of the transfer.
  const [transfer = null] = doc
    ? await transfersOf(engine, [{ ...doc, undoneAt: null, undoneBy: null }])
    : [];
  return {
    tables,
    summary: { successful, failed: 0, skipped: results.length - successful },
    results,
    widgets: brought.map(({ id, name, widgetId }) => ({ id, name, liveWidgetId: widgetId })),
    transfer,
  };
}

type Asked = InputOf<typeof api.transferToLive>['body'];

/** @throws Problem CONFLICT with the new comparison */
const stale = async (context: Context, pair: Pair): Promise<never> => {
  const { told } = await compared(context, await testSide(context, pair), pair.liveProjectId);
  throw new Problem('CONFLICT', { text: STALE, data: told });
};

/**
 * Returns the widgets that a transfer brings, judged before anything is written unless the request
 * comes again. @throws Problem
 */
async function broughtWidgets(
  context: Context,
  { tableIds, widgetIds, comparison, ...pair }: Asked,
  beside: ComparedWidgets,
): Promise<readonly WidgetBesideLive[]> {
  const { engine, request } = context;
  if (await engine.executor.repeats.last(request))
    return beside.widgets.filter(({ id }) => widgetIds.includes(id));
  const [, token] = comparison?.split('-') ?? [];
  if (widgetIds.length > 0 && token !== undefined && token !== beside.token)
    await stale(context, pair);
  const brought = chosenWidgets(beside.widgets, widgetIds, tableIds);
  await checkMayBring(
    context,
    pair.liveProjectId,
    brought.map(({ content }) => content),
  );
  await checkRoom(engine, pair.liveProjectId, brought);
  return brought;
}

/** Transfers the tables, then the widgets that show them. */
async function transferred(
  context: Context,
  body: Asked,
  isForced: boolean,
): Promise<Result<Awaited<ReturnType<typeof transferAnswer>>>> {
  const { engine, request } = context;
  const { tableIds, liveProjectId, comparison, ...pair } = body;
  const live = await liveProject(engine, pair.testProjectId, liveProjectId);
  const { maxTables } = await accountDoc(engine, live.ownerId);
  const test = await testSide(context, body);
  const transferId = (await engine.executor.ids(request))(`project:${liveProjectId}`, 'transfer');
  const { told, beside, readings } = await compared(context, test, liveProjectId, tableIds);
  const brought = await broughtWidgets(context, body, beside);
  const counts = new Map(
    told.tables.map(({ id, rowsThatWouldNotFit }) => [id, rowsThatWouldNotFit]),
  );
  const asked = {
    projectId: liveProjectId,
    transferId,
    tableIds,
    comparison: comparison?.split('-')[0],
    maxTables,
    unfit: (id: string) => counts.get(id) ?? 0,
    readings,
    objection: isForced ? undefined : objectionTo(told, brought),
  };
  const { position, state } = await engine.executor
    .execute(request, { ...stepOf(liveProjectId), decide: transferTables(asked, test) })
    .catch((problem: unknown) => {
      if (isRefusal(problem, STALE)) return stale(context, body);
      throw problem instanceof Problem && problem.code === 'PAYLOAD_TOO_LARGE'
        ? new Problem('PAYLOAD_TOO_LARGE', { text: TOO_LARGE })
        : problem;
    });
  const last =
    brought.length > 0
      ? await engine.executor.execute(request, {
          ...widgetStepOf(liveProjectId),
          decide: bringWidgets(
            {
              projectId: liveProjectId,
              transferId,
              testProjectId: pair.testProjectId,
              isAlone: !state.transfers.has(transferId),
            },
            brought,
          ),
        })
      : undefined;
  const end = last?.position ?? position;
  await engine.projector.waitForPosition(end);
  const converted = await convertFirst(context, readings.keys(), position);
  const isReceipted = state.transfers.has(transferId) || last?.state.transfers.has(transferId);
  const doc = isReceipted ? await transferDoc(engine, liveProjectId, transferId) : undefined;
  return { data: await transferAnswer(engine, told, brought, doc), position: converted ?? end };
}

/** @throws Problem VALIDATION_ERROR for an unknown cursor */
async function receipts(
  context: Context,
  projectId: string,
  { limit, cursor }: InputOf<typeof api.listTransfers>['query'],
): Promise<Result<AnswerOf<typeof api.listTransfers>>> {
  const { engine } = context;
  const { docs, nextCursor } = await findInParts(engine.model, {
    collection: transferDocs,
    where: [{ path: 'projectId', op: 'eq', value: projectId }],
    sort: { by: 'created', descending: true },
    limit,
    bytes: inAnswer(),
    ...(cursor !== undefined && { cursor }),
  }).catch((error: unknown) => {
    throw error instanceof BadCursor
      ? new Problem('VALIDATION_ERROR', {
          details: [{ path: 'cursor', message: { key: 'cursor-unknown' } }],
        })
      : error;
  });
  const tables = docs.flatMap(one => one.tables);
  const isShown = await shownInReceipts(context, projectId, tables);
  return {
    data: {
      transfers: await transfersOf(engine, docs, isShown),
      ...(nextCursor !== undefined && { nextCursor }),
    },
  };
}

export const handlers = [
  handle(api.transferPreview, async (context, { body: { tableIds, ...pair } }) => {
    await liveProject(context.engine, pair.testProjectId, pair.liveProjectId);
    const test = await testSide(context, pair);
    return { data: (await compared(context, test, pair.liveProjectId, tableIds)).told };
  }),

  handle(api.transferToLive, async (context, { query: { force }, body }) => {
    if (body.tableIds.length + body.widgetIds.length === 0)
      throw new Problem('VALIDATION_ERROR', {
        details: [{ path: 'tableIds', message: { key: 'transfer-nothing' } }],
      });
    return transferred(context, body, force === 'true');
  }),

  // Receipts have the rules of fields before and after, so that few lists are large together.
  handle(api.listTransfers, (context, { params: { projectId }, query }) =>
    context.engine.lists.run(context.source, () => receipts(context, projectId, query)),
  ),

  handle(api.getTransfer, async (context, { params: { projectId, transferId } }) => {
    const { engine } = context;
    const doc = await transferDoc(engine, projectId, transferId);
    const isUndone = doc.undoneAt !== null;
    const obstacles = isUndone ? [] : await obstaclesNow(context, { projectId, transferId });
    const isShown = await shownInReceipts(context, projectId, [...doc.tables, ...obstacles]);
    const [transfer] = await transfersOf(engine, [doc], isShown);
    return {
      data: {
        transfer: transfer!,
        obstacles: await shownObstacles(engine, obstacles, isShown),
        ...(isUndone
          ? { endpoints: [], widgets: [] }
          : await neededBy(engine, { projectId, transferId })),
      },
    };
  }),

  undoing,
];
