import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { undoTransfer as call } from '@hzm/contracts/features/transfers/api';
import type { NeededBy } from '@hzm/contracts/features/transfers/transfer';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { personalLinkDocs } from '@hzm/projections/features/widgets/personal-links';
import { handle, type Context, type Engine } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { affectedBy } from '../custom-endpoints/breaks.ts';
import { convertFirst } from '../tables/convert.ts';
import { checkMayBring } from '../widgets/transfer.ts';
import { rowsHolding } from './effect.ts';
import { brokenParts, objectionOf } from './needed.ts';
import {
  BLOCKED,
  broughtBy,
  obstaclesOf,
  readingsOfUndoing,
  tablesBefore,
  transfers,
  transfersWith,
  undoTransfer,
  type Obstacle,
} from './transfers.ts';
import { shownObstacles, transferDoc, transfersOf } from './view.ts';
import {
  addedWidgets,
  contentsBefore,
  undoWidgets,
  widgetObstacles,
  widgetTransfers,
  widgetTransfersWith,
} from './widget-transfers.ts';

/** @param undone the transfer to undo */
export const stepOf = (liveProjectId: string, undone?: string) => ({
  stream: `schema-${liveProjectId}`,
  decider: undone === undefined ? transfers : transfersWith(undone),
  about: { projectId: liveProjectId },
});

/** @param undone the transfer to undo */
export const widgetStepOf = (liveProjectId: string, undone?: string) => ({
  stream: `widgets-${liveProjectId}`,
  decider: undone === undefined ? widgetTransfers : widgetTransfersWith(undone),
  about: { projectId: liveProjectId },
});

export const isRefusal = (problem: unknown, key: string): problem is Problem =>
  problem instanceof Problem && problem.text.key === key;

/** Returns the tables and fields of a transfer that hold values by now. */
async function heldObstacles(
  { engine, source }: Context,
  projectId: string,
  transferId: string,
): Promise<Obstacle[]> {
  await waitForHead(engine);
  const { state } = await engine.executor.look(stepOf(projectId, transferId));
  const brought = await Promise.all(
    broughtBy(state, transferId).map(async ({ tableId, name, fields }): Promise<Obstacle[]> => {
      if (fields !== 'all')
        return Promise.all(
          fields.map(async one => ({
            kind: 'values-written' as const,
            tableId,
            name,
            ...one,
            rows: await rowsHolding(engine, tableId, one.fieldId, source.account),
          })),
        );
      const { total = 0 } = await engine.model.find({
        collection: rowDocs,
        partition: tableId,
        limit: 1,
        count: true,
        by: source.account,
      });
      return [{ kind: 'rows-written', tableId, name, rows: total }];
    }),
  );
  return brought.flat().filter(obstacle => 'rows' in obstacle && obstacle.rows > 0);
}

/** The personal links of widgets that a transfer added, which would end with them. */
async function linkedObstacles(
  { engine, source }: Context,
  added: ReturnType<typeof addedWidgets>,
): Promise<Obstacle[]> {
  const linked = await Promise.all(
    added.map(async (widget): Promise<Obstacle> => {
      const { total = 0 } = await engine.model.find({
        collection: personalLinkDocs,
        where: [{ path: 'widgetId', op: 'eq', value: widget.widgetId }],
        limit: 1,
        count: true,
        by: source.account,
      });
      return { kind: 'links-made', ...widget, links: total };
    }),
  );
  return linked.filter(obstacle => 'links' in obstacle && obstacle.links > 0);
}

interface OfTransfer {
  readonly projectId: string;
  readonly transferId: string;
}

/** A kind of parts that a transfer brings, and that undoing it takes back. */
interface BroughtKind {
  /** Everything that stands in the way of taking them back. */
  readonly obstacles: (context: Context, of: OfTransfer) => Promise<readonly Obstacle[]>;
  /** Refuses a caller who may not take them back. @throws Problem */
  readonly check: (context: Context, of: OfTransfer) => Promise<void>;
  /** Takes them back; once that is done, it finds nothing to do. @throws Problem CONFLICT */
  readonly undo: (
    context: Context,
    of: OfTransfer,
    objection: Problem | undefined,
  ) => Promise<Position | undefined>;
}

const widgetKind: BroughtKind = {
  async obstacles(context, { projectId, transferId }) {
    const { state } = await context.engine.executor.look(widgetStepOf(projectId, transferId));
    return [
      ...widgetObstacles(state, transferId),
      ...(await linkedObstacles(context, addedWidgets(state, transferId))),
    ];
  },
  async check(context, { projectId, transferId }) {
    const { state } = await context.engine.executor.look(widgetStepOf(projectId, transferId));
    await checkMayBring(context, projectId, contentsBefore(state, transferId));
  },
  async undo(context, of) {
    const { engine, request } = context;
    const { state } = await engine.executor.look(widgetStepOf(of.projectId, of.transferId));
    const held = await linkedObstacles(context, addedWidgets(state, of.transferId));
    const { position } = await engine.executor.execute(request, {
      ...widgetStepOf(of.projectId, of.transferId),
      decide: undoWidgets(of, held),
    });
    return position;
  },
};

const tableKind: BroughtKind = {
  async obstacles(context, { projectId, transferId }) {
    const held = await heldObstacles(context, projectId, transferId);
    const { state } = await context.engine.executor.look(stepOf(projectId, transferId));
    return [...obstaclesOf(state, transferId), ...held];
  },
  check: () => Promise.resolve(),
  async undo(context, of, objection) {
    const { engine, request } = context;
    const { state } = await engine.executor.look(stepOf(of.projectId, of.transferId));
    if (!state.transfers.has(of.transferId)) return undefined;
    const held = await heldObstacles(context, of.projectId, of.transferId);
    const { position } = await engine.executor.execute(request, {
      ...stepOf(of.projectId, of.transferId),
      decide: undoTransfer(of, held, objection),
    });
    const retyped = readingsOfUndoing(state, of.transferId);
    if (position !== undefined) await engine.projector.waitForPosition(position);
    return (await convertFirst(context, retyped.keys(), position)) ?? position;
  },
};

/** In the order of undoing: tables last, since their receipt says that the transfer is undone. */
const kinds: readonly BroughtKind[] = [widgetKind, tableKind];

/** Everything that stands in the way of undoing a transfer. */
export async function obstaclesNow(context: Context, of: OfTransfer): Promise<Obstacle[]> {
  const found: Obstacle[] = [];
  for (const kind of kinds.toReversed()) found.push(...(await kind.obstacles(context, of)));
  return found;
}

/** Returns what could not be called or shown any more if a transfer were undone. */
export async function neededBy(
  engine: Engine,
  { projectId, transferId }: OfTransfer,
): Promise<NeededBy> {
  const { state } = await engine.executor.look(stepOf(projectId, transferId));
  const broken = await brokenParts(engine, projectId, tablesBefore(state, transferId));
  const { state: beside } = await engine.executor.look(widgetStepOf(projectId, transferId));
  const turned = beside.transfers.get(transferId)?.turns;
  return {
    endpoints: [...affectedBy(broken.endpoints)],
    widgets: [...broken.widgets.values()].flat().filter(({ id }) => !turned?.has(id)),
  };
}

/** Judges an undoing before the first of its appends. @throws Problem */
async function judged(
  context: Context,
  of: OfTransfer,
  isForced: boolean,
): Promise<Problem | undefined> {
  const { engine, request } = context;
  const objection = isForced ? undefined : objectionOf(await neededBy(engine, of));
  if (await engine.executor.repeats.last(request)) return objection;
  for (const kind of kinds) await kind.check(context, of);
  const obstacles = await obstaclesNow(context, of);
  if (obstacles.length > 0) throw new Problem('CONFLICT', { text: BLOCKED, data: { obstacles } });
  if (objection) throw objection;
  return undefined;
}

export const undoing = handle(call, async (context, { params: of, query: { force } }) => {
  const { engine } = context;
  const { undoneAt } = await transferDoc(engine, of.projectId, of.transferId);
  const undone = async (): Promise<Position | undefined> => {
    const objection = undoneAt === null ? await judged(context, of, force === 'true') : undefined;
    let last: Position | undefined;
    for (const kind of kinds) last = (await kind.undo(context, of, objection)) ?? last;
    return last;
  };
  const position = await undone().catch(async (problem: unknown) => {
    if (!isRefusal(problem, BLOCKED)) throw problem;
    const { obstacles } = problem.data as { readonly obstacles: readonly Obstacle[] };
    throw new Problem('CONFLICT', {
      text: BLOCKED,
      data: { obstacles: await shownObstacles(engine, obstacles) },
    });
  });
  if (position !== undefined) await engine.projector.waitForPosition(position);
  const [transfer] = await transfersOf(engine, [
    await transferDoc(engine, of.projectId, of.transferId),
  ]);
  return { data: { transfer: transfer! }, ...(position !== undefined && { position }) };
});
