import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { START, type Position } from '@hzm/contracts/core/position';
import { events as definitions, upcasters } from '@hzm/contracts/registry';
import { projections } from '@hzm/projections/registry';
import { Codec } from '@hzm/services/core/events/codec';
import type { EventStore, StoredEvent } from '@hzm/services/core/ports/event-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import type { Fingerprint } from '@hzm/services/core/projecting/fingerprint';
import { fingerprintOf } from '@hzm/services/core/projecting/fingerprint-of';
import { partitionsOf } from '@hzm/services/domain/features/backups/partitions';
import { BackupContents } from '../../backup/contents.ts';
import { SqliteLogReader } from '../../event-store/sqlite/log-reader.ts';
import { SqliteKeyVault } from '../../key-vault/sqlite/sqlite-key-vault.ts';
import { SqliteReadModel } from '../../read-model/sqlite/sqlite-read-model.ts';
import { keepDirectory } from '../data-directory.ts';
import { retry } from '../migrate/retry.ts';
import { FoldedViews } from './folded-views.ts';
import { restore } from './restore.ts';
import { openSources, type Where } from './sources.ts';

const PAGE_EVENTS = 500;
/** Share of the progress that is the restore; the rest is building the views. */
const RESTORE_SHARE = 0.4;

export interface Rehearsing {
  /** The running installation. */
  readonly where: Where;
  readonly file: string;
  readonly passphrase?: string | undefined;
  /** A directory for these views only, removed when they are closed. */
  readonly directory: string;
}

/**
 * The views of a backup: restored as `npm run restore` does into a separate directory, built, and
 * then brought up to date from the running log.
 */
export class ScratchViews {
  readonly #held: AsyncDisposableStack;
  readonly #views: FoldedViews;
  readonly #log: Pick<EventStore, 'readAll'>;
  readonly #codec: Codec;
  /** The backup's last position. */
  readonly end: Position;
  readonly events: number;

  private constructor(
    held: AsyncDisposableStack,
    views: FoldedViews,
    { log, vault }: { log: Pick<EventStore, 'readAll'>; vault: KeyVault },
    { end, events }: { end: Position; events: number },
  ) {
    this.#held = held;
    this.#views = views;
    this.#log = log;
    this.#codec = new Codec(vault, definitions, upcasters);
    this.end = end;
    this.events = events;
  }

  /**
   * @param follow called with the share done, 0 to 1 @throws Error that names the fault of the
   * backup or of its environment
   */
  static async build(
    { where, file, passphrase, directory }: Rehearsing,
    follow: (share: number) => void,
  ): Promise<ScratchViews> {
    await using held = new AsyncDisposableStack();
    rmSync(directory, { recursive: true, force: true });
    held.defer(async () => rmSync(directory, { recursive: true, force: true }));
    keepDirectory(directory);
    // A random secret, so it opens only this copy.
    const secret = randomBytes(32);
    const { summary } = await restore(
      { file, passphrase, to: directory, dataDirectory: directory, secret, withFiles: false },
      () => undefined,
    );
    follow(RESTORE_SHARE);
    const running = await openSources(where, held);
    const model = await SqliteReadModel.open(join(directory, 'views.db'));
    held.defer(() => model.close());
    const views = await FoldedViews.on(model, projections);
    const vault = new SqliteKeyVault(join(directory, 'vault.db'), secret);
    try {
      const codec = new Codec(vault, definitions, upcasters);
      let done = 0;
      for await (const page of restored(file, passphrase, directory)) {
        for await (const { events } of codec.slices(page))
          await views.take(events, () => summary.end);
        done += page.length;
        follow(RESTORE_SHARE + (1 - RESTORE_SHARE) * (done / summary.events));
      }
    } finally {
      await vault.close();
    }
    return new ScratchViews(held.move(), views, running, summary);
  }

  /**
   * Applies later events to each view up to its position in `to`. @returns the parts that changed
   * @throws Error when a view cannot get that far
   */
  async follow(to: ReadonlyMap<string, Position>): Promise<readonly number[] | 'all'> {
    for (;;) {
      const after = this.#views.least(to);
      if (after === undefined) return this.#views.takeTouched();
      const page = await retry(() => this.#log.readAll({ after, limit: PAGE_EVENTS }));
      if (page.length === 0)
        throw new Error(`The log ends at ${after}, but views were made of more.`);
      for await (const { events } of this.#codec.slices(page))
        await this.#views.take(events, name => to.get(name) ?? START);
    }
  }

  fingerprint(views: ReadonlySet<string>): Promise<Fingerprint> {
    return fingerprintOf(
      this.#views.model,
      projections.filter(({ name }) => views.has(name)).flatMap(({ collections }) => collections),
      partitionsOf(this.#views.model),
      async () => undefined,
    );
  }

  close(): Promise<void> {
    return this.#held.disposeAsync();
  }
}

/** Yields the restored events at their original positions, which documents name. */
async function* restored(
  file: string,
  passphrase: string | undefined,
  directory: string,
): AsyncGenerator<readonly StoredEvent[]> {
  const contents = new BackupContents(file, passphrase);
  const log = new SqliteLogReader(join(directory, 'events.db'));
  try {
    let after = START;
    for (const original of contents.events()) {
      for (let at = 0; at < original.length;) {
        const page = await log.readAll({ after, limit: original.length - at });
        if (page.length === 0) throw new Error('The restored log is shorter than the backup.');
        yield page.map((event, i) => ({ ...event, position: original[at + i]!.position }));
        at += page.length;
        after = page.at(-1)!.position;
      }
    }
  } finally {
    contents.close();
    await log.close();
  }
}
