import {
  widgetsTransferred,
  widgetsTransferUndone,
} from '@hzm/contracts/features/transfers/events';
import type { TransferredWidget } from '@hzm/contracts/features/transfers/transfer';
import { widgetAdded, widgetChanged, widgetRemoved } from '@hzm/contracts/features/widgets/events';
import { decider, reject, type Decider, type Decision } from '@hzm/services/core/commands/decider';
import { PartedMap } from '@hzm/services/core/commands/parted-map';
import { copyChanges } from '../widgets/copies.ts';
import { contentsOf, tooManyWidgets, type WidgetBesideLive } from '../widgets/transfer.ts';
import { isSame, widgets, type WidgetContent, type Widgets } from '../widgets/widgets.ts';
import { perTransfer } from './per-transfer.ts';
import { BLOCKED, type Obstacle, type Touch } from './transfers.ts';

/** A widget before and after a transfer; undefined if missing, or of another transfer. */
interface Turn {
  readonly before: WidgetContent | undefined;
  readonly after: WidgetContent | undefined;
}

interface KnownTransfer {
  readonly isAlone: boolean;
  readonly isUndone: boolean;
  readonly turns: ReadonlyMap<string, Turn>;
}

/** The widgets of a live project, with what its transfers did to them. */
export interface WidgetTransfers {
  readonly widgets: Widgets;
  readonly transfers: PartedMap<KnownTransfer>;
  /** Excludes deleted widgets, except those of the asked transfer. */
  readonly touched: PartedMap<Touch>;
  /** The transfer whose own events come next. */
  readonly pending: { readonly transferId: string; readonly left: number } | undefined;
}

const initial: WidgetTransfers = {
  widgets: widgets.initial,
  transfers: new PartedMap(),
  touched: new PartedMap(),
  pending: undefined,
};

const receiptsWith = (asked: string | undefined) =>
  decider<WidgetTransfers>(initial, when => [
    when(widgetsTransferred, (s, { transferId, isAlone, events, widgets: brought }) => ({
      ...s,
      transfers: s.transfers.with(transferId, {
        isAlone,
        isUndone: false,
        turns: new Map(
          brought.map(({ widgetId }) => [
            widgetId,
            {
              before: transferId === asked ? s.widgets.get(widgetId) : undefined,
              after: undefined,
            },
          ]),
        ),
      }),
      pending: { transferId, left: events },
    })),
    when(widgetsTransferUndone, (s, { transferId }) => {
      const known = s.transfers.get(transferId);
      return known
        ? { ...s, transfers: s.transfers.with(transferId, { ...known, isUndone: true }) }
        : s;
    }),
  ]);

const changing: ReadonlySet<string> = new Set(
  [widgetAdded, widgetChanged, widgetRemoved].map(({ type }) => type),
);

/** Records the widgets after the asked transfer, once its last event is folded. */
function settled(s: WidgetTransfers, asked: string | undefined): WidgetTransfers {
  const { transferId, left } = s.pending!;
  if (left > 1) return { ...s, pending: { transferId, left: left - 1 } };
  if (transferId !== asked) return { ...s, pending: undefined };
  const { turns, ...known } = s.transfers.get(transferId)!;
  return {
    ...s,
    pending: undefined,
    transfers: s.transfers.with(transferId, {
      ...known,
      turns: new Map(
        [...turns].map(([id, { before }]) => [id, { before, after: s.widgets.get(id) }]),
      ),
    }),
  };
}

function newDecider(asked?: string): Decider<WidgetTransfers> {
  const receipts = receiptsWith(asked);
  return {
    initial,
    evolve(s, event) {
      const next = receipts.evolve(s, event);
      if (!changing.has(event.type)) return next;
      const widgetId = event.data['widgetId'] as string;
      const isAsked = asked !== undefined && s.transfers.get(asked)?.turns.has(widgetId);
      const touched: WidgetTransfers = {
        ...next,
        widgets: widgets.evolve(s.widgets, event),
        touched:
          event.type === widgetRemoved.type && !isAsked
            ? s.touched.without(widgetId)
            : s.touched.with(widgetId, {
                actor: event.meta?.actor ?? '',
                at: event.meta?.at ?? '',
              }),
      };
      return s.pending ? settled(touched, asked) : touched;
    },
  };
}

/** Folds transfers without their widgets, which together may exceed the memory. */
export const widgetTransfers = newDecider();

/** Folds transfers with the widgets of one of them, to undo it. */
export const widgetTransfersWith = perTransfer(newDecider);

interface Bringing {
  readonly projectId: string;
  readonly transferId: string;
  readonly testProjectId: string;
  /** Whether no table came with them. */
  readonly isAlone: boolean;
}

/** Gives live the content of its counterparts; its other widgets stay. */
export const bringWidgets =
  (of: Bringing, brought: readonly WidgetBesideLive[]) =>
  (s: WidgetTransfers): Decision => {
    if (s.transfers.has(of.transferId)) return [];
    const contents = contentsOf(brought);
    const refusal = tooManyWidgets(s.widgets, contents);
    if (refusal) return refusal;
    const events = copyChanges(of.projectId, s.widgets, new Map([...s.widgets, ...contents]));
    if (events.length === 0) return [];
    const told = brought.flatMap(
      ({ id: testWidgetId, widgetId, name, type, content }): TransferredWidget[] => {
        const before = s.widgets.get(widgetId);
        const state = before === undefined ? 'new' : 'different';
        return before && isSame(before, content)
          ? []
          : [{ testWidgetId, widgetId, name, type, state }];
      },
    );
    return [widgetsTransferred({ ...of, events: events.length, widgets: told }), ...events];
  };

/** Returns the later changes of widgets that prevent undoing a transfer. */
export function widgetObstacles(s: WidgetTransfers, transferId: string): readonly Obstacle[] {
  const known = s.transfers.get(transferId);
  if (!known || known.isUndone) return [];
  return [...known.turns].flatMap(([widgetId, { before, after }]): readonly Obstacle[] => {
    const now = s.widgets.get(widgetId);
    const { actor: by = '', at = '' } = s.touched.get(widgetId) ?? {};
    const of = { widgetId, name: now?.name ?? after?.name ?? '', by, at };
    if (!now) return before ? [{ kind: 'widget-deleted', ...of }] : [];
    return after && isSame(now, after) ? [] : [{ kind: 'widget-changed', ...of }];
  });
}

/** The widgets that a transfer added and that are still there. */
export const addedWidgets = (
  s: WidgetTransfers,
  transferId: string,
): readonly { readonly widgetId: string; readonly name: string }[] => {
  const known = s.transfers.get(transferId);
  if (!known || known.isUndone) return [];
  return [...known.turns].flatMap(([widgetId, { before }]) => {
    const now = s.widgets.get(widgetId);
    return before || !now ? [] : [{ widgetId, name: now.name }];
  });
};

/** The contents that undoing a transfer gives back. */
export const contentsBefore = (s: WidgetTransfers, transferId: string): readonly WidgetContent[] =>
  [...(s.transfers.get(transferId)?.turns.values() ?? [])].flatMap(({ before }) => before ?? []);

/** Takes back the widgets that came with a transfer, and gives the others their earlier content. */
export const undoWidgets =
  (
    { projectId, transferId }: { readonly projectId: string; readonly transferId: string },
    held: readonly Obstacle[],
  ) =>
  (s: WidgetTransfers): Decision => {
    const known = s.transfers.get(transferId);
    if (!known || known.isUndone) return [];
    const obstacles = [...widgetObstacles(s, transferId), ...held];
    if (obstacles.length > 0) return reject('CONFLICT', { text: BLOCKED, data: { obstacles } });
    const wanted = new Map(s.widgets);
    for (const [id, { before }] of known.turns)
      if (before) wanted.set(id, before);
      else wanted.delete(id);
    const events = copyChanges(projectId, s.widgets, wanted);
    const told = [...known.turns].map(([widgetId, { before, after }]) => ({
      widgetId,
      name: (before ?? after)?.name ?? '',
    }));
    const { isAlone } = known;
    return [
      widgetsTransferUndone({
        projectId,
        transferId,
        isAlone,
        events: events.length,
        widgets: told,
      }),
      ...events,
    ];
  };
