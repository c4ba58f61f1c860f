import { laterOf } from '@hzm/contracts/core/position';
import { STAGED_BYTES } from '@hzm/services/core/ports/byte-budget';
import type { Change, Checkpoint, Collection, CollectionSpec, Doc, Find, Found, ProjectionWrite, ReadModel } from '@hzm/services/core/ports/read-model';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { isTransient } from '../../sqlite/failure.ts';
import { applyBatch } from '../batch.ts';
import { expiryOf } from '../expiry.ts';
import { forgetAside, isDamage, parsed, setAside } from './damage.ts';
import { sweep } from './leftovers.ts';
import { openViews, truncateLog, type Views } from './open.ts';
import { findIn } from './sqlite-find.ts';
import { SqliteStagedPartition } from './sqlite-staged-partition.ts';

/** Rows from which a partition has indexes; below, reading it through takes less than a millisecond. */
const INDEX_FROM = 2000;
const COMMIT_AFTER_MS = 100;
/** Between two pieces of what was deleted, and between two attempts to cut off the log that still holds it. */
const SWEEP_MS = 5;
const TRUNCATE_MS = 500;
/** How long the end waits for what is left to sweep; the next start goes on. */
const LAST_SWEEP_MS = 5_000;

interface Options {
  readonly indexFrom?: number;
  /** Hears that the file was damaged: it was set aside, and is empty now. */
  readonly damaged?: (error: unknown) => void;
}

/**
 * Documents in one SQLite file, for one process. A power cut may take the newest of them (they come again from the log),
 * but never parts a document from its checkpoint. Everything runs at once, within the call.
 *
 * What is deleted is overwritten, in its own time: the tables of dropped partitions piece by piece, and then the write-ahead log is cut off.
 */
export class SqliteReadModel implements ReadModel {
  readonly #file: string;
  readonly #indexFrom: number;
  readonly #damaged: (error: unknown) => void;
  #views: Views;
  #committing: NodeJS.Timeout | undefined;
  #sweeping: NodeJS.Timeout | undefined;
  #isErasing = false;
  /** Why writes that were made are gone again. */
  #lost: unknown;
  /** Documents that were there are gone until they are written again: what is not found may exist. */
  #isBehind = false;
  /** The file took the place of a damaged one, and nobody has said yet what it holds. */
  #isNew = false;

  /** @param file made when absent; `:memory:` for none */
  constructor(file: string, { indexFrom = INDEX_FROM, damaged = () => undefined }: Options = {}) {
    this.#file = file;
    this.#indexFrom = indexFrom;
    this.#damaged = damaged;
    try {
      this.#views = openViews(file, indexFrom);
      forgetAside(file);
    } catch (error) {
      if (!isDamage(error)) throw error;
      setAside(file);
      this.#views = openViews(file, indexFrom);
      damaged(error);
    }
    // What a crash left.
    this.#sweepSoon();
  }

  async define(specs: readonly CollectionSpec[]): Promise<void> {
    this.#isNew = false;
    this.#write(({ catalog }) => {
      for (const spec of specs) catalog.define(spec);
    });
  }

  async apply(writes: readonly ProjectionWrite[]): Promise<void> {
    this.#mustHold();
    this.#write(({ catalog }) => {
      const shelves = new Map<string, SqliteStagedPartition>();
      for (const { projection, version, batch, checkpoint } of writes) {
        for (const event of batch) {
          applyBatch([event], change => this.#shelfOf(change, shelves));
          if (shelves.values().reduce((sum, { bytes }) => sum + bytes, 0) > STAGED_BYTES) for (const shelf of shelves.values()) shelf.settle();
        }
        const before = catalog.checkpoint(projection);
        const position = before?.version === version ? laterOf(before.position, checkpoint) : checkpoint;
        catalog.saveCheckpoint(projection, { version, position });
      }
      for (const shelf of shelves.values()) {
        shelf.flush();
        const isExpired = expiryOf(shelf.partition.layout.spec, writes.flatMap(({ batch }) => batch));
        if (isExpired) shelf.forget(isExpired);
        catalog.save(shelf.partition);
      }
    });
    this.#isBehind = false;
    if (writes.some(({ batch }) => batch.some(({ changes }) => changes.some(change => this.#erases(change))))) this.#erase();
  }

  async checkpoint(projection: string): Promise<Checkpoint | undefined> {
    return this.#run(({ catalog }) => catalog.checkpoint(projection));
  }

  async reset(projection: string): Promise<void> {
    this.#write(({ catalog }) => catalog.reset(projection));
    this.#erase();
  }

  async retain(collections: readonly string[]): Promise<void> {
    this.#write(({ catalog }) => catalog.retain(collections));
    this.#erase();
  }

  async get<D extends Doc>({ name }: Collection<D>, id: string, partition = ''): Promise<D | undefined> {
    this.#mustHold();
    return this.#run(({ statements }) => {
      const found = this.#partition(name, partition);
      const row = found && found.state.width > 0 ? statements.row<[string]>(`SELECT doc FROM ${found.table} WHERE id = ?`, id) : undefined;
      if (!row && this.#isBehind) throw new Unavailable('the last writes were taken back and are not there again');
      return row && parsed<D>(row[0]);
    });
  }

  async find<D extends Doc>(query: Find<D>): Promise<Found<D>> {
    this.#mustHold();
    return this.#run(({ statements }) => findIn(statements, this.#partition(query.collection.name, query.partition ?? ''), query) as Found<D>);
  }

  async logIdentity(): Promise<string | undefined> {
    return this.#run(({ catalog }) => catalog.fact('log'));
  }

  async bindLog(identity: string): Promise<void> {
    this.#write(({ catalog }) => catalog.saveFact('log', identity));
  }

  async close(): Promise<void> {
    clearTimeout(this.#committing);
    clearTimeout(this.#sweeping);
    if (!this.#views.database.isOpen) return;
    try {
      this.#run(({ statements }) => {
        this.#commit();
        statements.exec('BEGIN IMMEDIATE');
        for (const until = performance.now() + LAST_SWEEP_MS; performance.now() < until && sweep(statements););
        this.#commit();
      });
      if (this.#isErasing) forgetAside(this.#file);
    } finally {
      // This cuts off the log, too.
      this.#views.database.close();
    }
  }

  #partition(collection: string, name: string) {
    this.#views.catalog.layout(collection);
    return this.#views.catalog.partition(collection, name);
  }

  #shelfOf({ collection, partition = '' }: Change, shelves: Map<string, SqliteStagedPartition>): SqliteStagedPartition {
    const { catalog, statements } = this.#views;
    catalog.layout(collection);
    const made = catalog.partitionMade(collection, partition);
    let shelf = shelves.get(made.table);
    if (!shelf) shelves.set(made.table, (shelf = new SqliteStagedPartition(statements, made)));
    return shelf;
  }

  /** Single documents of a partition are deleted all the time, and live on in the log as long as what they belong to. */
  #erases({ op, collection }: Change): boolean {
    return op === 'drop-where' || (op === 'drop' && this.#views.catalog.layout(collection).spec.partitioned !== true);
  }

  /**
   * All or nothing. What is written is committed a moment later, with all that came until then: this connection reads it at once, and what a
   * crash takes comes again from the log. Committing each batch by itself would write the same pages again and again.
   */
  #write(work: (views: Views) => void): void {
    this.#run(views => {
      const { database, statements, catalog } = views;
      if (this.#lost) throw this.#takeLoss();
      if (!database.isTransaction) statements.exec('BEGIN IMMEDIATE');
      statements.exec('SAVEPOINT batch');
      try {
        work(views);
        statements.exec('RELEASE batch');
      } catch (error) {
        catalog.forget();
        if (isDamage(error)) throw error;
        if (database.isTransaction) statements.exec('ROLLBACK TO batch; RELEASE batch');
        else this.#lose(error);
        throw error;
      } finally {
        this.#commitSoon();
      }
    });
  }

  #commitSoon(): void {
    this.#committing ??= setTimeout(() => {
      this.#committing = undefined;
      try {
        this.#commit();
      } catch (error) {
        if (isDamage(error)) this.#replace(error);
        // The disk is full, say. What is still uncommitted is tried again; what was taken back, whoever writes next is told.
        else if (this.#views.database.isTransaction) this.#commitSoon();
        else this.#lose(error);
      }
    }, COMMIT_AFTER_MS);
  }

  #commit(): void {
    const { database, statements } = this.#views;
    if (database.isOpen && database.isTransaction) statements.exec('COMMIT');
  }

  #lose(error: unknown): void {
    this.#lost = error;
    this.#isBehind = true;
    this.#views.catalog.forget();
  }

  /** The writer goes on from the checkpoint, which was taken back, too. */
  #takeLoss(): Unavailable {
    const cause = this.#lost;
    this.#lost = undefined;
    return new Unavailable('the last writes were taken back', { cause });
  }

  #erase(): void {
    this.#isErasing = true;
    this.#sweepSoon();
  }

  #sweepSoon(afterMs = SWEEP_MS): void {
    this.#sweeping ??= setTimeout(() => {
      this.#sweeping = undefined;
      try {
        this.#sweep();
      } catch {
        // It is tried again until it is done.
        this.#sweepSoon(TRUNCATE_MS);
      }
    }, afterMs).unref();
  }

  /** A piece of what was left; when there is none any more, the log that still holds it is cut off. */
  #sweep(): void {
    // Whoever writes must hear of it first.
    if (this.#lost) return this.#sweepSoon(TRUNCATE_MS);
    let isMore = false;
    this.#write(({ statements }) => { isMore = sweep(statements); });
    if (isMore) return this.#sweepSoon();
    const isCut = this.#run(({ database }) => {
      this.#commit();
      return truncateLog(database);
    });
    if (!isCut) return this.#sweepSoon(TRUNCATE_MS);
    if (this.#isErasing) forgetAside(this.#file);
    this.#isErasing = false;
  }

  /** Whoever knows what it holds defines it again, and fills it. @throws Unavailable */
  #mustHold(): void {
    if (this.#isNew) throw new Unavailable('the file was damaged and is filled again');
  }

  #replace(error: unknown): void {
    clearTimeout(this.#committing);
    clearTimeout(this.#sweeping);
    this.#committing = this.#sweeping = undefined;
    this.#views.database.close();
    setAside(this.#file);
    this.#views = openViews(this.#file, this.#indexFrom);
    this.#lost = undefined;
    this.#isBehind = false;
    this.#isNew = true;
    this.#damaged(error);
  }

  #run<T>(work: (views: Views) => T): T {
    try {
      return work(this.#views);
    } catch (error) {
      if (isTransient(error)) throw new Unavailable('the read model cannot be read or written now', { cause: error });
      if (!isDamage(error)) throw error;
      this.#replace(error);
      throw new Unavailable('the file was damaged and is filled again', { cause: error });
    }
  }
}
