import type { Position } from '@hzm/contracts/core/position';
import type { StoredForms } from '../batch.ts';
import { memberOfPath } from '../cells.ts';
import { makeIndex } from './full-text.ts';
import type { Layout } from './layout.ts';
import { leave } from './leftovers.ts';
import type { Param, Statements } from './statements.ts';
import { storedId, storedMoment, storedPosition } from './stored.ts';

/** Stored facts of a partition, besides its rows. */
export interface State {
  rows: number;
  lastSeq: number;
  /** Position of the newest change; undefined if an earlier version wrote it. */
  last?: Position;
  /** Position at which the partition was dropped; permanent. */
  droppedAt?: Position;
  /** The owner that claimed the partition; permanent. */
  owner?: string;
  /** Forms of values by path. */
  forms?: StoredForms;
  /** Number of member columns of the table; 0 if there is no table yet. */
  width: number;
  /** Whether members, texts and positions have indexes. */
  indexed: boolean;
  /** Whether there may be tombstones. */
  buried: boolean;
  /**
   * Upper bound of the letters that wait for the text index (`unindexed`); undefined if an earlier
   * version wrote it.
   */
  unindexed?: number;
  /** Whether the text index may still hold erased texts. */
  unpurged?: boolean;
}

export const EMPTY: Readonly<State> = {
  rows: 0,
  lastSeq: 0,
  width: 0,
  indexed: false,
  buried: false,
  unindexed: 0,
  unpurged: false,
};

/** Columns created with the table: adding one later rereads the whole schema. */
const SPARE_COLUMNS = 16;
/** Bounds the member columns (SQLite allows 2,000); further members are read from the document. */
const MAX_COLUMNS = 500;
const MAX_INDEXED = 64;

/** SQL of a path's keys. `index` is the index in the order of `order`. */
export interface PathSql {
  readonly order: string;
  readonly text: string;
  /** Column of equal keys; undefined if `order` and `text` decide together. */
  readonly equal: string | undefined;
  /** Expression of order keys, if `order` is a column of another form. */
  readonly key?: string;
  /** Stored form of a text, if the column holds texts of one kind and nothing else. */
  readonly stored?: (text: string) => Param;
  /** Whether `order` is a column of ids as bytes. */
  readonly isId?: true;
  readonly index: string | undefined;
}

/**
 * One partition's table: `seq, id, pos`, declared columns, `k<i>` (order key) and `f<i>` (folded
 * text) of member i, `doc`.
 */
export class Partition {
  readonly layout: Layout;
  readonly no: number;
  readonly state: State;
  readonly members: string[];
  membersChanged = false;
  readonly #columns: Map<string, number>;
  readonly #statements: Statements;
  readonly #indexFrom: number;

  constructor(
    statements: Statements,
    layout: Layout,
    no: number,
    state: State,
    members: string[],
    indexFrom: number,
  ) {
    this.#statements = statements;
    this.layout = layout;
    this.no = no;
    this.state = state;
    this.members = members;
    this.#columns = new Map(members.map((member, column) => [member, column]));
    this.#indexFrom = indexFrom;
  }

  get table(): string {
    return `d${this.no}`;
  }

  get textIndex(): string {
    return `x${this.no}`;
  }

  /** Whether every member has a column. */
  get complete(): boolean {
    return this.members.length < MAX_COLUMNS;
  }

  /** Returns the columns of those members that have one. @param members undefined for all */
  columnsOf(members: readonly string[] = this.members): readonly number[] {
    return members.flatMap(member => this.#columns.get(member) ?? []);
  }

  /** Returns undefined if no document has a value there. */
  pathSql(path: string): PathSql | undefined {
    const member = memberOfPath(path, this.layout.spec);
    const column = member === undefined ? undefined : this.#columns.get(member);
    if (column !== undefined) {
      const index =
        this.state.indexed && column < MAX_INDEXED ? `${this.table}_k${column}` : undefined;
      return { order: `k${column}`, text: `f${column}`, equal: undefined, index };
    }
    if (member !== undefined && this.complete) return undefined;
    const { equal, order, moments, ids, tellers, spec } = this.layout;
    const teller = tellers.get(path);
    const call = (name: string): string =>
      `${name}(doc, '${path.replaceAll("'", "''")}'${teller ? `, '${teller.kind}', ${teller.column}` : ''})`;
    const kept = (
      name: string,
      stored: ((text: string) => Param) | undefined,
      index: string | undefined,
    ): PathSql => ({
      order: name,
      text: call('text_key'),
      equal: name,
      key: call('order_key'),
      ...(stored && { stored }),
      index: this.state.indexed ? index : undefined,
    });
    if (teller?.kind === 'position') return kept(teller.column, storedPosition, undefined);
    const moment = moments.get(path);
    if (moment !== undefined) return kept(moment, storedMoment, `${this.table}_${moment}`);
    if (path === 'id' && spec.hasUuids)
      return { ...kept('id', storedId, `sqlite_autoindex_${this.table}_1`), isId: true };
    const id = ids.get(path);
    if (id !== undefined) return { ...kept(id, undefined, `${this.table}_${id}`), isId: true };
    return {
      order: order.get(path) ?? call('order_key'),
      text: call('text_key'),
      equal: equal.get(path) ?? call('equal_key'),
      index: undefined,
    };
  }

  makeTable(): void {
    if (this.state.width > 0) return;
    const { columns, indexes, spec } = this.layout;
    this.state.width = spec.indexMembersOf === undefined ? 1 : SPARE_COLUMNS;
    const places = Array.from(
      { length: spec.indexMembersOf === undefined ? 0 : SPARE_COLUMNS },
      (_, column) => column,
    );
    const more = [
      ...columns.map(({ name }) => name),
      ...places.map(column => `k${column}`),
      ...places.map(column => `f${column}`),
    ];
    this.#statements.exec(`
      CREATE TABLE ${this.table} (seq INTEGER PRIMARY KEY, id NOT NULL UNIQUE, pos NOT NULL, ${more.map(name => `${name}, `).join('')}doc TEXT NOT NULL);
      ${indexes.map((names, i) => `CREATE INDEX ${this.table}_i${i} ON ${this.table} (${names.join(', ')}) WHERE ${names[0]!} IS NOT NULL;`).join('\n')}`);
  }

  /** Returns the member's column, creating it if needed; undefined if there are too many. */
  column(member: string): number | undefined {
    const known = this.#columns.get(member);
    if (known !== undefined || !this.complete) return known;
    const column = this.members.push(member) - 1;
    this.#columns.set(member, column);
    this.membersChanged = true;
    if (column >= this.state.width) {
      this.#statements.exec(
        `ALTER TABLE ${this.table} ADD COLUMN k${column}; ALTER TABLE ${this.table} ADD COLUMN f${column}`,
      );
      this.state.width = column + 1;
    }
    if (this.state.indexed) this.#indexMember(column);
    return column;
  }

  /**
   * Creates the indexes once the table is large: a small one is read through faster. @returns
   * whether it has just grown, so that its texts must be indexed
   */
  grown(): boolean {
    if (
      this.state.indexed ||
      this.state.rows < this.#indexFrom ||
      this.layout.spec.indexMembersOf === undefined
    )
      return false;
    this.state.indexed = true;
    this.#statements.exec(
      `CREATE INDEX ${this.table}_pos ON ${this.table} (pos); ${makeIndex(this.textIndex)}`,
    );
    for (const name of [...this.layout.moments.values(), ...this.layout.ids.values()])
      this.#statements.exec(`CREATE INDEX ${this.table}_${name} ON ${this.table} (${name})`);
    for (const column of this.members.keys()) this.#indexMember(column);
    return true;
  }

  /** Removes everything permanently; the tables are queued for deletion. */
  clear(): void {
    leave(this.#statements, this.no);
    Object.assign(this.state, EMPTY);
    this.members.length = 0;
    this.#columns.clear();
    this.membersChanged = true;
  }

  /** Texts are indexed by their first 64 letters: whole ones would double the table. */
  #indexMember(column: number): void {
    if (column >= MAX_INDEXED) return;
    const { table } = this;
    this.#statements.exec(`
      CREATE INDEX ${table}_k${column} ON ${table} (k${column});
      CREATE INDEX ${table}_f${column} ON ${table} (substr(f${column}, 1, 64)) WHERE k${column} >= '2' AND k${column} < '3'`);
  }
}
