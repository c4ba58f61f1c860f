import type { Paused } from '@hzm/contracts/core/status';
import { events, upcasters } from '@hzm/contracts/registry';
import { accountDocs, sessionDocs } from '@hzm/projections/features/accounts/accounts';
import { keyDocs, keyTextDocs } from '@hzm/projections/features/keys/keys';
import { lookDocs } from '@hzm/projections/features/looks/looks';
import { masterDocs } from '@hzm/projections/features/master/master';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { projections } from '@hzm/projections/registry';
import { Codec } from '@hzm/services/core/events/codec';
import { cryptoShredder } from '@hzm/services/core/events/crypto-shredder';
import { SubscriptionDropped } from '@hzm/services/core/ports/event-store';
import { Projector } from '@hzm/services/core/projecting/projector';
import { Rebuild } from '@hzm/services/core/projecting/rebuild';
import { BlueGreenReadModel } from '@hzm/services/core/read-model/blue-green-read-model';
import { CachedReadModel } from '@hzm/services/core/read-model/cached-read-model';
import type { Metrics } from '@hzm/services/core/status/metrics';
import { forgettingRequests, type RequestLog } from '@hzm/services/core/status/request-log';
import type { Logger } from 'pino';
import type { Stores } from './stores.ts';

/** Documents that nearly every request reads. */
const CACHED = [
  accountDocs,
  sessionDocs,
  projectDocs,
  keyDocs,
  keyTextDocs,
  lookDocs,
  masterDocs,
  tableDocs,
];

/** The views of the log, the projector that follows it, and the rebuild of outdated views. */
export interface LogViews {
  readonly codec: Codec;
  readonly model: CachedReadModel;
  readonly projector: Projector;
  readonly rebuild: Rebuild;
}

interface Listeners {
  readonly metrics: Metrics;
  readonly requestLog: RequestLog;
  readonly log: Logger;
  /** Called when an older copy replaces the log. */
  readonly replaced: () => void;
}

/** Opens the views of the log; nothing follows it yet. */
export function openViews(
  { store, vault, model: views, isWriter, isUnwritten, stopWaiting }: Stores,
  held: AsyncDisposableStack,
  { metrics, requestLog, log, replaced }: Listeners,
): LogViews {
  const generations = new BlueGreenReadModel(views);
  const model = new CachedReadModel(generations, CACHED);
  generations.onSwitch = () => model.forget();
  const codec = new Codec(vault, events, upcasters);
  const failed = (error: unknown, what: string): void => log.error({ err: error }, what);
  const paused = (view: string, why: Paused): void =>
    log.error({ view, ...why }, 'a view is paused');
  const projector = new Projector({
    store,
    model,
    codec,
    projections,
    reactors: [cryptoShredder(vault, events), forgettingRequests(requestLog, events)],
    isWriter,
    isUnwritten,
    failed: error => {
      if (error instanceof SubscriptionDropped) metrics.drops.add(1);
      else failed(error, 'following the log failed; retrying');
    },
    emptied: () =>
      log.warn(
        'The views hold events that the log lacks, so it is an older copy. They are rebuilt from it.',
      ),
    replaced,
    paused,
    outdated: (name, afresh) => rebuild.outdated(name, afresh),
  });
  const rebuild = new Rebuild({
    store,
    codec,
    generations,
    projector,
    isWriter,
    failed: error => failed(error, 'building a view failed; retrying'),
    stopped: paused,
    told: (view, what) => requestLog.happened(what, view),
  });
  held.defer(async () => {
    stopWaiting();
    await rebuild.close();
    await projector.close();
  });
  return { codec, model, projector, rebuild };
}
