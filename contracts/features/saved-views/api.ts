import * as z from 'zod';
import { command, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import {
  MAX_OWN_VIEWS,
  MAX_SHARED_VIEWS,
  MAX_VIEW_BYTES,
  SavedView,
  SentViewSettings,
  ViewName,
  ViewScope,
} from './saved-view.ts';

const OfTable = z.strictObject({ tableId: Id });
const OfView = z.strictObject({ viewId: Id });
const OneView = z.object({ view: SavedView });

export const listSavedViews = query({
  name: 'list-saved-views',
  call: 'GET /data/table/:tableId/views',
  access: 'project:read',
  params: OfTable,
  answer: z.object({ views: z.array(SavedView) }),
  summary: 'List the saved views of a table',
  description: "Everybody's, then the caller's own, by name. A key has none of its own.",
});

export const addSavedView = command({
  name: 'add-saved-view',
  call: 'POST /data/table/:tableId/views',
  access: 'project:read',
  status: 201,
  params: OfTable,
  body: z.strictObject({ name: ViewName, scope: ViewScope, settings: SentViewSettings }),
  answer: OneView,
  summary: 'Save a view of a table',
  description: `\`everybody\` asks for the right to write rows, \`own\` for a session. At most ${MAX_SHARED_VIEWS} of a table for everybody and ${MAX_OWN_VIEWS} own ones in a project, each of ${MAX_VIEW_BYTES / 1024} KiB.`,
});

export const changeSavedView = command({
  name: 'change-saved-view',
  call: 'PUT /views/:viewId',
  access: 'project:read',
  params: OfView,
  body: z.strictObject({ name: ViewName.optional(), settings: SentViewSettings.optional() }),
  answer: OneView,
  summary: 'Rename a saved view or save it anew',
  description: "Members that are absent stay. Another person's own view answers 404.",
});

export const removeSavedView = command({
  name: 'remove-saved-view',
  call: 'DELETE /views/:viewId',
  access: 'project:read',
  params: OfView,
  answer: z.object({ deletedView: z.object({ id: Id, name: z.string() }) }),
  summary: 'Delete a saved view',
});
