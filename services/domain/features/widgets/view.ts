import { ordinal } from '@hzm/contracts/core/position';
import { Problem, type ProblemDetail } from '@hzm/contracts/core/problem';
import {
  MAX_WIDGETS,
  type ListedWidget,
  type Widget,
} from '@hzm/contracts/features/widgets/widget';
import { widgetDocs, type WidgetDoc } from '@hzm/projections/features/widgets/widgets';
import type { Context, Engine, Result } from '@hzm/services/core/engine';
import { inAnswer } from '@hzm/services/core/read-model/answer-page';
import { findInParts } from '@hzm/services/core/read-model/find-in-parts';
import { say } from '@hzm/services/core/say';
import { projectDoc } from '../../access/project.ts';
import { seesHiddenFields } from '../../access/shown-fields.ts';
import { faultsIn, widgetTables, withoutHidden } from './resolve.ts';

type Reading = Pick<Engine, 'model' | 'now'>;

/** @throws Problem NOT_FOUND */
export async function widgetDoc(
  { model }: Pick<Engine, 'model'>,
  widgetId: string,
): Promise<WidgetDoc> {
  const doc = await model.get(widgetDocs, widgetId);
  if (!doc) throw new Problem('NOT_FOUND');
  return doc;
}

/** Returns all widgets of a project, oldest first. */
export const widgetsOf = async (
  { model }: Pick<Engine, 'model'>,
  projectId: string,
): Promise<readonly WidgetDoc[]> =>
  (
    await findInParts(model, {
      collection: widgetDocs,
      where: [{ path: 'projectId', op: 'eq', value: projectId }],
      limit: MAX_WIDGETS,
      bytes: inAnswer(),
    })
  ).docs;

export const faultsOf = async (
  engine: Reading,
  { projectId, settings }: WidgetDoc,
): Promise<readonly ProblemDetail[]> =>
  settings ? faultsIn(settings, await widgetTables(engine, projectId, settings)) : [];

/** Returns a widget as a list shows it. */
export const listedOf = (
  { id, name, type, description, settings, createdAt, updatedAt }: WidgetDoc,
  project: ListedWidget['project'],
  faults: readonly ProblemDetail[],
): ListedWidget => ({
  id,
  name,
  type,
  description,
  state: settings === null ? 'draft' : faults.length > 0 ? 'broken' : 'live',
  tableId: settings?.tableId ?? null,
  project: { id: project.id, name: project.name },
  created_at: createdAt,
  updated_at: updatedAt,
});

/** Returns settings and faults as the caller is shown them. */
async function shownParts(
  context: Pick<Context, 'engine' | 'caller'>,
  { projectId, settings }: WidgetDoc,
  { model }: Pick<Engine, 'model'>,
): Promise<{ settings: WidgetDoc['settings']; faults: readonly ProblemDetail[] }> {
  if (!settings) return { settings, faults: [] };
  const tables = await widgetTables({ model, now: context.engine.now }, projectId, settings);
  const faults = faultsIn(settings, tables);
  // A hidden field would be a fault.
  return faults.length === 0 || (await seesHiddenFields(context, projectId))
    ? { settings, faults }
    : withoutHidden(settings, tables, faults);
}

/** Returns one widget with its version. @param seen the read model as of the request's first run */
export async function widgetAnswer(
  context: Pick<Context, 'engine' | 'language' | 'caller'>,
  widgetId: string,
  seen: Pick<Engine, 'model'> = context.engine,
): Promise<Result<{ widget: Widget }>> {
  const doc = await widgetDoc(seen, widgetId);
  const [project, { settings, faults }] = await Promise.all([
    projectDoc(seen, doc.projectId),
    shownParts(context, doc, seen),
  ]);
  const version = ordinal(doc.position);
  return {
    version,
    data: {
      widget: {
        ...listedOf(doc, project, faults),
        _version: version,
        settings,
        faults: faults.map(({ path, message }) => ({
          path,
          message: say(context.language, message),
        })),
      },
    },
  };
}
