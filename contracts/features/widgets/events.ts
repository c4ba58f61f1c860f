import * as z from 'zod';
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
