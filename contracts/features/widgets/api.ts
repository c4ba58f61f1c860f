import * as z from 'zod';
import { command, nothing, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import { LinkToken } from '../../core/link-token.ts';
import { storable } from '../../core/name.ts';
import { At } from '../../core/realtime.ts';
import { named } from '../../core/shapes.ts';
import { FieldType } from '../tables/field-types.ts';
import { ANSWERS_PER_MINUTE, EmbedQuery } from './embed.ts';
import {
  DEFAULT_LINK_DAYS,
  LINK_USES_PER_MINUTE,
  MAX_LINK_DAYS,
  MAX_PERSONAL_LINKS,
  PersonalLink,
} from './personal-link.ts';
import { MAX_SETTINGS_BYTES, SentSettings, WidgetType } from './settings.ts';
import {
  ListedWidget,
  MAX_WIDGETS,
  newContent,
  Widget,
  WidgetDescription,
  WidgetName,
} from './widget.ts';

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
    ...newContent,
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

const AnObject = z.custom<JsonObject>().meta({ type: 'object', additionalProperties: true });
const OneRow = z.object({ row: AnObject });
const content = {
  columns: z.array(z.object({ name: z.string(), type: FieldType.nullable() })),
  rows: z.array(AnObject),
};

export const getWidgetData = query({
  name: 'get-widget-data',
  call: 'GET /widgets/:widgetId/data',
  access: 'project:read',
  showsRows: true,
  params: OfWidget,
  answer: z.object({
    widget: ListedWidget,
    ...content,
    rowIds: z.array(Id),
    mayShare: z.boolean(),
  }),
  summary: 'Retrieve what a widget shows',
  description:
    'Values by the names of the columns. Of a form: the rows of its table, newest first, with their ids (`rowIds`), and whether the caller may create personal links to them. A draft answers 404, a broken widget 409.',
});

const ofRows =
  'Values by the names of the columns; other fields are refused. A chart takes no rows.';

export const addWidgetRow = command({
  name: 'add-widget-row',
  call: 'POST /widgets/:widgetId/data',
  access: 'rows:write',
  status: 201,
  holdsRows: true,
  params: OfWidget,
  body: named(200),
  answer: OneRow,
  summary: "Add a row to a widget's table",
  description: ofRows,
});

const OfRow = z.strictObject({ widgetId: Id, rowId: Id });
export const changeWidgetRow = command({
  name: 'change-widget-row',
  call: 'PUT /widgets/:widgetId/data/:rowId',
  access: 'rows:write',
  holdsRows: true,
  params: OfRow,
  body: named(200),
  answer: OneRow,
  summary: "Update a row of a widget's table",
  description: ofRows,
});

export const removeWidgetRow = command({
  name: 'remove-widget-row',
  call: 'DELETE /widgets/:widgetId/data/:rowId',
  access: 'rows:delete',
  params: OfRow,
  answer: nothing,
  summary: "Delete a row of a widget's table",
});

export const embedWidget = query({
  name: 'embed-widget',
  call: 'GET /widgets/:widgetId/embed',
  also: ['/widgets/embed/:widgetId'],
  access: 'public',
  hasPage: true,
  params: OfWidget,
  query: EmbedQuery.extend({ after: At.optional() }),
  answer: z.object({
    widget: ListedWidget.pick({
      id: true,
      name: true,
      type: true,
      description: true,
      project: true,
    }),
    ...content,
  }),
  summary: 'Show a widget to anybody',
  description:
    'Answers this JSON, or a page (`format=iframe` with its script, `html` without), with an `ETag`. Allowed origins of the project may frame it. A form answers no rows. The content includes the change at `after`.',
});

export const previewWidget = query({
  name: 'preview-widget',
  call: 'POST /projects/:projectId/widgets/preview',
  access: 'project:write',
  showsRows: true,
  params: OfProject,
  body: EmbedQuery.omit({ format: true }).extend({
    name: storable(z.string().max(100)).default(''),
    settings: SentSettings,
  }),
  answer: z.object({ html: z.string() }),
  summary: 'Preview settings that are not saved',
  description:
    'Answers the page that the embed would be, without its script. The caller needs the right to do what the widget lets strangers do.',
});

/** Answers to a form; `website` is filled in by programs only. */
const sent = {
  values: named(36),
  website: storable(z.string().max(1_000)).default(''),
};

export const submitWidgetForm = command({
  name: 'submit-widget-form',
  call: 'POST /widgets/:widgetId/embed',
  also: ['/widgets/embed/:widgetId'],
  access: 'public',
  status: 201,
  holdsRows: true,
  params: OfWidget,
  body: z.strictObject(sent),
  answer: z.object({ thanks: z.string() }),
  summary: 'Send the answers of a form',
  description: `\`values\` by the ids of the form's fields. At most ${ANSWERS_PER_MINUTE} a minute from one address. Whoever fills in \`website\` is a program: nothing is written, and the answer is the same.`,
});

const lasting = { days: z.int().min(1).max(MAX_LINK_DAYS).default(DEFAULT_LINK_DAYS) };
const OfLink = z.strictObject({ widgetId: Id, linkId: Id });
const MadeLink = z.object({ link: PersonalLink, url: z.string() });
const once = '`url` has the token, which is answered here alone.';

export const listPersonalLinks = query({
  name: 'list-personal-links',
  call: 'GET /widgets/:widgetId/links',
  access: 'rows:share',
  params: OfWidget,
  answer: z.object({ links: z.array(PersonalLink) }),
  summary: 'List the personal links of a form',
  description: 'Newest first, without their tokens.',
});

export const addPersonalLink = command({
  name: 'add-personal-link',
  call: 'POST /widgets/:widgetId/links',
  access: 'rows:share',
  status: 201,
  params: OfWidget,
  body: z.strictObject({ rowId: Id, ...lasting }),
  answer: MadeLink,
  summary: 'Create a personal link to a row',
  description: `Whoever has it reads and changes the fields of the form in this one row. At most ${MAX_PERSONAL_LINKS} for a form. ${once}`,
});

export const renewPersonalLink = command({
  name: 'renew-personal-link',
  call: 'POST /widgets/:widgetId/links/:linkId/renew',
  access: 'rows:share',
  params: OfLink,
  body: z.strictObject(lasting),
  answer: MadeLink,
  summary: 'Renew a personal link',
  description: `Gives it another token and end; the earlier token opens nothing. ${once}`,
});

export const removePersonalLink = command({
  name: 'remove-personal-link',
  call: 'DELETE /widgets/:widgetId/links/:linkId',
  access: 'rows:share',
  params: OfLink,
  answer: nothing,
  summary: 'Revoke a personal link',
});

export const openPersonalLink = query({
  name: 'open-personal-link',
  call: 'POST /widgets/:widgetId/linked-row',
  access: 'public',
  params: OfWidget,
  body: z.strictObject({ token: LinkToken }),
  answer: z.object({ values: AnObject }),
  summary: 'Retrieve the row of a personal link',
  description: `\`values\` of the form's fields by their ids, with an \`ETag\`. A link that opens nothing answers 404, for whatever reason; whoever has a valid one is told of a broken form or of access that is off. At most ${LINK_USES_PER_MINUTE} times a minute from one address.`,
});

export const usePersonalLink = command({
  name: 'use-personal-link',
  call: 'PUT /widgets/:widgetId/linked-row',
  access: 'public',
  holdsRows: true,
  params: OfWidget,
  body: z.strictObject({ token: LinkToken, ...sent }),
  answer: z.object({ thanks: z.string() }),
  summary: 'Change the row of a personal link',
  description: `As for a form; values that are absent stay. With \`If-Match\`, refused if the row has changed. At most ${ANSWERS_PER_MINUTE} a minute from one address by one link.`,
});
