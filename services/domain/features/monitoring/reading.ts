import { firstIdAt } from '@hzm/contracts/core/ids';
import {
  FIGURE_HOURS,
  MAX_COUNTED,
  MAX_MEASURED,
  RECENT_HOURS,
  type LogCategory,
  type LogCategoryId,
} from '@hzm/contracts/features/monitoring/log';
import type { Context } from '@hzm/services/core/engine';
import type { LogEntry, LogQuery } from '@hzm/services/core/ports/request-log-store';
import { figuresByCall, type CallFigures } from './figures.ts';
import type { LogScope } from './scope.ts';
import { textIn } from './texts.ts';
import { timeOf } from './view.ts';

const HOUR_MS = 3_600_000;

/** Returns the first id of an hour before now. */
const hoursAgo = ({ engine }: Context, hours: number): string =>
  firstIdAt(engine.now().getTime() - hours * HOUR_MS);

/** Returns the query of the requests of a scope. */
const requestsOf = ({ project, account }: LogScope): LogQuery => ({
  source: 'http',
  ...(project && { project: project.id }),
  ...(account !== undefined && { account }),
});

/**
 * Returns the queries that make up a category: requests of the project, and events of the server,
 * which are of no project.
 */
export function queriesOf(
  context: Context,
  scope: LogScope,
  category: Exclude<LogCategoryId, 'performance'>,
): readonly LogQuery[] {
  const requests = requestsOf(scope);
  const events: LogQuery = { source: 'deploy', project: '' };
  // Events of the server count for nobody's account.
  const all = scope.account === undefined ? [requests, events] : [requests];
  const after = hoursAgo(context, RECENT_HOURS);
  switch (category) {
    case 'all':
      return all;
    case 'recent':
      return all.map(query => ({ ...query, after }));
    case 'http':
      return [requests];
    case 'deploy':
      return [events];
    case 'errors':
      return [{ ...requests, outcome: 'failed' }];
  }
}

/** Returns the newest entries that match any of the queries, newest first. */
export async function newest(
  { engine: { requestLog } }: Context,
  queries: readonly LogQuery[],
  limit: number,
): Promise<LogEntry[]> {
  const found = await Promise.all(queries.map(query => requestLog.find(query, limit)));
  return found
    .flat()
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit);
}

/** Returns the newest requests of the hours that figures cover. */
export const measured = (context: Context, scope: LogScope): Promise<readonly LogEntry[]> =>
  context.engine.requestLog.find(
    { ...requestsOf(scope), after: hoursAgo(context, FIGURE_HOURS) },
    MAX_MEASURED,
  );

/** Returns the figures of each call, of each caller where the reader may know them. */
export const callFigures = async (context: Context, scope: LogScope): Promise<CallFigures[]> =>
  figuresByCall(
    await measured(context, scope),
    ({ actor }) => scope.seesHistory || actor === context.caller.actor,
  );

/** Returns a category with its number of entries and the time of the last one. */
export async function categoryOf(
  context: Context,
  scope: LogScope,
  id: LogCategoryId,
): Promise<LogCategory> {
  const { language, engine } = context;
  const named = { id, name: textIn(language, id), description: textIn(language, `${id}-about`) };
  if (id === 'performance') {
    const lines = await callFigures(context, scope);
    const last = lines.map(line => timeOf(line.newest)).toSorted();
    return { ...named, count: lines.length, lastActivity: last.at(-1) ?? null };
  }
  const queries = queriesOf(context, scope, id);
  const [last] = await newest(context, queries, 1);
  let count = 0;
  for (const query of queries) count += await engine.requestLog.count(query, MAX_COUNTED - count);
  return {
    ...named,
    count,
    ...(count >= MAX_COUNTED && { countIsAtLeast: true as const }),
    lastActivity: last ? timeOf(last) : null,
  };
}
