import { isJsonObject, type Json, memberOf } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { valueAt } from '@hzm/services/core/ports/path';
import type { Doc } from '@hzm/services/core/ports/read-model';
import { cellsOf } from '../cells.ts';
import { documentOf, type DocumentRow, textOf } from './document.ts';
import type { Partition } from './partition.ts';
import type { Param, Statements } from './statements.ts';
import { storedId, storedKey, storedPosition, type Stored, valueOfPosition } from './stored.ts';
import type { TextIndexer } from './text-indexer.ts';

export interface StoredRow {
  readonly seq: number;
  readonly pos: Position;
  /** Undefined for a tombstone. */
  readonly doc: Doc | undefined;
  /** Length of the document's text. */
  readonly bytes: number;
}

/**
 * Reads and writes single documents of a partition with their columns and tombstones, and queues
 * their texts for indexing (`text-indexer.ts`).
 */
export class RowWriter {
  readonly #statements: Statements;
  readonly #partition: Partition;
  readonly #texts: TextIndexer;
  #lastInsert:
    | { readonly columns: readonly string[]; readonly run: (params: readonly Param[]) => void }
    | undefined;

  constructor(statements: Statements, partition: Partition, texts: TextIndexer) {
    this.#statements = statements;
    this.#partition = partition;
    this.#texts = texts;
  }

  read(id: string): StoredRow | undefined {
    const { state, table, no, layout } = this.#partition;
    const row =
      state.width > 0
        ? this.#statements.row<[number, Stored, ...DocumentRow]>(
            `SELECT seq, pos, ${layout.documentColumns} FROM ${table} WHERE id = ?`,
            storedId(id),
          )
        : undefined;
    if (row) {
      const [seq, pos, ...document] = row;
      return {
        seq,
        pos: valueOfPosition(pos),
        doc: documentOf(layout, document),
        bytes: document[0].length,
      };
    }
    const grave = state.buried
      ? this.#statements.row<[number, Stored]>(
          'SELECT seq, pos FROM tombstones WHERE partition = ? AND id = ?',
          no,
          storedId(id),
        )
      : undefined;
    return grave && { seq: grave[0], pos: valueOfPosition(grave[1]), doc: undefined, bytes: 0 };
  }

  insert(id: string, seq: number, pos: Position, doc: Doc): void {
    this.#partition.makeTable();
    const { columns, values, texts } = this.#cells(doc);
    this.#insertInto(columns)([
      seq,
      storedId(id),
      storedPosition(pos),
      ...values,
      textOf(this.#partition.layout, doc),
    ]);
    this.#partition.state.rows++;
    this.#texts.add(seq, texts);
  }

  update(seq: number, pos: Position, before: Doc, doc: Doc): void {
    const { spec } = this.#partition.layout;
    const membersOf = (of: Doc): Json | undefined =>
      spec.indexMembersOf === undefined ? undefined : valueAt(of, spec.indexMembersOf);
    const changed = changedMembers(membersOf(before), membersOf(doc));
    const { columns, values, texts } = this.#cells(doc, { before, members: changed });
    const sets = ['pos', ...columns, 'doc'].map(name => `${name}=?`);
    this.#statements.run(
      `UPDATE ${this.#partition.table} SET ${sets.join(',')} WHERE seq=?`,
      storedPosition(pos),
      ...values,
      textOf(this.#partition.layout, doc),
      seq,
    );
    if (changed.size > 0) this.#texts.change(seq, texts);
  }

  remove(seq: number): void {
    const { state, table, layout } = this.#partition;
    this.#statements.run(`DELETE FROM ${table} WHERE seq = ?`, seq);
    state.rows--;
    if (state.indexed && layout.spec.partitioned !== true) state.unpurged = true;
    this.#texts.remove(seq);
  }

  insertTombstone(id: string, seq: number, pos: Position): void {
    this.#partition.state.buried = true;
    this.#statements.run(
      'REPLACE INTO tombstones (partition, id, seq, pos) VALUES (?, ?, ?, ?)',
      this.#partition.no,
      storedId(id),
      seq,
      storedPosition(pos),
    );
  }

  deleteTombstone(id: string): void {
    this.#statements.run(
      'DELETE FROM tombstones WHERE partition = ? AND id = ?',
      this.#partition.no,
      storedId(id),
    );
  }

  /** Reuses the last statement, because consecutive rows mostly fill the same columns. */
  #insertInto(columns: readonly string[]): (params: readonly Param[]) => void {
    const last = this.#lastInsert;
    if (
      last &&
      last.columns.length === columns.length &&
      columns.every((name, i) => name === last.columns[i])
    )
      return last.run;
    const names = ['seq', 'id', 'pos', ...columns, 'doc'];
    const run = this.#statements.runner(
      `INSERT INTO ${this.#partition.table} (${names.join(',')}) VALUES (${'?,'.repeat(names.length).slice(0, -1)})`,
    );
    this.#lastInsert = { columns, run };
    return run;
  }

  /**
   * Returns the columns to write with their values (all non-empty ones, or the changed ones), and
   * the texts of all members.
   */
  #cells(
    doc: Doc,
    changed?: { readonly before: Doc; readonly members: ReadonlySet<string> },
  ): { columns: string[]; values: Param[]; texts: string[] } {
    const { layout } = this.#partition;
    const only = changed?.members;
    const declared = layout.columns.filter(
      ({ path }) => !changed || valueAt(changed.before, path) !== valueAt(doc, path),
    );
    const columns = declared.map(({ name }) => name);
    const values: Param[] = declared.map(({ path, stored }) => stored(valueAt(doc, path)));
    const cells = cellsOf(doc, layout.spec);
    const write = (member: string, order: Param, text: Param): void => {
      const column = this.#partition.column(member);
      if (column === undefined) return;
      columns.push(`k${column}`, `f${column}`);
      values.push(order, text);
    };
    for (const { member, order, text } of cells)
      if (only === undefined || only.has(member)) write(member, storedKey(order), text);
    const filled = new Set(cells.map(({ member }) => member));
    for (const member of only ?? []) if (!filled.has(member)) write(member, null, null);
    return { columns, values, texts: cells.map(({ text }) => text) };
  }
}

function changedMembers(before: Json | undefined, after: Json | undefined): Set<string> {
  const [old, now] = [isJsonObject(before) ? before : {}, isJsonObject(after) ? after : {}];
  const same = (name: string): boolean => {
    const [a, b] = [memberOf(old, name), memberOf(now, name)];
    return (
      a === b ||
      (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
    );
  };
  return new Set([...Object.keys(old), ...Object.keys(now)].filter(name => !same(name)));
}
