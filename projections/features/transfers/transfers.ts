import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import type { DataOf, Event } from '@hzm/contracts/core/event';
import type { Position } from '@hzm/contracts/core/position';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  tablesTransferred,
  transferUndone,
  widgetsTransferred,
  widgetsTransferUndone,
} from '@hzm/contracts/features/transfers/events';
import type {
  TransferredTable,
  TransferredWidget,
} from '@hzm/contracts/features/transfers/transfer';
import { add, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** A receipt. `events` counts the events of the transfer; `by` is an account id. */
export type TransferDoc = {
  readonly id: string;
  /** The live project. */
  readonly projectId: string;
  readonly testProjectId: string;
  readonly position: Position;
  readonly at: string;
  readonly by: string;
  readonly events: number;
  readonly tables: readonly TransferredTable[];
  readonly widgets: readonly TransferredWidget[];
  readonly undoneAt: string | null;
  readonly undoneBy: string | null;
};

export const transferDocs = collection<TransferDoc>({
  name: 'transfers',
  owner: 'projectId',
  indexes: [['projectId']],
});

/** Returns the receipt of a transfer that its first event began. */
const received = (
  {
    data,
    meta: { at, actor },
    position,
  }: Event<
    Pick<DataOf<typeof tablesTransferred>, 'transferId' | 'projectId' | 'testProjectId' | 'events'>
  >,
  brought: Pick<TransferDoc, 'tables' | 'widgets'>,
): Change => {
  const { transferId: id, projectId, testProjectId, events } = data;
  return put(transferDocs, {
    id,
    projectId,
    testProjectId,
    position,
    at,
    by: actor,
    events,
    ...brought,
    undoneAt: null,
    undoneBy: null,
  });
};

/** One document per transfer to a live project. */
export const transfers = projection({
  name: 'transfers',
  version: 2,
  collections: [transferDocs],
  isPointInTime: true,
  on: [
    on(tablesTransferred, event => [received(event, { tables: event.data.tables, widgets: [] })]),
    on(widgetsTransferred, event => {
      const { transferId: id, isAlone, events, widgets } = event.data;
      return isAlone
        ? [received(event, { tables: [], widgets })]
        : [
            patch(transferDocs, { id, set: { widgets } }),
            add(transferDocs, { id, by: { events } }),
          ];
    }),
    on(widgetsTransferUndone, ({ data: { transferId: id, isAlone }, meta: { at, actor } }) =>
      isAlone ? [patch(transferDocs, { id, set: { undoneAt: at, undoneBy: actor } })] : [],
    ),
    on(transferUndone, ({ data: { transferId }, meta: { at, actor } }) => [
      patch(transferDocs, { id: transferId, set: { undoneAt: at, undoneBy: actor } }),
    ]),
    on(projectDeleted, ({ data: { projectId } }) => [dropWhere(transferDocs, { projectId })]),
  ],
});
