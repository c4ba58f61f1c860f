import type { Doc } from '@hzm/services/core/ports/read-model';
import { parsed } from '../../sqlite/damage.ts';
import { cellsOf } from '../cells.ts';
import { indexedText, merge, mergeByHand } from './full-text.ts';
import type { Partition } from './partition.ts';
import type { Statements } from './statements.ts';

/**
 * So many letters of texts are indexed together: some hundred rows, a few milliseconds. A row
 * counts as so many at least, so that never many wait.
 */
const LETTERS = 10_000;
const LETTERS_OF_A_ROW = 50;

/**
 * Writes the text index of a partition, mostly some time after its rows: each transaction that
 * writes it leaves a piece that has to be merged, and a row that is changed
 * over and over is indexed once. Which rows wait is in the table `unindexed`; whoever looks for a
 * text looks at them, too (`proposed` in full-text.ts).
 */
export class TextIndexer {
  /** Rows are indexed as they are written; when none waits. */
  isDirect = false;
  readonly #statements: Statements;
  readonly #partition: Partition;
  /** Letters that were indexed, and nothing was merged for yet. */
  #letters = 0;

  constructor(statements: Statements, partition: Partition) {
    this.#statements = statements;
    this.#partition = partition;
  }

  /** @param texts folded, of all members */
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

  /** Indexes all rows; once, when the partition has grown. */
  indexAll(): void {
    for (const [seq, doc] of this.#statements.each<[number, string]>(
      `SELECT seq, doc FROM ${this.#partition.table}`,
    ))
      this.#index(true, seq, this.#textsOf(doc));
  }

  /**
   * To be called after each batch: indexes the rows that wait when they are many, and keeps the
   * index in few pieces.
   */
  settleMany(): void {
    if ((this.#partition.state.unindexed ?? 0) >= LETTERS) return this.settle();
    this.#merge();
  }

  /** Indexes the rows that wait. */
  settle(): void {
    const { state, table, no } = this.#partition;
    if (state.indexed) {
      // One by one: a document may be large.
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
    // An earlier version made the index, and let it merge by itself.
    if (state.unindexed === undefined) this.#statements.exec(mergeByHand(textIndex));
    state.unindexed ??= 0;
    const text = indexedText(texts);
    if (this.isDirect) return this.#index(isNew, seq, text);
    // What is new and was changed since is still new.
    this.#statements.run(
      'INSERT OR IGNORE INTO unindexed (partition, seq, isNew) VALUES (?, ?, ?)',
      no,
      seq,
      isNew ? 1 : 0,
    );
    state.unindexed += Math.max(text.length, LETTERS_OF_A_ROW);
  }

  /** @param isNew nothing is in the index yet: nothing is looked for */
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
