import { laterOf } from '@hzm/contracts/core/position';
import { STAGED_BYTES } from '@hzm/services/core/ports/byte-budget';
import { type Change, type Checkpoint, type CollectionSpec, type Doc, type Find, type Found, type ProjectionWrite, type ReadModel, ReadModelUnavailable } from '@hzm/services/core/ports/read-model';
import { type DatabaseSync, openDatabase } from '../../sqlite/database.ts';
import { applyBatch } from '../batch.ts';
import { Catalog } from './catalog.ts';
import { isPassing } from '../../sqlite/failure.ts';
import { defineFunctions } from './functions.ts';
import { findIn } from './sqlite-find.ts';
import { SqliteShelf } from './sqlite-shelf.ts';
import { Statements } from './statements.ts';

/** Rows from which a partition has indexes; below, reading it through takes less than a millisecond. */
const INDEX_FROM = 2000;
const COMMIT_AFTER_MS = 100;

/**
 * Documents in one SQLite file, for one process. A power cut may take the newest of them (they come again from the log),
 * but never parts a document from its checkpoint. Everything runs at once, within the call.
 */
export class SqliteReadModel implements ReadModel {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #catalog: Catalog;
  #committing: NodeJS.Timeout | undefined;
  /** Why writes that were made are gone again. */
  #lost: unknown;
  /** Documents that were there are gone until they are written again: what is not found may exist. */
  #isBehind = false;

  /** @param file made when absent; `:memory:` for none */
  constructor(file: string, { indexFrom = INDEX_FROM }: { indexFrom?: number } = {}) {
    this.#database = openDatabase(file, { durability: 'normal' });
    defineFunctions(this.#database);
    this.#statements = new Statements(this.#database);
    this.#catalog = new Catalog(this.#statements, indexFrom);
  }

  async define(specs: readonly CollectionSpec[]): Promise<void> {
    this.#write(() => {
      for (const spec of specs) this.#catalog.define(spec);
    });
  }

  async apply(writes: readonly ProjectionWrite[]): Promise<void> {
    this.#write(() => {
      const shelves = new Map<string, SqliteShelf>();
      for (const { projection, version, batch, checkpoint } of writes) {
        for (const event of batch) {
          applyBatch([event], change => this.#shelvesOf(change, shelves));
          if (shelves.values().reduce((sum, { bytes }) => sum + bytes, 0) > STAGED_BYTES) for (const shelf of shelves.values()) shelf.settle();
        }
        const before = this.#catalog.checkpoint(projection);
        const position = before?.version === version ? laterOf(before.position, checkpoint) : checkpoint;
        this.#catalog.saveCheckpoint(projection, { version, position });
      }
      for (const shelf of shelves.values()) {
        shelf.flush();
        this.#catalog.save(shelf.partition);
      }
    });
  }

  async checkpoint(projection: string): Promise<Checkpoint | undefined> {
    return this.#run(() => this.#catalog.checkpoint(projection));
  }

  async reset(projection: string): Promise<void> {
    this.#write(() => this.#catalog.reset(projection));
  }

  async get<D extends Doc = Doc>(collection: string, id: string, partition = ''): Promise<D | undefined> {
    return this.#run(() => {
      const found = this.#partition(collection, partition);
      const row = found && found.state.width > 0 ? this.#statements.row<[string]>(`SELECT doc FROM ${found.table} WHERE id = ?`, id) : undefined;
      if (!row && this.#isBehind) throw new ReadModelUnavailable('the last writes were taken back and are not there again');
      return row && (JSON.parse(row[0]) as D);
    });
  }

  async find<D extends Doc = Doc>(query: Find): Promise<Found<D>> {
    return this.#run(() => findIn(this.#statements, this.#partition(query.collection, query.partition ?? ''), query) as Found<D>);
  }

  async logIdentity(): Promise<string | undefined> {
    return this.#run(() => this.#catalog.fact('log'));
  }

  async bindLog(identity: string): Promise<void> {
    this.#write(() => this.#catalog.saveFact('log', identity));
  }

  async close(): Promise<void> {
    clearTimeout(this.#committing);
    this.#run(() => this.#commit());
    if (this.#database.isOpen) this.#database.close();
  }

  #partition(collection: string, name: string) {
    this.#catalog.layout(collection);
    return this.#catalog.partition(collection, name);
  }

  #shelvesOf(change: Change, shelves: Map<string, SqliteShelf>): SqliteShelf[] {
    const { spec } = this.#catalog.layout(change.collection);
    const everywhere = change.op === 'drop-where' && spec.partitioned && change.partition === undefined;
    const partitions = everywhere ? this.#catalog.partitionsOf(spec.name) : [this.#catalog.partitionMade(spec.name, change.partition ?? '')];
    return partitions.map(partition => {
      let shelf = shelves.get(partition.table);
      if (!shelf) shelves.set(partition.table, (shelf = new SqliteShelf(this.#statements, partition)));
      return shelf;
    });
  }

  /**
   * All or nothing. What is written is committed a moment later, with all that came until then: this connection reads it at once, and what a
   * crash takes comes again from the log. Committing each batch by itself would write the same pages again and again.
   */
  #write(work: () => void): void {
    this.#run(() => {
      if (this.#lost) throw this.#takeLoss();
      if (!this.#database.isTransaction) this.#statements.exec('BEGIN IMMEDIATE');
      this.#statements.exec('SAVEPOINT batch');
      try {
        work();
        this.#statements.exec('RELEASE batch');
        this.#isBehind = false;
      } catch (error) {
        this.#catalog.forget();
        if (this.#database.isTransaction) this.#statements.exec('ROLLBACK TO batch; RELEASE batch');
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
        // The disk is full, say. What is still uncommitted is tried again; what was taken back, whoever writes next is told.
        if (this.#database.isTransaction) this.#commitSoon();
        else this.#lose(error);
      }
    }, COMMIT_AFTER_MS);
  }

  #commit(): void {
    if (this.#database.isOpen && this.#database.isTransaction) this.#statements.exec('COMMIT');
  }

  #lose(error: unknown): void {
    this.#lost = error;
    this.#isBehind = true;
    this.#catalog.forget();
  }

  /** The writer goes on from the checkpoint, which was taken back, too. */
  #takeLoss(): ReadModelUnavailable {
    const cause = this.#lost;
    this.#lost = undefined;
    return new ReadModelUnavailable('the last writes were taken back', { cause });
  }

  #run<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw isPassing(error) ? new ReadModelUnavailable('the read model cannot be read or written now', { cause: error }) : error;
    }
  }
}
