import * as z from 'zod';
import { command, nothing, query } from '../../core/call.ts';
import { Status } from '../../core/status.ts';

export const status = query({
  name: 'status',
  call: 'GET /admin/status',
  access: 'admin',
  answer: Status,
  summary: 'How everything that runs does: processes, views, event store, read model.',
});

const OfView = z.strictObject({ view: z.string().max(100) });

export const retryView = command({
  name: 'retry-view',
  call: 'POST /admin/views/:view/retry',
  access: 'admin',
  params: OfView,
  answer: nothing,
  summary: 'Let a view that stands still try its event again.',
});

export const rebuildView = command({
  name: 'rebuild-view',
  call: 'POST /admin/views/:view/rebuild',
  access: 'admin',
  params: OfView,
  answer: nothing,
  summary: 'Build a view anew from the log, beside the one that serves until the other is ready.',
});
