import * as z from 'zod';
import { command, nothing, query } from '../../core/call.ts';
import { Status } from '../../core/status.ts';

export const status = query({
  name: 'status',
  call: 'GET /admin/status',
  access: 'admin',
  answer: Status,
  summary: 'Retrieve the status of the installation',
  description: 'Covers processes, views, event store and read model.',
});

const OfView = z.strictObject({ view: z.string().max(100) });

export const retryView = command({
  name: 'retry-view',
  call: 'POST /admin/views/:view/retry',
  access: 'admin',
  params: OfView,
  answer: nothing,
  summary: 'Retry a paused view',
  description: 'Processes the event again at which the view paused.',
});

export const rebuildView = command({
  name: 'rebuild-view',
  call: 'POST /admin/views/:view/rebuild',
  access: 'admin',
  params: OfView,
  answer: nothing,
  summary: 'Rebuild a view from the log',
  description: 'The old view serves until the new one is ready.',
});
