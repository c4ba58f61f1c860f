import type { InputOf } from '@hzm/contracts/core/call';
import { fold } from '@hzm/contracts/core/turkish';
import * as api from '@hzm/contracts/features/monitoring/api';
import { LOG_CATEGORIES, type LogLine } from '@hzm/contracts/features/monitoring/log';
import { keyNameDocs } from '@hzm/projections/features/keys/keys';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { handle, type Context } from '@hzm/services/core/engine';
import type { LogQuery } from '@hzm/services/core/ports/request-log-store';
import { healthOf, listDeployments } from './deployments.ts';
import { callFigures, categoryOf, newest, queriesOf } from './reading.ts';
import { scopeOf, type LogScope } from './scope.ts';
import { actors, figuresLine, lineOf, projects } from './view.ts';

/** Maximum entries of one start of the server. */
const MAX_EVENTS = 200;

type LogsInput = InputOf<typeof api.categoryLogs>;

/** The outcome of requests by the type of their lines. */
const outcomes = { success: 'fine', warning: 'refused', error: 'broken' } as const;

/** Runs a read of the log when it is the account's turn: one thread answers all of them. */
const inTurn = <T>({ engine, source, left }: Context, work: () => Promise<T>): Promise<T> =>
  engine.lists.run(source, work, left?.());

/** Narrows a query by what the reader looks for; undefined if nothing can match. */
function narrowed(
  query: LogQuery,
  { search, type, actor, before }: LogsInput['body'],
): LogQuery | undefined {
  const isEvent = query.source === 'deploy';
  if (isEvent && (actor !== undefined || (type !== undefined && type !== 'info'))) return undefined;
  if (!isEvent && type === 'info') return undefined;
  const outcome = type === undefined || type === 'info' ? query.outcome : outcomes[type];
  if (query.outcome === 'failed' && outcome === 'fine') return undefined;
  return {
    ...query,
    ...(outcome && !isEvent && { outcome }),
    ...(search !== undefined && search !== '' && { text: search }),
    ...(actor !== undefined && { actor }),
    ...(before !== undefined && { before }),
  };
}

/** Whether a line of figures is what the reader looks for; there are too few to search a store. */
const isWanted = (
  { type, message, actor }: LogLine,
  wanted: Pick<LogsInput['body'], 'search' | 'type' | 'actor'>,
): boolean =>
  (wanted.type === undefined || wanted.type === type) &&
  (wanted.actor === undefined || wanted.actor === actor?.id) &&
  fold(message).includes(fold(wanted.search ?? ''));

/**
 * Narrows the installation to what the requests of a caller are indexed by: the project of a key,
 * or the account of a person.
 */
async function soughtBy(
  { engine }: Context,
  scope: LogScope,
  { actor }: LogsInput['body'],
): Promise<LogScope> {
  if (actor === undefined || scope.project !== undefined || scope.account !== undefined)
    return scope;
  const key = await engine.model.get(keyNameDocs, actor);
  const project = key && (await engine.model.get(projectDocs, key.projectId));
  return project ? { ...scope, project } : { ...scope, account: actor };
}

async function logsOf(context: Context, scope: LogScope, body: LogsInput['body']) {
  const { categoryId, limit } = body;
  const actorOf = actors(context, scope);
  const projectOf = projects(context, scope);
  if (categoryId === 'performance') {
    const figures = await callFigures(context, scope);
    const lines = await Promise.all(figures.map(one => figuresLine(context, scope, actorOf, one)));
    return { logs: lines.filter(line => isWanted(line, body)).slice(0, limit) };
  }
  // A reader who may not know the callers may not find their requests either.
  if (body.actor !== undefined && !scope.seesHistory && body.actor !== context.caller.actor)
    return { logs: [] };
  const sought = await soughtBy(context, scope, body);
  const queries = queriesOf(context, sought, categoryId).flatMap(
    query => narrowed(query, body) ?? [],
  );
  const found = await newest(context, queries, limit + 1);
  const shown = found.slice(0, limit);
  return {
    logs: await Promise.all(
      shown.map(entry => lineOf(context, scope, { actorOf, projectOf }, entry)),
    ),
    ...(found.length > limit && { nextCursor: shown.at(-1)!.id }),
  };
}

export const handlers = [
  handle(api.monitoringCategories, async (context, input) => {
    const scope = await scopeOf(context, input);
    const categories = await inTurn(context, async () => {
      const found = [];
      for (const id of LOG_CATEGORIES) found.push(await categoryOf(context, scope, id));
      return found;
    });
    return { data: { categories } };
  }),

  handle(api.categoryLogs, async (context, input) => {
    const scope = await scopeOf(context, input);
    return { data: await inTurn(context, () => logsOf(context, scope, input.body)) };
  }),

  handle(api.deployments, async (context, input) => {
    await scopeOf(context, input);
    return { data: { deployments: await inTurn(context, () => listDeployments(context)) } };
  }),

  handle(api.deploymentLogs, async (context, input) => {
    const scope = await scopeOf(context, input);
    const actor = input.body.deploymentId;
    const found = await inTurn(context, () =>
      newest(context, [{ source: 'deploy', project: '', actor }], MAX_EVENTS),
    );
    const names = { actorOf: actors(context, scope), projectOf: projects(context, scope) };
    return {
      data: { logs: await Promise.all(found.map(one => lineOf(context, scope, names, one))) },
    };
  }),

  handle(api.projectHealth, async (context, input) => {
    const scope = await scopeOf(context, input);
    return { data: { health: await inTurn(context, () => healthOf(context, scope)) } };
  }),
];
