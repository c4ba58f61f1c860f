import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { TransferredTable, TransferredWidget } from './transfer.ts';

const ofTransfer = { projectId: Id, transferId: Id };
const open = { projectId: because.key, transferId: because.id };

/**
 * Stream `schema-<projectId>` of the live project. A receipt precedes its `events` events of tables
 * and fields in the same append.
 */
export const tablesTransferred = event('tables-transferred', {
  version: 1,
  needsRoom: true,
  shape: { ...ofTransfer, testProjectId: Id, events: z.int(), tables: z.array(TransferredTable) },
  open: { ...open, testProjectId: because.id },
});
export const transferUndone = event('transfer-undone', {
  version: 1,
  shape: {
    ...ofTransfer,
    events: z.int(),
    tables: z.array(z.strictObject({ tableId: Id, name: z.string() })),
  },
  open,
});

/**
 * Stream `widgets-<projectId>` of the live project. A receipt precedes its `events` events of
 * widgets in the same append. `isAlone` if no table came with them.
 */
export const widgetsTransferred = event('widgets-transferred', {
  version: 1,
  needsRoom: true,
  shape: {
    ...ofTransfer,
    testProjectId: Id,
    isAlone: z.boolean(),
    events: z.int(),
    widgets: z.array(TransferredWidget),
  },
  open: { ...open, testProjectId: because.id },
});
export const widgetsTransferUndone = event('widgets-transfer-undone', {
  version: 1,
  shape: {
    ...ofTransfer,
    isAlone: z.boolean(),
    events: z.int(),
    widgets: z.array(z.strictObject({ widgetId: Id, name: z.string() })),
  },
  open,
});
