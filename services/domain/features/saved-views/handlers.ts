import type { InputOf } from '@hzm/contracts/core/call';
import { conditionsIn } from '@hzm/contracts/core/groups';
import { Details, Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/saved-views/api';
import { fieldsOfRule } from '@hzm/contracts/features/saved-views/color-rules';
import {
  MAX_OWN_VIEWS,
  MAX_SHARED_VIEWS,
  type ViewCondition,
  type ViewSettings,
} from '@hzm/contracts/features/saved-views/saved-view';
import {
  savedViewDocs,
  type SavedViewDoc,
} from '@hzm/projections/features/saved-views/saved-views';
import { withinTime } from '@hzm/services/core/commands/command-executor';
import type { Decision } from '@hzm/services/core/commands/decider';
import { pause } from '@hzm/services/core/commands/pause';
import { handle, type Context, type Engine } from '@hzm/services/core/engine';
import { waitForHead } from '@hzm/services/core/projecting/wait-for-head';
import { findInParts } from '@hzm/services/core/read-model/find-in-parts';
import { authorize } from '../../access/authorize.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { fieldsOf, tableDoc } from '../../access/table.ts';
import { decided, judgedAgain } from '../../past/decided.ts';
import { erasedTables } from './erased-tables.ts';
import {
  addSavedView,
  changeSavedView,
  removeSavedView,
  savedViews,
  ViewChanged,
  type OfView,
  type SavedViews,
} from './saved-views.ts';
import { viewFor, withHidden, withoutFields } from './view.ts';

/** Asks for the right to change a view that everybody sees. @throws Problem FORBIDDEN, KEY_SCOPE */
function mayShare(context: Context, projectId: string): Promise<void> {
  const wanted = { access: 'rows:write', method: 'POST', kind: 'command' } as const;
  return judgedAgain(context, caller => authorize(context.engine, caller, wanted, { projectId }));
}

/** Returns a view that the caller may change. @throws Problem NOT_FOUND, FORBIDDEN, KEY_SCOPE */
async function changeable(context: Context, viewId: string): Promise<SavedViewDoc> {
  const doc = await viewFor(context, viewId);
  await tableDoc(context.engine, doc.tableId);
  if (doc.ownerId === '') await mayShare(context, doc.projectId);
  return doc;
}

/** Checks that conditions and sorts name fields that the caller is shown. */
async function checkFields(
  context: Context,
  tableId: string,
  settings: ViewSettings | undefined,
): Promise<void> {
  if (!settings) return;
  const fields = await shownFields(context, await tableDoc(context.engine, tableId));
  const known = new Set(['created_at', 'updated_at', ...fields.map(({ id }) => id)]);
  const details = new Details();
  const check = (key: string, path: string): void => {
    if (!known.has(key)) details.push({ path, message: { key: 'field-unknown' } });
  };
  for (const key of Object.keys(settings.filters)) check(key, `settings.filters.${key}`);
  const { where } = settings;
  for (const { field } of where ? conditionsIn<ViewCondition>(where) : [])
    check(field, `settings.where.${field}`);
  for (const [at, rule] of (settings.colors ?? []).entries())
    for (const key of fieldsOfRule<ViewCondition>(rule)) check(key, `settings.colors.${at}`);
  if (settings.board) check(settings.board, 'settings.board');
  if (settings.group) check(settings.group.field, 'settings.group.field');
  for (const [at, { field }] of settings.sort.entries()) check(field, `settings.sort.${at}`);
  if (details.length > 0) throw new Problem('VALIDATION_ERROR', { details: [...details.list] });
}

const decidedOn = (context: Context, projectId: string, decide: (s: SavedViews) => Decision) =>
  decided(context, projectId, {
    stream: `saved-views-${projectId}`,
    decider: savedViews,
    decide,
  });

/** Returns the fields of a table that the caller is not shown. */
async function hiddenIn(context: Context, tableId: string): Promise<ReadonlySet<string>> {
  const table = await tableDoc(context.engine, tableId);
  const shown = new Set((await shownFields(context, table)).map(({ id }) => id));
  return new Set(fieldsOf(table).flatMap(({ id }) => (shown.has(id) ? [] : [id])));
}

/** Returns a view as its caller is shown it. @param hidden fields that they are not shown */
const shownView = (
  { id, tableId, ownerId, name, settings, createdAt, updatedAt }: SavedViewDoc,
  hidden: ReadonlySet<string>,
) => ({
  id,
  tableId,
  name,
  scope: ownerId === '' ? ('everybody' as const) : ('own' as const),
  settings: withoutFields(settings, hidden),
  created_at: createdAt,
  updated_at: updatedAt,
});

/** Answers with a view. @param seen the read model as of the request's first run */
async function oneView(context: Context, viewId: string, seen: Pick<Engine, 'model'>) {
  const doc = await seen.model.get(savedViewDocs, viewId);
  if (!doc) throw new Problem('NOT_FOUND');
  return { view: shownView(doc, await hiddenIn(context, doc.tableId)) };
}

/** Changes a view. @param stored the view as it was read @throws ViewChanged if it changed since */
async function change(
  context: Context,
  stored: SavedViewDoc,
  body: InputOf<typeof api.changeSavedView>['body'],
) {
  const { id: viewId, projectId, tableId } = stored;
  await checkFields(context, tableId, body.settings);
  const hidden = await hiddenIn(context, tableId);
  const settings = body.settings && withHidden(body.settings, stored.settings, hidden);
  const of: OfView = { projectId, viewId };
  const decide = changeSavedView(of, { ...body, ...(settings && { settings }) }, stored);
  const { position, seen } = await decidedOn(context, projectId, decide);
  return { data: await oneView(context, viewId, seen), position };
}

export const handlers = [
  handle(api.listSavedViews, async (context, { params: { tableId } }) => {
    const { engine, caller } = context;
    const of = async (ownerId: string, limit: number) =>
      (
        await findInParts(engine.model, {
          collection: savedViewDocs,
          where: [
            { path: 'tableId', op: 'eq', value: tableId },
            { path: 'ownerId', op: 'eq', value: ownerId },
          ],
          sort: { by: { path: 'name' }, descending: false },
          limit,
        })
      ).docs;
    const shared = await of('', MAX_SHARED_VIEWS);
    const own = caller.key ? [] : await of(caller.actor, MAX_OWN_VIEWS);
    const hidden = await hiddenIn(context, tableId);
    const views = [...shared, ...own].map(doc => shownView(doc, hidden));
    return { data: { views } };
  }),

  handle(api.addSavedView, async (context, { params: { tableId }, body }) => {
    const { engine, request, caller } = context;
    const { projectId } = await tableDoc(engine, tableId);
    const { name, scope, settings } = body;
    if (scope === 'everybody') await mayShare(context, projectId);
    else if (caller.key) throw new Problem('KEY_SCOPE');
    await checkFields(context, tableId, settings);
    const viewId = (await engine.executor.ids(request))(`project:${projectId}`, 'saved-view');
    const view = { tableId, ownerId: scope === 'own' ? caller.actor : null, name, settings };
    const { position, seen } = await decidedOn(
      context,
      projectId,
      addSavedView({ projectId, viewId }, view, await erasedTables(engine, projectId, view)),
    );
    return { data: await oneView(context, viewId, seen), position };
  }),

  handle(api.changeSavedView, async (context, { params: { viewId }, body }) => {
    const request = withinTime(context.request);
    // Asked once: each attempt would add another check before the appends.
    let stored = await changeable(context, viewId);
    for (let attempt = 0; ; attempt++)
      try {
        return await change({ ...context, request }, stored, body);
      } catch (error) {
        if (!(error instanceof ViewChanged)) throw error;
        await waitForHead(context.engine);
        await pause(attempt, request.signal);
        stored = await viewFor(context, viewId);
      }
  }),

  handle(
    api.removeSavedView,
    async (context, { params: { viewId } }) => {
      const { projectId, name } = await changeable(context, viewId);
      const { position } = await decidedOn(
        context,
        projectId,
        removeSavedView({ projectId, viewId }),
      );
      return { data: { deletedView: { id: viewId, name } }, position };
    },
    {
      gone: ({ data: { viewId, name } }) => ({
        deletedView: {
          id: typeof viewId === 'string' ? viewId : '',
          name: typeof name === 'string' ? name : '',
        },
      }),
    },
  ),
];
