import type { DatabaseSync, StatementSync } from 'node:sqlite';

interface When {
  /** When nothing was written for so long, in milliseconds. */
  readonly idleMs: number;
  /** When there is so much of it, in pages. */
  readonly pages: number;
  /**
   * How much of the log stays when it begins anew, in bytes; without: all of it. To write over it
   * takes half as long as to make it longer, but what was replaced or deleted is in it so long.
   */
  readonly keptBytes?: number;
}

/**
 * Moves what was written ahead into the file between transactions, when there is time or must be;
 * by itself, SQLite would do so within a commit, while somebody waits for it.
 */
export class WriteAhead {
  readonly #database: DatabaseSync;
  readonly #when: When;
  readonly #passive: StatementSync;
  readonly #noop: StatementSync;
  #timer: NodeJS.Timeout | undefined;
  /** It is moved next, whatever is written until then. */
  #isDue = false;

  constructor(database: DatabaseSync, when: When) {
    this.#database = database;
    this.#when = when;
    database.exec('PRAGMA wal_autocheckpoint = 0');
    this.#passive = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    this.#noop = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  }

  /**
   * To be called after each transaction. Without another one soon, what is ahead is moved. Answers
   * whether it is so much that it should be moved before the next.
   */
  wrote(): boolean {
    if (!this.#isDue) this.#moveIn(this.#when.idleMs);
    return this.#pages(this.#noop) >= this.#when.pages;
  }

  /** Moves it when what was asked for by now is done. */
  moveSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#moveIn(0);
  }

  /**
   * Moves it. When all of it is in the file and nobody reads what is ahead, the next transaction
   * begins the log anew.
   */
  move(keptBytes = this.#when.keptBytes): void {
    clearTimeout(this.#timer);
    this.#isDue = false;
    if (keptBytes !== undefined) this.#database.exec(`PRAGMA journal_size_limit = ${keptBytes}`);
    this.#pages(this.#passive);
  }

  /** To be called before the file is closed. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #moveIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.move(), ms).unref();
  }

  /**
   * How many pages are ahead. `PASSIVE` moves them, as far as nobody reads what was in the file
   * before; `NOOP` only counts.
   */
  #pages(checkpoint: StatementSync): number {
    try {
      return (checkpoint.get() as { log: number }).log;
    } catch {
      // The disk is full, say: whoever writes next meets it, too, and tells. Where it is now it is
      // as safe.
      return 0;
    }
  }
}
