import { laterOf, START } from '@hzm/contracts/core/position';
import { STAGED_BYTES } from '@hzm/services/core/ports/byte-budget';
import type {
  Change,
  CollectionSpec,
  LastEvent,
  ProjectionWrite,
} from '@hzm/services/core/ports/read-model';
import { forgetAside } from '../../sqlite/damage.ts';
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
 * Between two pieces of what was deleted, and between two attempts to cut off the log that still
 * holds it.
 */
const SWEEP_MS = 5;
const CUT_MS = 500;
/** How long the end waits for what is left to sweep; the next start goes on. */
const LAST_SWEEP_MS = 5_000;
/**
 * When what was written ahead goes into the file: the pages of many batches are written together,
 * but not so many that who writes next waits long (some 7 ms). After a rest nothing stays of what
 * was replaced.
 */
const AHEAD = { idleMs: 500, pages: 1_000, keptBytes: 0 };
/** How much of the log ahead stays while much is written, in bytes. */
const KEPT_BYTES = 2 ** 25;

/** When texts that wait are indexed although they are few, in milliseconds without a write. */
const INDEX_TEXTS_MS = 200;

/** A file, and what it is to hold. */
export interface Opening {
  readonly file: string;
  readonly indexFrom: number;
  readonly specs: readonly CollectionSpec[];
}

/** Batches, and the newest event of them. */
export interface Applied {
  readonly writes: readonly ProjectionWrite[];
  readonly last: LastEvent | undefined;
}

/**
 * Writes the documents of one SQLite file, each call all or nothing. A power cut may take the
 * newest of them (they come again from the log), but never parts a document
 * from its checkpoint. Everything runs at once, within the call, so it belongs on a thread that
 * answers nobody.
 *
 * What is deleted is overwritten, in its own time: the tables of dropped partitions piece by piece,
 * what text indexes hold of it, and then the write-ahead log is cut off.
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
  /** The one whose text index is being purged. */
  #purging: Partition | undefined;
  /** How often `move` should try to cut off the log ahead, which still holds what was swept. */
  #cutsToTry = 0;

  /**
   * @param release asks those who read to let go of what they see; when something is erased, of
   * what they have kept, too @throws Error that names the file
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
    // What a crash left.
    this.#sweepSoon();
    this.#indexTextsSoon();
  }

  define(specs: readonly CollectionSpec[]): void {
    this.#write(({ catalog }) => {
      for (const spec of specs) catalog.define(spec);
    });
  }

  /** Answers whether so much is ahead that it should be moved (`move`) before the next. */
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
   * Moves what was written ahead into the file. Where those who read let go before each call, the
   * next transaction begins the log anew, and the second call in a row can cut it off.
   * Answers whether it should be called again.
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
   * Finishes what can be finished soon. Nobody else may have the file open: then the log goes, too.
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

  /** Lets go of the file as it is. */
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
   * Single documents of a partition are deleted all the time, and live on in the log as long as
   * what they belong to.
   */
  #erases({ op, collection }: Change): boolean {
    return (
      op === 'drop-where' ||
      (op === 'drop' && this.#views.catalog.layout(collection).spec.partitioned !== true)
    );
  }

  /** All or nothing. No savepoint within: the text index writes its segments at each. */
  #write(work: (views: Views) => void): boolean {
    const { database, statements, catalog } = this.#views;
    statements.exec('BEGIN IMMEDIATE');
    try {
      work(this.#views);
      statements.exec('COMMIT');
    } catch (error) {
      catalog.forget();
      if (database.isTransaction) statements.exec('ROLLBACK');
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

  /** One partition after another, when nothing is written. */
  #indexTextsSoon(): void {
    clearTimeout(this.#indexing);
    this.#indexing = setTimeout(() => {
      try {
        const partition = this.#views.catalog.unindexed();
        if (!partition) return;
        this.#indexTexts(partition);
        this.#indexTextsSoon();
      } catch {
        // What is in the way, whoever writes next meets, too, and tells. What waits is found as it
        // is.
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
        // What is in the way, whoever writes next meets, too, and tells. It is tried again until it
        // is done.
        this.#sweepSoon(CUT_MS);
      }
    }, afterMs).unref();
  }

  /**
   * A piece of what was left; when there is none any more, the log that still holds it is cut off:
   * while nobody writes, here; else when there is room for it (`move`).
   */
  #sweep(): void {
    if (this.#sweepOnce()) return this.#sweepSoon();
    this.#cutsToTry = 2;
    this.#release(this.#isErasing);
    if (!this.#cut()) this.#sweepSoon(CUT_MS);
  }

  /** A piece of what text indexes hold of what was erased; whether there is more. */
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

  /** Writes a piece of what nobody waits for. */
  #writePiece(work: (views: Views) => void): void {
    if (this.#write(work)) this.#moveAhead();
  }

  #moveAhead(): void {
    this.#release(false);
    this.#ahead.move(KEPT_BYTES);
  }
}
