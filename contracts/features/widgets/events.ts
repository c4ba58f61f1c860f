import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { because, event } from '../../core/event.ts';
import { Id } from '../../core/ids.ts';
import { WidgetSettings, WidgetType } from './settings.ts';

const open = { projectId: because.key, widgetId: because.id };
const ofWidget = { projectId: Id, widgetId: Id, name: z.string() };
const content = {
  type: WidgetType,
  description: z.string(),
  settings: WidgetSettings.nullable(),
};

/** Stream `widgets-<projectId>`: all widgets of a project. */
export const widgetAdded = event('widget-added', {
  version: 1,
  needsRoom: true,
  shape: { ...ofWidget, ...content },
  open,
});
/** Holds the complete widget after the change. */
export const widgetChanged = event('widget-changed', {
  version: 1,
  needsRoom: true,
  shape: { ...ofWidget, ...content },
  open,
});
export const widgetRemoved = event('widget-removed', { version: 1, shape: ofWidget, open });

const ofLink = { ...ofWidget, linkId: Id };
const openLink = { ...open, linkId: because.id };
/** `tokenId` names the token, which follows from it; the link works while `ownerId` is the owner. */
const token = { ownerId: Id, tokenId: Id, expiresAt: Instant };

/** Stream `personal-link-<id>`. `name` is the widget's. */
export const personalLinkAdded = event('personal-link-added', {
  version: 1,
  needsRoom: true,
  shape: { ...ofLink, tableId: Id, rowId: Id, ...token },
  open: { ...openLink, tableId: because.id, rowId: because.id },
});
/** Gives a link another token and end. */
export const personalLinkChanged = event('personal-link-changed', {
  version: 1,
  needsRoom: true,
  shape: { ...ofLink, ...token },
  open: openLink,
});
export const personalLinkRemoved = event('personal-link-removed', {
  version: 1,
  shape: ofLink,
  open: openLink,
});
