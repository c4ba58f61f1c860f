import * as z from 'zod';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { ViewSettings } from './saved-view.ts';

/** `ownerId` is the only account that sees the view; null shows it to everybody. */
const ofView = { projectId: Id, tableId: Id, viewId: Id, ownerId: Id.nullable(), name: z.string() };
const open = {
  projectId: because.key,
  tableId: because.id,
  viewId: because.id,
  ownerId: because.id,
};

/** Stream `saved-views-<projectId>`: all saved views of a project's tables. */
export const savedViewAdded = event('saved-view-added', {
  version: 1,
  needsRoom: true,
  shape: { ...ofView, settings: ViewSettings },
  open,
});
/** Holds the complete view after the change. */
export const savedViewChanged = event('saved-view-changed', {
  version: 1,
  needsRoom: true,
  shape: { ...ofView, settings: ViewSettings },
  open,
});
export const savedViewRemoved = event('saved-view-removed', { version: 1, shape: ofView, open });
