import type { Rehearsal } from '@hzm/contracts/core/backups';
import { Problem } from '@hzm/contracts/core/problem';
import type { Engine } from '@hzm/services/core/engine';
import type { NamelessStatus } from '@hzm/services/core/status/status-service';
import { authenticate } from '@hzm/services/domain/access/authenticate';
import type { RequestHandler } from 'express';
import { Counter, Gauge, Registry } from 'prom-client';
import { isLocal } from './local.ts';
import { otherMethods } from './methods.ts';

/** Registers the metrics of a process. */
function metersIn(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `hzm_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `hzm_${name}`, help, labelNames, registers });
  return {
    commands: counter('commands_total', 'Commands taken in by this process'),
    events: counter('events_total', 'Events handled by this process'),
    drops: counter(
      'subscription_drops_total',
      'Times that the event store ended the subscription of this process because it was too slow',
    ),
    refusals: counter('refusals_total', 'Requests refused by this process', ['code']),
    sockets: gauge('sockets', 'Open sockets of this process'),
    watchers: gauge('watchers', 'Topics watched over these sockets'),
    delay: gauge(
      'event_loop_delay_seconds',
      'How late the thread that answers was since the last time this was asked',
      ['quantile'],
    ),
    memory: gauge('resident_memory_bytes', 'Resident memory of this process'),
    writer: gauge('writes_views', '1 when this process writes the views'),
    lagEvents: gauge(
      'view_lag_events',
      'Events of the log that a view has not handled, at most 1000',
      ['view'],
    ),
    lagSeconds: gauge('view_lag_seconds', 'Time since the first of them happened', ['view']),
    paused: gauge('view_paused', '1 when a view stands still', ['view']),
    damaged: gauge(
      'damaged_events',
      'Events of the log that cannot be opened, as far as they are known',
    ),
    size: gauge('event_store_size_bytes', 'Size of the log, about'),
    erasing: gauge(
      'key_erasures_pending',
      'Destroyed keys whose bytes may still be found in a file',
    ),
    backupAt: gauge(
      'backup_newest_timestamp_seconds',
      'When the newest backup that can be read was made',
    ),
    backupBytes: gauge('backup_newest_size_bytes', 'Its size'),
    backupFailed: gauge(
      'backup_failed',
      '1 when the last attempt to make or rehearse a backup failed',
    ),
    rehearsed: gauge(
      'backup_rehearsal_good',
      '1 when the last rehearsal was green, 0 when it was red',
    ),
    rehearsedAt: gauge('backup_rehearsal_timestamp_seconds', 'When that was'),
    up: gauge('up', '1 when it can be reached', ['store']),
  };
}
type Meters = ReturnType<typeof metersIn>;

/** Raises counters by their increase since the last time. */
class Rise {
  readonly #seen = new Map<Counter, Map<string, number>>();

  to(total: number, of: Counter, labels: Record<string, string> = {}): void {
    const known = this.#seen.get(of) ?? new Map<string, number>();
    this.#seen.set(of, known);
    const key = JSON.stringify(labels);
    of.inc(labels, total - (known.get(key) ?? 0));
    known.set(key, total);
  }
}

function takeProcess(meters: Meters, rise: Rise, { metrics, status }: Engine): void {
  rise.to(metrics.commands.total, meters.commands);
  rise.to(metrics.events.total, meters.events);
  rise.to(metrics.drops.total, meters.drops);
  for (const [code, rate] of metrics.refusals) rise.to(rate.total, meters.refusals, { code });
  meters.sockets.set(metrics.audience.sockets);
  meters.watchers.set(metrics.audience.watchers);
  for (const [quantile, seconds] of metrics.takeDelay()) meters.delay.set({ quantile }, seconds);
  meters.memory.set(process.memoryUsage.rss());
  meters.writer.set(status.isWriter ? 1 : 0);
}

function takeStores(
  meters: Meters,
  { views, eventStore, readModel, keyVault, damaged: { total } }: NamelessStatus,
): void {
  for (const view of views) {
    meters.lagEvents.set({ view: view.name }, view.lagEvents);
    meters.lagSeconds.set({ view: view.name }, view.lagSeconds);
    meters.paused.set({ view: view.name }, view.paused ? 1 : 0);
  }
  meters.damaged.set(total);
  meters.erasing.set(keyVault.erasing);
  if (eventStore.size !== null) meters.size.set(eventStore.size);
  meters.up.set({ store: 'event_store' }, eventStore.isReachable ? 1 : 0);
  meters.up.set({ store: 'read_model' }, readModel.isReachable ? 1 : 0);
}

function takeBackups(
  meters: Meters,
  { backups, failed }: NonNullable<NamelessStatus['backups']>,
): void {
  const newest = backups.find(({ problem }) => problem === null);
  const last = backups
    .flatMap(({ rehearsal }) => rehearsal ?? [])
    .reduce<Rehearsal | undefined>((a, b) => (a && a.at > b.at ? a : b), undefined);
  meters.backupFailed.set(failed ? 1 : 0);
  if (newest) meters.backupAt.set(Date.parse(newest.startedAt ?? '') / 1000);
  if (newest) meters.backupBytes.set(newest.bytes);
  if (last) meters.rehearsed.set(last.isGood ? 1 : 0);
  if (last) meters.rehearsedAt.set(Date.parse(last.at) / 1000);
}

/**
 * Serves the metrics of this process and its views in Prometheus format, to administrators and to
 * programs on this machine.
 */
export function metrics(engine: Engine): RequestHandler {
  const registry = new Registry();
  const meters = metersIn(registry);
  const rise = new Rise();
  return async (request, response, next) => {
    if (request.method !== 'GET') return otherMethods(['GET'])(request, response, next);
    if (!isLocal(request)) {
      const caller = await authenticate(engine, {
        authorization: request.get('authorization'),
        apiKey: undefined,
        email: undefined,
        projectPassword: undefined,
      });
      if (caller.actor === 'anonymous') throw new Problem('UNAUTHORIZED');
      if (!caller.isAdmin) throw new Problem('FORBIDDEN');
    }
    const status = await engine.status.status();
    takeProcess(meters, rise, engine);
    takeStores(meters, status);
    if (status.backups) takeBackups(meters, status.backups);
    response.type(registry.contentType).send(await registry.metrics());
  };
}
