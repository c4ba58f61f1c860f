import { isGone } from '@hzm/contracts/core/status';
import type { Deployment, LogFigures, ProjectHealth } from '@hzm/contracts/features/monitoring/log';
import type { Context } from '@hzm/services/core/engine';
import type { LogEntry } from '@hzm/services/core/ports/request-log-store';
import { figuresOf, SERVER_FAILED } from './figures.ts';
import { measured } from './reading.ts';
import type { LogScope } from './scope.ts';
import { textIn } from './texts.ts';
import { timeOf } from './view.ts';

/** Starts of the server that are listed, and the stops that are looked for. */
const MAX_DEPLOYMENTS = 50;
const MAX_STOPS = 200;
/** Share of server errors among requests from which a project is degraded. */
const DEGRADED_SHARE = 0.01;
/** Seconds that a view may be behind. */
const MAX_LAG_S = 60;

/** Lists the last starts of the server, newest first. */
export async function listDeployments({ engine }: Context): Promise<Deployment[]> {
  const events = (text: string, limit: number): Promise<readonly LogEntry[]> =>
    engine.requestLog.find({ source: 'deploy', project: '', text }, limit);
  const [starts, stops, { processes, at }] = await Promise.all([
    events('process-started', MAX_DEPLOYMENTS),
    events('process-stopped', MAX_STOPS),
    engine.status.status(),
  ]);
  const running = new Set(processes.filter(one => !isGone(one, at)).map(({ id }) => id));
  const stopped = new Map(stops.map(stop => [stop.actor, timeOf(stop)]));
  return starts.map(start => {
    const stoppedAt = stopped.get(start.actor) ?? null;
    const isRunning = stoppedAt === null && running.has(start.actor);
    return {
      id: start.actor,
      version: start.detail,
      status: isRunning ? 'running' : stoppedAt === null ? 'ended' : 'stopped',
      startedAt: timeOf(start),
      stoppedAt,
    };
  });
}

/** Checks the stores, the views and the requests of a project. */
export async function healthOf(context: Context, scope: LogScope): Promise<ProjectHealth> {
  const { engine, language } = context;
  const [status, entries] = await Promise.all([engine.status.status(), measured(context, scope)]);
  const broken = entries.filter(one => one.status >= SERVER_FAILED).length;
  const share = entries.length === 0 ? 0 : broken / entries.length;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const check = (name: ProjectHealth['checks'][number]['name'], isOk: boolean) => ({
    name,
    isOk,
    message: textIn(language, `${name}-${isOk ? 'ok' : 'failed'}`, {
      share: percent.format(share),
    }),
  });
  const stores = [
    check('event-store', status.eventStore.isReachable),
    check('read-model', status.readModel.isReachable),
  ];
  const others = [
    check(
      'views',
      status.views.every(({ paused, lagSeconds }) => paused === null && lagSeconds < MAX_LAG_S),
    ),
    check('requests', share < DEGRADED_SHARE),
  ];
  const isHealthy = [...stores, ...others].every(({ isOk }) => isOk);
  const figures: LogFigures | null = figuresOf(entries) ?? null;
  return {
    status: stores.some(({ isOk }) => !isOk) ? 'failing' : isHealthy ? 'healthy' : 'degraded',
    checks: [...stores, ...others],
    figures,
    lastActivity: entries[0] ? timeOf(entries[0]) : null,
  };
}
