import * as z from 'zod';
import { command, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { MAX_SETTINGS_BYTES, SentSettings, WidgetType } from './settings.ts';
import { ListedWidget, MAX_WIDGETS, Widget, WidgetDescription, WidgetName } from './widget.ts';

const OfProject = z.strictObject({ projectId: Id });
const OfWidget = z.strictObject({ widgetId: Id });
const OneWidget = z.object({ widget: Widget });

export const listWidgets = query({
  name: 'list-widgets',
  call: 'GET /widgets',
  also: ['/projects/:projectId/widgets'],
  access: 'project:read',
  params: OfProject,
  answer: z.object({
    widgets: z.array(ListedWidget),
    total: z.int(),
    projectInfo: z.object({ id: Id, name: z.string() }),
  }),
  summary: 'List the widgets of a project',
});

export const addWidget = command({
  name: 'add-widget',
  call: 'POST /widgets',
  also: ['/projects/:projectId/widgets'],
  access: 'project:write',
  status: 201,
  params: OfProject,
  body: z.strictObject({
    name: WidgetName,
    type: WidgetType,
    description: WidgetDescription.default(''),
    settings: SentSettings.nullable().default(null),
  }),
  answer: OneWidget,
  summary: 'Create a widget',
  description: `At most ${MAX_WIDGETS} in a project. \`settings\` are of the shape of the type, at most ${MAX_SETTINGS_BYTES / 1024} KiB, and must fit the tables; a widget without them is a draft. Anybody who has the address of the embed is shown the widget.`,
});

export const getWidget = query({
  name: 'get-widget',
  call: 'GET /widgets/:widgetId',
  access: 'project:read',
  params: OfWidget,
  answer: OneWidget,
  summary: 'Retrieve a widget with its settings',
});

export const changeWidget = command({
  name: 'change-widget',
  call: 'PUT /widgets/:widgetId',
  access: 'project:write',
  params: OfWidget,
  body: z.strictObject({
    name: WidgetName.optional(),
    type: WidgetType.optional(),
    description: WidgetDescription.optional(),
    settings: SentSettings.nullable().optional(),
  }),
  answer: OneWidget,
  summary: 'Update a widget',
  description:
    'Members that are absent stay as they are. Another type without settings of its shape makes the widget a draft.',
});

export const removeWidget = command({
  name: 'remove-widget',
  call: 'DELETE /widgets/:widgetId',
  access: 'project:write',
  params: OfWidget,
  answer: z.object({ deletedWidget: z.object({ id: Id, name: z.string() }) }),
  summary: 'Delete a widget',
});
