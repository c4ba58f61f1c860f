import { START } from '@hzm/contracts/core/position';
import { projections } from '@hzm/projections/registry';
import { BackupService } from '@hzm/services/core/backups/backup-service';
import { rest } from '@hzm/services/core/concurrency/next-turn';
import type { EventStore } from '@hzm/services/core/ports/event-store';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import { fingerprintOf } from '@hzm/services/core/projecting/fingerprint-of';
import type { Projector } from '@hzm/services/core/projecting/projector';
import type { RunningViews } from '@hzm/services/core/projecting/rehearsal';
import { partitionsOf } from '@hzm/services/domain/features/backups/partitions';
import { ThreadBackupMaker } from './backup/thread-backup-maker.ts';
import type { Configuration } from './configuration.ts';

interface Parts {
  readonly store: EventStore;
  readonly model: ReadModel;
  readonly projector: Projector;
  readonly isWriter: () => boolean;
  readonly now: () => Date;
  readonly failed: (error: unknown, what: string) => void;
}

/** Bounds the share of the main thread's time that reading the running views takes. */
const MAX_TIME_SHARE = 0.2;
/** Timeout for views to catch up with the log, and the polling interval, in milliseconds. */
const CATCH_UP_MS = 60_000;
const LOOK_MS = 20;

/** Returns the backups of this process; undefined if no folder is configured. */
export function backupsOf(
  { backups, dataDirectory, secret, eventStore, readModel }: Configuration,
  { store, model, projector, isWriter, now, failed }: Parts,
): BackupService | undefined {
  if (!backups) return undefined;
  const { directory, passphrase, times, keep } = backups;
  const maker = new ThreadBackupMaker({
    where: { dataDirectory, secret, eventStore, readModel },
    directory,
    passphrase,
  });
  return new BackupService({
    maker,
    times,
    keep,
    now,
    isWriter,
    failed,
    running: runningViews(store, model, projector),
  });
}

function runningViews(store: EventStore, model: ReadModel, projector: Projector): RunningViews {
  return {
    /**
     * Waits until the views hold every event readable before the call, because some may have been
     * read before their checkpoints were written.
     */
    async positions(signal) {
      const head = await store.head();
      for (const end = performance.now() + CATCH_UP_MS; ; await rest(LOOK_MS, signal)) {
        signal.throwIfAborted();
        const moving = projector.progress.filter(({ paused }) => !paused);
        const names = moving.map(({ projection: { name } }) => name);
        const kept = await model.checkpoints(names);
        const positions = new Map(names.map(name => [name, kept.get(name)?.position ?? START]));
        if ([...positions.values()].every(position => position >= head)) return positions;
        if (performance.now() > end)
          throw new Error('The views that run did not come to the end of the log within a minute.');
      }
    },
    fingerprint: (views, signal) =>
      fingerprintOf(
        model,
        projections
          .filter(({ name }) => views.includes(name))
          .flatMap(({ collections }) => collections),
        partitionsOf(model),
        async took => {
          await rest(took * (1 / MAX_TIME_SHARE - 1), signal);
          signal.throwIfAborted();
        },
      ),
  };
}
