import { collection } from '@hzm/contracts/core/collection';
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

/** One document per transfer to a live project. */
export const transfers = projection({
  name: 'transfers',
  version: 2,
  collections: [transferDocs],
  isPointInTime: true,
  on: [
    on(
      tablesTransferred,
      ({
        data: { transferId, projectId, testProjectId, events, tables },
        meta: { at, actor },
        position,
      }) => [
        put(transferDocs, {
          id: transferId,
          projectId,
          testProjectId,
          position,
          at,
          by: actor,
          events,
          tables,
          widgets: [],
          undoneAt: null,
          undoneBy: null,
        }),
      ],
    ),
    on(
      widgetsTransferred,
      ({
        data: { transferId: id, projectId, testProjectId, isAlone, events, widgets },
        meta: { at, actor },
        position,
      }) =>
        isAlone
          ? [
              put(transferDocs, {
                id,
                projectId,
                testProjectId,
                position,
                at,
                by: actor,
                events,
                tables: [],
                widgets,
                undoneAt: null,
                undoneBy: null,
              }),
            ]
          : [
              patch(transferDocs, { id, set: { widgets } }),
              add(transferDocs, { id, by: { events } }),
            ],
    ),
    on(widgetsTransferUndone, ({ data: { transferId: id, isAlone }, meta: { at, actor } }) =>
      isAlone ? [patch(transferDocs, { id, set: { undoneAt: at, undoneBy: actor } })] : [],
    ),
    on(transferUndone, ({ data: { transferId }, meta: { at, actor } }) => [
      patch(transferDocs, { id: transferId, set: { undoneAt: at, undoneBy: actor } }),
    ]),
    on(projectDeleted, ({ data: { projectId } }) => [dropWhere(transferDocs, { projectId })]),
  ],
});
