import type { Doc } from '@hzm/services/core/ports/read-model';
import { parsed } from '../../sqlite/damage.ts';
import { cellsOf } from '../cells.ts';
import { indexedText, merge, mergeByHand } from './full-text.ts';
import type { Partition } from './partition.ts';
import type { Statements } from './statements.ts';

/**
 * Letters that trigger indexing: some hundred rows, a few milliseconds. Each row counts at least
 * `LETTERS_OF_A_ROW`, which bounds the waiting rows.
 */
const LETTERS = 10_000;
const LETTERS_OF_A_ROW = 50;

/**
 * Writes the text index of a partition, mostly after its rows: each transaction on it adds a
 * segment to merge, and a row changed repeatedly is indexed once. Waiting rows are in the table
 * `unindexed`, which searches read, too (`proposed` in full-text.ts).
 */
export class TextIndexer {
  /** Whether rows are indexed as they are written; only if none waits. */
  isDirect = false;
  readonly #statements: Statements;
  readonly #partition: Partition;
  /** Letters indexed since the last merge. */
  #letters = 0;

  constructor(statements: Statements, partition: Partition) {
    this.#statements = statements;
    this.#partition = partition;
  }

  /** @param texts folded texts of all members */
  add(seq: number, texts: readonly string[]): void {
    this.#write(seq, texts, true);
  }

  change(seq: number, texts: readonly string[]): void {
    this.#write(seq, texts, false);
  }

  remove(seq: number): void {
    const { state, textIndex, no } = this.#partition;
    if (!state.indexed) return;
    this.#statements.run(`DELETE FROM ${textIndex} WHERE rowid = ?`, seq);
    this.#statements.run('DELETE FROM unindexed WHERE partition = ? AND seq = ?', no, seq);
  }

  /** Indexes all rows, once, when the partition has grown. */
  indexAll(): void {
    for (const [seq, doc] of this.#statements.each<[number, string]>(
      `SELECT seq, doc FROM ${this.#partition.table}`,
    ))
      this.#index(true, seq, this.#textsOf(doc));
  }

  /**
   * Must be called after each batch: indexes waiting rows if they are many, and merges segments.
   */
  settleMany(): void {
    if ((this.#partition.state.unindexed ?? 0) >= LETTERS) return this.settle();
    this.#merge();
  }

  settle(): void {
    const { state, table, no } = this.#partition;
    if (state.indexed) {
      // Row by row, because a document may be large.
      const rows = this.#statements.each<[number, number, string]>(
        `SELECT seq, isNew, doc FROM unindexed CROSS JOIN ${table} USING (seq) WHERE partition = ?`,
        no,
      );
      for (const [seq, isNew, doc] of rows) this.#index(isNew === 1, seq, this.#textsOf(doc));
    }
    this.#statements.run('DELETE FROM unindexed WHERE partition = ?', no);
    state.unindexed = 0;
    this.#merge();
  }

  #merge(): void {
    if (this.#letters === 0) return;
    const { text, params } = merge(this.#partition.textIndex, this.#letters);
    this.#statements.run(text, ...params);
    this.#letters = 0;
  }

  #write(seq: number, texts: readonly string[], isNew: boolean): void {
    const { state, no, textIndex } = this.#partition;
    if (!state.indexed) return;
    // An earlier version created the index with automatic merges.
    if (state.unindexed === undefined) this.#statements.exec(mergeByHand(textIndex));
    state.unindexed ??= 0;
    const text = indexedText(texts);
    if (this.isDirect) return this.#index(isNew, seq, text);
    // A new row stays new when it changes while waiting.
    this.#statements.run(
      'INSERT OR IGNORE INTO unindexed (partition, seq, isNew) VALUES (?, ?, ?)',
      no,
      seq,
      isNew ? 1 : 0,
    );
    state.unindexed += Math.max(text.length, LETTERS_OF_A_ROW);
  }

  /** @param isNew skips the lookup of an existing entry */
  #index(isNew: boolean, seq: number, text: string): void {
    this.#statements.run(
      `${isNew ? 'INSERT' : 'REPLACE'} INTO ${this.#partition.textIndex} (rowid, texts) VALUES (?, ?)`,
      seq,
      text,
    );
    this.#letters += text.length;
  }

  readonly #textsOf = (doc: string): string =>
    indexedText(cellsOf(parsed<Doc>(doc), this.#partition.layout.spec).map(({ text }) => text));
}
