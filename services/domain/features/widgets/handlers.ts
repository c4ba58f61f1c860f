import type { JsonObject } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/widgets/api';
import type { EmbedQuery } from '@hzm/contracts/features/widgets/embed';
import { definitionOf, type WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import type { ListedWidget } from '@hzm/contracts/features/widgets/widget';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle, handlePage, type Context, type Result } from '@hzm/services/core/engine';
import { authorize } from '../../access/authorize.ts';
import { projectDoc } from '../../access/project.ts';
import { decided, judgedAgain } from '../../past/decided.ts';
import { accessOf } from '../custom-endpoints/call.ts';
import { contentOf, shownTable } from './data.ts';
import { contentHtml } from './embed/content-html.ts';
import { embedded } from './embed/embed.ts';
import { pageOf } from './embed/page.ts';
import { submitted } from './embed/submit.ts';
import { linkHandlers } from './links/handlers.ts';
import { checkSettings } from './resolve.ts';
import { faultsOf, listedOf, widgetAnswer, widgetDoc, widgetsOf } from './view.ts';
import {
  addWidget,
  changeWidget,
  removeWidget,
  widgets,
  type OfWidget,
  type Widgets,
} from './widgets.ts';
import { writeWidgetRow } from './write.ts';

const decidedOn = (
  context: Context,
  projectId: string,
  decide: (s: Widgets) => Decision,
  about?: { readonly widgetId: string; readonly position: Position },
) =>
  decided(context, projectId, {
    stream: `widgets-${projectId}`,
    decider: widgets,
    decide,
    ...(context.expected !== undefined &&
      about && {
        precondition: {
          position: about.position,
          expected: context.expected,
          isAbout: ({ data }) => data['widgetId'] === about.widgetId,
          current: async () => (await widgetAnswer(context, about.widgetId)).data.widget,
        },
      }),
  });

/** Decides about a widget that is still as its caller saw it. */
async function decidedOne(
  context: Context,
  widgetId: string,
  decide: (of: OfWidget) => (s: Widgets) => Decision,
) {
  const { projectId, position } = await widgetDoc(context.engine, widgetId);
  return decidedOn(context, projectId, decide({ projectId, widgetId }), { widgetId, position });
}

/**
 * Checks that settings fit the tables, and that the caller may do what the widget lets strangers
 * do. @throws Problem VALIDATION_ERROR, KEY_SCOPE
 */
async function check(
  context: Context,
  projectId: string,
  settings: WidgetSettings | null | undefined,
): Promise<void> {
  if (!settings) return;
  const { engine } = context;
  await checkSettings(engine, projectId, settings);
  const access = accessOf(definitionOf(settings));
  await judgedAgain(context, caller =>
    authorize(engine, caller, { access, method: 'POST' }, { projectId }),
  );
}

/** Refusals of `authorize`; whatever else it throws is a failure. */
const REFUSALS: ReadonlySet<string> = new Set([
  'UNAUTHORIZED',
  'MISSING_HEADERS',
  'KEY_SCOPE',
  'FORBIDDEN',
  'NOT_FOUND',
]);

/** Whether the caller may create personal links to rows of a project. */
export const mayShareRows = (
  { engine, caller }: Pick<Context, 'engine' | 'caller'>,
  projectId: string,
): Promise<boolean> =>
  authorize(
    engine,
    caller,
    { access: 'rows:share', method: 'POST', kind: 'command' },
    { projectId },
  ).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && REFUSALS.has(error.code)) return false;
      throw error;
    },
  );

type OneRow = Result<{ row: JsonObject }>;

export const handlers = [
  handle(api.listWidgets, ({ engine, source, pause }, { params: { projectId } }) =>
    engine.lists.run(source, async () => {
      const project = await projectDoc(engine, projectId);
      const listed: ListedWidget[] = [];
      for (const doc of await widgetsOf(engine, projectId)) {
        await pause();
        listed.push(listedOf(doc, project, await faultsOf(engine, doc)));
      }
      const { id, name } = project;
      return { data: { widgets: listed, total: listed.length, projectInfo: { id, name } } };
    }),
  ),

  handle(api.addWidget, async (context, { params: { projectId }, body }) => {
    const { engine, request } = context;
    await check(context, projectId, body.settings);
    const widgetId = (await engine.executor.ids(request))(`project:${projectId}`, 'widget');
    const { position, seen } = await decidedOn(
      context,
      projectId,
      addWidget({ projectId, widgetId }, body),
    );
    return { ...(await widgetAnswer(context, widgetId, seen)), position };
  }),

  handle(api.getWidget, (context, { params: { widgetId } }) => widgetAnswer(context, widgetId)),

  handle(api.changeWidget, async (context, { params: { widgetId }, body }) => {
    const { projectId } = await widgetDoc(context.engine, widgetId);
    await check(context, projectId, body.settings);
    const { position, seen } = await decidedOne(context, widgetId, of => changeWidget(of, body));
    return { ...(await widgetAnswer(context, widgetId, seen)), position };
  }),

  handle(
    api.removeWidget,
    async (context, { params: { widgetId } }) => {
      const { name } = await widgetDoc(context.engine, widgetId);
      const { position } = await decidedOne(context, widgetId, removeWidget);
      return { data: { deletedWidget: { id: widgetId, name } }, position };
    },
    {
      gone: ({ data: { widgetId, name } }) => ({
        deletedWidget: {
          id: typeof widgetId === 'string' ? widgetId : '',
          name: typeof name === 'string' ? name : '',
        },
      }),
    },
  ),

  handle(api.getWidgetData, async (context, { params: { widgetId } }) => {
    const { engine } = context;
    const doc = await widgetDoc(engine, widgetId);
    const project = await projectDoc(engine, doc.projectId);
    const { columns, rows, rowIds, settings } = await contentOf(
      context,
      await shownTable(engine, doc),
      true,
    );
    const mayShare = settings.type === 'form' && (await mayShareRows(context, doc.projectId));
    return {
      data: {
        widget: listedOf(doc, project, []),
        columns: columns.map(({ name, type }) => ({ name, type: type ?? null })),
        rows: [...rows],
        rowIds: [...rowIds],
        mayShare,
      },
    };
  }),

  handle(
    api.addWidgetRow,
    (context, { params: { widgetId }, body: values }) =>
      writeWidgetRow(context, { widgetId, kind: 'insert', values }) as Promise<OneRow>,
  ),

  handle(
    api.changeWidgetRow,
    (context, { params, body: values }) =>
      writeWidgetRow(context, { ...params, kind: 'update', values }) as Promise<OneRow>,
  ),

  handle(api.removeWidgetRow, async (context, { params }) => {
    const { position } = await writeWidgetRow(context, { ...params, kind: 'delete', values: {} });
    return { data: {}, position };
  }),

  handle(api.previewWidget, async (context, { params: { projectId }, body }) => {
    await check(context, projectId, body.settings);
    return { data: { html: await previewed(context, projectId, body) } };
  }),

  handlePage(api.embedWidget, (context, { params: { widgetId }, query }) =>
    embedded(context, widgetId, query),
  ),

  handle(api.submitWidgetForm, (context, { params: { widgetId }, body }) =>
    submitted(context, widgetId, body),
  ),

  ...linkHandlers,
];

interface Unsaved extends Omit<EmbedQuery, 'format'> {
  readonly name: string;
  readonly settings: WidgetSettings;
}

/** Draws settings that are not saved as strangers would be shown them. @throws Problem */
async function previewed(
  context: Context,
  projectId: string,
  { name, settings, ...look }: Unsaved,
): Promise<string> {
  const { engine, source } = context;
  const language = look.lang ?? context.language;
  const content = await contentOf(
    context,
    await shownTable(engine, { projectId, settings }),
    false,
  );
  const drawn = await engine.lists.run(source, () => contentHtml(content, name, language));
  const shown = { id: '', name, content: drawn, thanks: '', isForm: false };
  return pageOf(shown, { ...look, format: 'html' }, language).body;
}
