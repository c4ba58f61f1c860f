import type { Rehearsal } from '@hzm/contracts/core/backups';
import { Problem } from '@hzm/contracts/core/problem';
import type { Engine } from '@hzm/services/core/engine';
import type { NamelessStatus } from '@hzm/services/core/status/status-service';
import { authenticate } from '@hzm/services/domain/access/authenticate';
import type { RequestHandler } from 'express';
import { Counter, Gauge, Registry } from 'prom-client';
import { isLocal } from './local.ts';
import { otherMethods } from './methods.ts';

/**
 * Serves the metrics of this process and its views in Prometheus format, to administrators and to
 * programs on this machine.
 */
export function metrics(engine: Engine): RequestHandler {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `hzm_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `hzm_${name}`, help, labelNames, registers });
  const commands = counter('commands_total', 'Commands taken in by this process');
  const events = counter('events_total', 'Events handled by this process');
  const drops = counter(
    'subscription_drops_total',
    'Times that the event store ended the subscription of this process because it was too slow',
  );
  const refusals = counter('refusals_total', 'Requests refused by this process', ['code']);
  const sockets = gauge('sockets', 'Open sockets of this process');
  const watchers = gauge('watchers', 'Topics watched over these sockets');
  const delay = gauge(
    'event_loop_delay_seconds',
    'How late the thread that answers was since the last time this was asked',
    ['quantile'],
  );
  const memory = gauge('resident_memory_bytes', 'Resident memory of this process');
  const writer = gauge('writes_views', '1 when this process writes the views');
  const lagEvents = gauge(
    'view_lag_events',
    'Events of the log that a view has not handled, at most 1000',
    ['view'],
  );
  const lagSeconds = gauge('view_lag_seconds', 'Time since the first of them happened', ['view']);
  const paused = gauge('view_paused', '1 when a view stands still', ['view']);
  const damaged = gauge(
    'damaged_events',
    'Events of the log that cannot be opened, as far as they are known',
  );
  const size = gauge('event_store_size_bytes', 'Size of the log, about');
  const erasing = gauge(
    'key_erasures_pending',
    'Destroyed keys whose bytes may still be found in a file',
  );
  const backupAt = gauge(
    'backup_newest_timestamp_seconds',
    'When the newest backup that can be read was made',
  );
  const backupBytes = gauge('backup_newest_size_bytes', 'Its size');
  const backupFailed = gauge(
    'backup_failed',
    '1 when the last attempt to make or rehearse a backup failed',
  );
  const rehearsed = gauge(
    'backup_rehearsal_good',
    '1 when the last rehearsal was green, 0 when it was red',
  );
  const rehearsedAt = gauge('backup_rehearsal_timestamp_seconds', 'When that was');
  const up = gauge('up', '1 when it can be reached', ['store']);
  const seen = new Map<Counter, Map<string, number>>();
  /** Raises a counter by the increase since the last time. */
  const rise = (of: Counter, total: number, labels: Record<string, string> = {}): void => {
    const known = seen.get(of) ?? new Map<string, number>();
    seen.set(of, known);
    const key = JSON.stringify(labels);
    of.inc(labels, total - (known.get(key) ?? 0));
    known.set(key, total);
  };

  const take = ({
    views,
    eventStore,
    readModel,
    keyVault,
    damaged: { total },
    backups,
  }: NamelessStatus): void => {
    const { metrics } = engine;
    rise(commands, metrics.commands.total);
    rise(events, metrics.events.total);
    rise(drops, metrics.drops.total);
    for (const [code, rate] of metrics.refusals) rise(refusals, rate.total, { code });
    sockets.set(metrics.audience.sockets);
    watchers.set(metrics.audience.watchers);
    for (const [quantile, seconds] of metrics.takeDelay()) delay.set({ quantile }, seconds);
    memory.set(process.memoryUsage.rss());
    writer.set(engine.status.isWriter ? 1 : 0);
    for (const view of views) {
      lagEvents.set({ view: view.name }, view.lagEvents);
      lagSeconds.set({ view: view.name }, view.lagSeconds);
      paused.set({ view: view.name }, view.paused ? 1 : 0);
    }
    damaged.set(total);
    erasing.set(keyVault.erasing);
    if (backups) {
      const newest = backups.backups.find(({ problem }) => problem === null);
      const last = backups.backups
        .flatMap(({ rehearsal }) => rehearsal ?? [])
        .reduce<Rehearsal | undefined>((a, b) => (a && a.at > b.at ? a : b), undefined);
      backupFailed.set(backups.failed ? 1 : 0);
      if (newest) backupAt.set(Date.parse(newest.startedAt ?? '') / 1000);
      if (newest) backupBytes.set(newest.bytes);
      if (last) rehearsed.set(last.isGood ? 1 : 0);
      if (last) rehearsedAt.set(Date.parse(last.at) / 1000);
    }
    if (eventStore.size !== null) size.set(eventStore.size);
    up.set({ store: 'event_store' }, eventStore.isReachable ? 1 : 0);
    up.set({ store: 'read_model' }, readModel.isReachable ? 1 : 0);
  };

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
    take(await engine.status.status());
    response.type(registry.contentType).send(await registry.metrics());
  };
}
