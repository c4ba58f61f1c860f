import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import type { Doc } from '@hzm/services/core/ports/read-model';
import { cellsOf } from '../cells.ts';
import { isObject, valueAt } from '../path.ts';
import { parsed } from './damage.ts';
import { indexedText } from './full-text.ts';
import type { Partition } from './partition.ts';
import type { Param, Statements } from './statements.ts';

export interface StoredRow {
  readonly seq: number;
  readonly pos: Position;
  /** Without: a tombstone. */
  readonly doc: Doc | undefined;
  /** Length of the document's text. */
  readonly bytes: number;
}

/** Reads and writes single documents of a partition, with all that is kept beside them: columns, texts, tombstones. */
export class RowWriter {
  readonly #statements: Statements;
  readonly #partition: Partition;

  constructor(statements: Statements, partition: Partition) {
    this.#statements = statements;
    this.#partition = partition;
  }

  read(id: string): StoredRow | undefined {
    const { state, table, no } = this.#partition;
    const row = state.width > 0 ? this.#statements.row<[number, Position, string]>(`SELECT seq, pos, doc FROM ${table} WHERE id = ?`, id) : undefined;
    if (row) return { seq: row[0], pos: row[1], doc: parsed<Doc>(row[2]), bytes: row[2].length };
    const grave = state.buried ? this.#statements.row<[number, Position]>('SELECT seq, pos FROM tombstones WHERE partition = ? AND id = ?', no, id) : undefined;
    return grave && { seq: grave[0], pos: grave[1], doc: undefined, bytes: 0 };
  }

  insert(id: string, seq: number, pos: Position, doc: Doc): void {
    this.#partition.makeTable();
    const { columns, values, texts } = this.#cells(doc);
    const names = ['seq', 'id', 'pos', ...columns, 'doc'];
    const places = '?,'.repeat(names.length).slice(0, -1);
    this.#statements.run(`INSERT INTO ${this.#partition.table} (${names.join(',')}) VALUES (${places})`, seq, id, pos, ...values, JSON.stringify(doc));
    this.#partition.state.rows++;
    if (this.#partition.state.indexed) this.#indexText(seq, texts);
  }

  update(seq: number, pos: Position, before: Doc, doc: Doc): void {
    const { spec } = this.#partition.layout;
    const membersOf = (of: Doc): Json | undefined => (spec.indexMembersOf === undefined ? undefined : valueAt(of, spec.indexMembersOf));
    const changed = changedMembers(membersOf(before), membersOf(doc));
    const { columns, values, texts } = this.#cells(doc, changed);
    const sets = ['pos', ...columns, 'doc'].map(name => `${name}=?`);
    this.#statements.run(`UPDATE ${this.#partition.table} SET ${sets.join(',')} WHERE seq=?`, pos, ...values, JSON.stringify(doc), seq);
    if (changed.size > 0 && this.#partition.state.indexed) this.#indexText(seq, texts);
  }

  remove(seq: number): void {
    this.#statements.run(`DELETE FROM ${this.#partition.table} WHERE seq = ?`, seq);
    this.#partition.state.rows--;
    if (this.#partition.state.indexed) this.#statements.run(`DELETE FROM ${this.#partition.textIndex} WHERE rowid = ?`, seq);
  }

  insertTombstone(id: string, seq: number, pos: Position): void {
    this.#partition.state.buried = true;
    this.#statements.run('REPLACE INTO tombstones (partition, id, seq, pos) VALUES (?, ?, ?, ?)', this.#partition.no, id, seq, pos);
  }

  deleteTombstone(id: string): void {
    this.#statements.run('DELETE FROM tombstones WHERE partition = ? AND id = ?', this.#partition.no, id);
  }

  /** Indexes the texts of all rows; once, when the partition has grown. */
  indexTexts(): void {
    for (const [seq, doc] of this.#statements.each<[number, string]>(`SELECT seq, doc FROM ${this.#partition.table}`)) {
      this.#indexText(seq, cellsOf(parsed<Doc>(doc), this.#partition.layout.spec).map(({ text }) => text));
    }
  }

  #indexText(seq: number, texts: readonly string[]): void {
    this.#statements.run(`REPLACE INTO ${this.#partition.textIndex} (rowid, texts) VALUES (?, ?)`, seq, indexedText(texts));
  }

  /** The columns to write with their values (all that hold something, or those of `only`), and the texts of all members. */
  #cells(doc: Doc, only?: ReadonlySet<string>): { columns: string[]; values: Param[]; texts: string[] } {
    const { layout } = this.#partition;
    const columns = layout.columns.map(({ name }) => name);
    const values: Param[] = layout.columns.map(({ path, key }) => key(valueAt(doc, path)));
    const cells = cellsOf(doc, layout.spec);
    const write = (member: string, order: Param, text: Param): void => {
      const column = this.#partition.column(member);
      if (column === undefined) return;
      columns.push(`k${column}`, `f${column}`);
      values.push(order, text);
    };
    for (const { member, order, text } of cells) if (only === undefined || only.has(member)) write(member, order, text);
    const filled = new Set(cells.map(({ member }) => member));
    for (const member of only ?? []) if (!filled.has(member)) write(member, null, null);
    return { columns, values, texts: cells.map(({ text }) => text) };
  }
}

function changedMembers(before: Json | undefined, after: Json | undefined): Set<string> {
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const same = (name: string): boolean => {
    const [a, b] = [memberOf(old, name), memberOf(now, name)];
    return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
  };
  return new Set([...Object.keys(old), ...Object.keys(now)].filter(name => !same(name)));
}
