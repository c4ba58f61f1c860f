import { laterOf, START } from '@hzm/contracts/core/position';
import { STAGED_BYTES } from '@hzm/services/core/ports/byte-budget';
import type {
  Change,
  CollectionSpec,
  LastEvent,
  ProjectionWrite,
} from '@hzm/services/core/ports/read-model';
import { forgetAside } from '../../sqlite/damage.ts';
import { inTransaction } from '../../sqlite/database.ts';
import { FreePages } from '../../sqlite/free-pages.ts';
import { WriteAhead } from '../../sqlite/write-ahead.ts';
import { applyBatch } from '../batch.ts';
import { expiryOf } from '../expiry.ts';
import { purge } from './full-text.ts';
import { sweep } from './leftovers.ts';
import { cutLog, openViews, type Views } from './open.ts';
import type { Partition } from './partition.ts';
import { SqliteStagedPartition } from './sqlite-staged-partition.ts';
import { TextIndexer } from './text-indexer.ts';

/**
 * Pauses between two steps of deletion, and between two attempts to truncate the log that still
 * holds deleted data, in milliseconds.
 */
const SWEEP_MS = 5;
const CUT_MS = 500;
/** Bounds the deletion at the end, in milliseconds; the next start resumes it. */
const LAST_SWEEP_MS = 5_000;
/**
 * Checkpoint settings. Pages of many batches are written together, but a waiting write is delayed
 * by about 7 ms at most. An idle log is emptied, so that no replaced data stays.
 */
const AHEAD = { idleMs: 500, pages: 1_000, transactions: 3, keptBytes: 0 };
/** Size that the log keeps under constant writes, in bytes. */
const KEPT_BYTES = 2 ** 25;

/** Idle time after which few waiting texts are indexed, in milliseconds. */
const INDEX_TEXTS_MS = 200;

export interface Opening {
  readonly file: string;
  readonly indexFrom: number;
  readonly specs: readonly CollectionSpec[];
}

export interface Applied {
  readonly writes: readonly ProjectionWrite[];
  readonly last: LastEvent | undefined;
}

/**
 * Writes the documents of one SQLite file, atomically and synchronously, so it belongs on a worker
 * thread. A power cut may lose the newest documents (the log has them), but never separates one from
 * its checkpoint. Deleted data is overwritten in steps; then the log that holds it is truncated.
 */
export class ViewsWriter {
  readonly #file: string;
  readonly #release: (erases: boolean) => void;
  readonly #views: Views;
  readonly #ahead: WriteAhead;
  readonly #freePages: FreePages;
  #sweeping: NodeJS.Timeout | undefined;
  #indexing: NodeJS.Timeout | undefined;
  #isErasing = false;
  /** The partition whose text index is being purged. */
  #purging: Partition | undefined;
  /** Number of attempts left for `move` to truncate the log, which still holds deleted data. */
  #cutsToTry = 0;

  /**
   * @param release asks readers to release their snapshot, and after an erasure to drop their
   * caches @throws Error that names the file
   */
  constructor({ file, indexFrom, specs }: Opening, release: (erases: boolean) => void) {
    this.#file = file;
    this.#release = release;
    this.#views = openViews(file, indexFrom);
    this.#ahead = new WriteAhead(this.#views.database, AHEAD);
    this.#freePages = new FreePages(
      this.#views.database,
      work => this.#writePiece(work),
      () => this.#moveAhead(),
    );
    try {
      if (specs.length > 0) this.define(specs);
    } catch (error) {
      this.leave();
      throw error;
    }
    // Resumes work that a crash left.
    this.#sweepSoon();
    this.#indexTextsSoon();
  }

  define(specs: readonly CollectionSpec[]): void {
    this.#write(({ catalog }) => {
      for (const spec of specs) catalog.define(spec);
    });
  }

  /**
   * Applies batches. @returns whether the log is so large that `move` should run before the next
   */
  apply({ writes, last }: Applied): boolean {
    const isMuch = this.#write(({ catalog }) => {
      const stagedPartitions = new Map<string, SqliteStagedPartition>();
      for (const { projection, version, batch, checkpoint } of writes) {
        for (const event of batch) {
          applyBatch([event], change => this.#stagedPartitionOf(change, stagedPartitions));
          if (stagedPartitions.values().reduce((sum, { bytes }) => sum + bytes, 0) > STAGED_BYTES)
            for (const staged of stagedPartitions.values()) staged.settle();
        }
        const before = catalog.checkpoint(projection);
        const position =
          before?.version === version ? laterOf(before.position, checkpoint) : checkpoint;
        catalog.saveCheckpoint(projection, { version, position });
      }
      if (last && last.position > (catalog.lastEvent()?.position ?? START))
        catalog.saveLastEvent(last);
      for (const staged of stagedPartitions.values()) {
        staged.flush();
        const isExpired = expiryOf(
          staged.partition.layout.spec,
          writes.flatMap(({ batch }) => batch),
        );
        if (isExpired) staged.forget(isExpired);
        catalog.save(staged.partition);
      }
    });
    if (
      writes.some(({ batch }) =>
        batch.some(({ changes }) => changes.some(change => this.#erases(change))),
      )
    )
      this.#erase();
    this.#indexTextsSoon();
    return isMuch || this.#cutsToTry > 0;
  }

  /**
   * Checkpoints the log. If readers release before each call, the next transaction restarts the
   * log, and a second call in a row can truncate it. @returns whether it should be called again
   */
  move(): boolean {
    if (this.#cutsToTry > 0) {
      this.#cutsToTry--;
      this.#cut();
    } else this.#ahead.move(KEPT_BYTES);
    return this.#cutsToTry > 0;
  }

  reset(projection: string): void {
    this.#write(({ catalog }) => catalog.reset(projection));
    this.#erase();
  }

  retain(collections: readonly string[]): void {
    let isAny = false;
    this.#write(({ catalog }) => {
      isAny = catalog.retain(collections);
    });
    if (isAny) this.#erase();
  }

  bindLog(identity: string): void {
    this.#write(({ catalog }) => {
      catalog.saveFact('log', identity);
      catalog.forgetLastEvent();
    });
  }

  /**
   * Finishes quick pending work. No other connection may have the file open; then the log is
   * removed, too.
   */
  close(): void {
    try {
      for (
        const until = performance.now() + LAST_SWEEP_MS;
        performance.now() < until && this.#sweepOnce();
      );
      if (this.#isErasing) forgetAside(this.#file);
    } finally {
      this.leave();
    }
  }

  /** Closes the file as it is. */
  leave(): void {
    clearTimeout(this.#sweeping);
    clearTimeout(this.#indexing);
    this.#ahead.stop();
    this.#freePages.stop();
    this.#views.database.close();
  }

  #stagedPartitionOf(
    { collection, partition = '' }: Change,
    stagedPartitions: Map<string, SqliteStagedPartition>,
  ): SqliteStagedPartition {
    const { catalog, statements } = this.#views;
    catalog.layout(collection);
    const made = catalog.partitionMade(collection, partition);
    let staged = stagedPartitions.get(made.table);
    if (!staged)
      stagedPartitions.set(made.table, (staged = new SqliteStagedPartition(statements, made)));
    return staged;
  }

  /**
   * Single documents of a partition are deleted often and stay in the log until their owner is
   * erased, so they do not count.
   */
  #erases({ op, collection }: Change): boolean {
    return (
      op === 'drop-where' ||
      (op === 'drop' && this.#views.catalog.layout(collection).spec.partitioned !== true)
    );
  }

  /** Runs a transaction. Without savepoints, because the text index writes its segments at each. */
  #write(work: (views: Views) => void): boolean {
    const { database, catalog } = this.#views;
    try {
      inTransaction(database, () => work(this.#views));
    } catch (error) {
      catalog.forget();
      throw error;
    }
    return this.#ahead.wrote();
  }

  #indexTexts(partition: Partition): void {
    this.#write(({ statements, catalog }) => {
      new TextIndexer(statements, partition).settle();
      catalog.save(partition);
    });
  }

  /** Indexes waiting texts, one partition after another, when no writes come. */
  #indexTextsSoon(): void {
    clearTimeout(this.#indexing);
    this.#indexing = setTimeout(() => {
      try {
        const partition = this.#views.catalog.unindexed();
        if (!partition) return;
        this.#indexTexts(partition);
        this.#indexTextsSoon();
      } catch {
        // The next write meets the same obstacle and reports it. Waiting texts are found anyway.
      }
    }, INDEX_TEXTS_MS).unref();
  }

  #erase(): void {
    this.#isErasing = true;
    this.#cutsToTry = 0;
    this.#sweepSoon();
  }

  #sweepSoon(afterMs = SWEEP_MS): void {
    this.#sweeping ??= setTimeout(() => {
      this.#sweeping = undefined;
      try {
        this.#sweep();
      } catch {
        // The next write meets the same obstacle and reports it. This is retried until it succeeds.
        this.#sweepSoon(CUT_MS);
      }
    }, afterMs).unref();
  }

  /**
   * Runs one step of deletion. After the last, truncates the log that still holds the data: here if
   * idle, else when there is room (`move`).
   */
  #sweep(): void {
    if (this.#sweepOnce()) return this.#sweepSoon();
    this.#cutsToTry = 2;
    this.#release(this.#isErasing);
    if (!this.#cut()) this.#sweepSoon(CUT_MS);
  }

  /** Purges one step of the text indexes. @returns whether more is left */
  #purge(): boolean {
    const { statements, catalog } = this.#views;
    const partition = catalog.unpurged();
    const isMore =
      partition !== undefined &&
      purge(statements, partition.textIndex, partition !== this.#purging);
    this.#purging = isMore ? partition : undefined;
    if (partition === undefined || isMore) return isMore;
    partition.state.unpurged = false;
    catalog.save(partition);
    return true;
  }

  #cut(): boolean {
    if (!cutLog(this.#views.database)) return false;
    if (this.#isErasing) forgetAside(this.#file);
    this.#isErasing = false;
    this.#cutsToTry = 0;
    clearTimeout(this.#sweeping);
    this.#sweeping = undefined;
    return true;
  }

  #sweepOnce(): boolean {
    let isMore = false;
    this.#writePiece(({ statements }) => {
      isMore = sweep(statements) || this.#purge();
    });
    return isMore;
  }

  /** Writes one step of background work. */
  #writePiece(work: (views: Views) => void): void {
    if (this.#write(work)) this.#moveAhead();
  }

  #moveAhead(): void {
    this.#release(false);
    this.#ahead.move(KEPT_BYTES);
  }
}
