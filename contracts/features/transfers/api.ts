import * as z from 'zod';
import { command, count, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { storable } from '../../core/name.ts';
import { list } from '../../core/shapes.ts';
import { Force } from '../tables/api.ts';
import { MAX_TABLES } from '../tables/table.ts';
import { MAX_WIDGETS } from '../widgets/widget.ts';
import { ComparedTable, Comparison, NeededBy, Transfer, TransferObstacle } from './transfer.ts';

const OfProject = z.strictObject({ projectId: Id });
const OfTransfer = z.strictObject({ projectId: Id, transferId: Id });
const Pair = { testProjectId: Id, liveProjectId: Id };
const Tables = list(Id, { min: 1, max: MAX_TABLES });

export const transferPreview = query({
  name: 'transfer-preview',
  call: 'POST /tables/transfer-preview',
  about: 'liveProjectId',
  access: 'project:write',
  showsRows: true,
  body: z.strictObject({ ...Pair, tableIds: Tables.optional() }),
  answer: Comparison,
  summary: 'Compare a test environment with the live project',
  description:
    'Answers the differences of all or the given tables and of the widgets that show them, and the effects of a transfer on live rows, published endpoints and widgets.',
});

export const transferToLive = command({
  name: 'transfer-to-live',
  call: 'POST /tables/transfer-to-live',
  about: 'liveProjectId',
  access: 'project:transfer',
  mainKey: true,
  query: Force,
  body: z.strictObject({
    ...Pair,
    tableIds: list(Id, { min: 0, max: MAX_TABLES }),
    widgetIds: list(Id, { min: 0, max: MAX_WIDGETS }).default([]),
    comparison: storable(z.string().max(64)).optional(),
  }),
  answer: z.object({
    tables: z.array(
      ComparedTable.pick({
        id: true,
        name: true,
        liveTableId: true,
        state: true,
        changes: true,
        rowsThatWouldNotFit: true,
      }),
    ),
    summary: z.object({ successful: z.int(), failed: z.int(), skipped: z.int() }),
    results: z.array(
      z.object({ tableId: Id, name: z.string(), status: z.enum(['transferred', 'skipped']) }),
    ),
    widgets: z.array(z.object({ id: Id, name: z.string(), liveWidgetId: Id })),
    transfer: Transfer.nullable(),
  }),
  summary: 'Transfer tables and widgets to the live project',
  description:
    'Gives live tables the schema of their counterparts in the test environment, all or none, and live widgets their content; other widgets of live stay. With `comparison`, refused if a side has changed since. If endpoints or widgets would break, answers 409 with them, unless `force`.',
});

export const listTransfers = query({
  name: 'list-transfers',
  call: 'GET /projects/:projectId/transfers',
  access: 'past:read',
  params: OfProject,
  query: z.strictObject({ limit: count(1, 100).default(20), cursor: z.string().optional() }),
  answer: z.object({ transfers: z.array(Transfer), nextCursor: z.string().optional() }),
  summary: 'List transfers to a live project',
  description: 'Latest first.',
});

export const getTransfer = query({
  name: 'get-transfer',
  call: 'GET /projects/:projectId/transfers/:transferId',
  access: 'past:read',
  params: OfTransfer,
  answer: z.object({
    transfer: Transfer,
    obstacles: z.array(TransferObstacle),
    ...NeededBy.shape,
  }),
  summary: 'Retrieve a transfer',
  description:
    'Includes what prevents undoing it, and the published endpoints and widgets that undoing would break.',
});

export const undoTransfer = command({
  name: 'undo-transfer',
  call: 'POST /projects/:projectId/transfers/:transferId/undo',
  access: 'project:transfer',
  params: OfTransfer,
  query: Force,
  answer: z.object({ transfer: Transfer }),
  summary: 'Undo a transfer',
  description:
    'Restores the earlier schema and the earlier widgets; those that came with it are removed. Later changes, rows in added tables, values in added fields and personal links of added widgets prevent it. If published endpoints or widgets would break, answers 409 with them, unless `force`.',
});
