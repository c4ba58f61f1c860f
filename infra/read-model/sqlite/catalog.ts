import type { Position } from '@hzm/contracts/core/position';
import type { Checkpoint, CollectionSpec, LastEvent } from '@hzm/services/core/ports/read-model';
import { parsed } from '../../sqlite/damage.ts';
import type { DatabaseSync } from '../../sqlite/database.ts';
import { type Layout, layoutOf } from './layout.ts';
import { leave } from './leftovers.ts';
import { EMPTY, Partition, type State } from './partition.ts';
import type { Statements } from './statements.ts';

const TABLES = `
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoints (projection TEXT PRIMARY KEY, version INTEGER NOT NULL,
    position TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS collections (name TEXT PRIMARY KEY, projection TEXT NOT NULL, signature
    TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS partitions (no INTEGER PRIMARY KEY, collection TEXT NOT NULL, name TEXT
    NOT NULL, state TEXT NOT NULL, members TEXT NOT NULL, UNIQUE (collection, name));
  CREATE TABLE IF NOT EXISTS tombstones (partition INTEGER NOT NULL, id NOT NULL, seq INTEGER NOT
    NULL, pos NOT NULL, PRIMARY KEY (partition, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS leftovers (no INTEGER PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS unindexed (partition INTEGER NOT NULL, seq INTEGER NOT NULL, isNew
    INTEGER NOT NULL, PRIMARY KEY (partition, seq)) WITHOUT ROWID;
`;

export const makeCatalog = (database: DatabaseSync): void => database.exec(TABLES);

/** Key of the stored fact that names the newest event. */
const LAST_EVENT = 'last event';

/** Collections, partitions and checkpoints of the file, cached in memory. */
export class Catalog {
  readonly #statements: Statements;
  readonly #indexFrom: number;
  readonly #layouts = new Map<string, Layout>();
  readonly #partitions = new Map<string, Map<string, Partition>>();
  readonly #checkpoints = new Map<string, Checkpoint>();
  #last: LastEvent | undefined;

  constructor(statements: Statements, indexFrom: number) {
    this.#statements = statements;
    this.#indexFrom = indexFrom;
  }

  /**
   * Defines a collection. If its stored form changed, all collections of its projection are
   * removed, to be rebuilt.
   */
  define(spec: CollectionSpec): void {
    const layout = layoutOf(spec);
    const before = this.#statements.row<[string, string]>(
      'SELECT projection, signature FROM collections WHERE name = ?',
      spec.name,
    );
    if (before?.[1] !== layout.signature) {
      if (before) this.reset(before[0]);
      if (before?.[0] !== spec.projection) this.reset(spec.projection);
      this.#statements.run(
        'REPLACE INTO collections (name, projection, signature) VALUES (?, ?, ?)',
        spec.name,
        spec.projection,
        layout.signature,
      );
    }
    this.#layouts.set(spec.name, layout);
  }

  /** Registers a collection that another connection has defined. */
  know(spec: CollectionSpec): void {
    this.#layouts.set(spec.name, layoutOf(spec));
  }

  layout(collection: string): Layout {
    const layout = this.#layouts.get(collection);
    if (!layout) throw new Error(`no collection ${collection} is defined`);
    return layout;
  }

  partition(collection: string, name: string): Partition | undefined {
    const known = this.#partitions.get(collection)?.get(name);
    if (known) return known;
    const row = this.#statements.row<[number, string, string]>(
      'SELECT no, state, members FROM partitions WHERE collection = ? AND name = ?',
      collection,
      name,
    );
    return (
      row && this.#keep(collection, name, row[0], parsed<State>(row[1]), parsed<string[]>(row[2]))
    );
  }

  partitionMade(collection: string, name: string): Partition {
    const known = this.partition(collection, name);
    if (known) return known;
    // The tables of a removed partition may still exist.
    const insert = `INSERT INTO partitions (no, collection, name, state, members)
      VALUES (1 + max((SELECT coalesce(max(no), 0) FROM partitions),
        (SELECT coalesce(max(no), 0) FROM leftovers)), ?, ?, ?, '[]') RETURNING no`;
    const [no] = this.#statements.row<[number]>(insert, collection, name, JSON.stringify(EMPTY))!;
    return this.#keep(collection, name, no, { ...EMPTY }, []);
  }

  /** Returns a partition with rows whose texts are not indexed yet. */
  unindexed(): Partition | undefined {
    for (const [collection, name] of this.#statements.rows<[string, string]>(
      'SELECT collection, name FROM partitions WHERE no IN (SELECT DISTINCT partition FROM unindexed)',
    )) {
      // Collections that are no longer defined are not read.
      if (this.#layouts.has(collection)) return this.partition(collection, name);
    }
    return undefined;
  }

  /** Returns a partition whose text index may still hold erased texts. */
  unpurged(): Partition | undefined {
    for (const [name, { spec }] of this.#layouts) {
      if (spec.partitioned === true || spec.indexMembersOf === undefined) continue;
      const partition = this.partition(name, '');
      if (partition?.state.unpurged) return partition;
    }
    return undefined;
  }

  save(partition: Partition): void {
    this.#statements.run(
      'UPDATE partitions SET state = ? WHERE no = ?',
      JSON.stringify(partition.state),
      partition.no,
    );
    if (partition.membersChanged)
      this.#statements.run(
        'UPDATE partitions SET members = ? WHERE no = ?',
        JSON.stringify(partition.members),
        partition.no,
      );
    partition.membersChanged = false;
  }

  reset(projection: string): void {
    for (const [collection] of this.#statements.rows<[string]>(
      'SELECT name FROM collections WHERE projection = ?',
      projection,
    ))
      this.#empty(collection);
    this.#statements.run('DELETE FROM checkpoints WHERE projection = ?', projection);
    this.#checkpoints.delete(projection);
  }

  /**
   * Removes all other collections, and checkpoints of projections that have none left. @returns
   * whether there were any
   */
  retain(collections: readonly string[]): boolean {
    const others = this.#statements
      .rows<[string, string]>('SELECT name, projection FROM collections')
      .filter(([name]) => !collections.includes(name));
    for (const [name, projection] of others) {
      this.#empty(name);
      this.#layouts.delete(name);
      this.#statements.run('DELETE FROM collections WHERE name = ?', name);
      this.#statements.run(
        'DELETE FROM checkpoints WHERE projection = ? AND NOT EXISTS (SELECT 1 FROM collections WHERE projection = ?)',
        projection,
        projection,
      );
      this.#checkpoints.delete(projection);
    }
    return others.length > 0;
  }

  checkpoint(projection: string): Checkpoint | undefined {
    const known = this.#checkpoints.get(projection);
    if (known) return known;
    const row = this.#statements.row<[number, Position]>(
      'SELECT version, position FROM checkpoints WHERE projection = ?',
      projection,
    );
    if (!row) return undefined;
    const checkpoint = { version: row[0], position: row[1] };
    this.#checkpoints.set(projection, checkpoint);
    return checkpoint;
  }

  saveCheckpoint(projection: string, { version, position }: Checkpoint): void {
    this.#statements.run(
      'REPLACE INTO checkpoints (projection, version, position) VALUES (?, ?, ?)',
      projection,
      version,
      position,
    );
    this.#checkpoints.set(projection, { version, position });
  }

  fact(name: string): string | undefined {
    return this.#statements.row<[string]>('SELECT value FROM facts WHERE name = ?', name)?.[0];
  }

  lastEvent(): LastEvent | undefined {
    if (this.#last) return this.#last;
    const [position, id] = this.fact(LAST_EVENT)?.split(' ') ?? [];
    this.#last = id === undefined ? undefined : { position: position as Position, id };
    return this.#last;
  }

  saveLastEvent(last: LastEvent): void {
    this.saveFact(LAST_EVENT, `${last.position} ${last.id}`);
    this.#last = last;
  }

  forgetLastEvent(): void {
    this.#statements.run('DELETE FROM facts WHERE name = ?', LAST_EVENT);
    this.#last = undefined;
  }

  saveFact(name: string, value: string): void {
    this.#statements.run('REPLACE INTO facts (name, value) VALUES (?, ?)', name, value);
  }

  /** Drops the cache, which is stale after a rollback or another connection's write. */
  forget(): void {
    this.#partitions.clear();
    this.#checkpoints.clear();
    this.#last = undefined;
  }

  /** Includes collections of an earlier run, which have tables only. */
  #empty(collection: string): void {
    for (const [no] of this.#statements.rows<[number]>(
      'SELECT no FROM partitions WHERE collection = ?',
      collection,
    ))
      leave(this.#statements, no);
    this.#statements.run('DELETE FROM partitions WHERE collection = ?', collection);
    this.#partitions.delete(collection);
  }

  #keep(collection: string, name: string, no: number, state: State, members: string[]): Partition {
    const partition = new Partition(
      this.#statements,
      this.layout(collection),
      no,
      state,
      members,
      this.#indexFrom,
    );
    let partitions = this.#partitions.get(collection);
    if (!partitions) this.#partitions.set(collection, (partitions = new Map<string, Partition>()));
    partitions.set(name, partition);
    return partition;
  }
}
