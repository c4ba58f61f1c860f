import type { DatabaseSync, StatementSync } from 'node:sqlite';

interface When {
  /** When nothing was written for so long, in milliseconds. */
  readonly idleMs: number;
  /** When there is so much of it, in pages. */
  readonly pages: number;
  /**
   * How much of the file stays when it begins anew while much is written, in bytes: to write over it takes half as long as to make it longer. After a rest nothing
   * stays of what was replaced or deleted meanwhile. Without: all of it, always.
   */
  readonly keptBytes?: number;
}

/** Moves what was written ahead into the file between transactions, when there is time or must be; by itself, SQLite would do so within a commit, while somebody waits for it. */
export class WriteAhead {
  readonly #database: DatabaseSync;
  readonly #when: When;
  readonly #passive: StatementSync;
  readonly #noop: StatementSync;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: DatabaseSync, when: When) {
    this.#database = database;
    this.#when = when;
    database.exec('PRAGMA wal_autocheckpoint = 0');
    this.#passive = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    this.#noop = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  }

  /** To be called after each transaction. */
  wrote(): void {
    clearTimeout(this.#timer);
    const isMuch = this.#pages(this.#noop) >= this.#when.pages;
    this.#timer = setTimeout(() => this.#move(isMuch), isMuch ? 0 : this.#when.idleMs).unref();
  }

  /** To be called before the file is closed. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #move(isMuch: boolean): void {
    const { keptBytes } = this.#when;
    if (keptBytes !== undefined) this.#database.exec(`PRAGMA journal_size_limit = ${isMuch ? keptBytes : 0}`);
    this.#pages(this.#passive);
  }

  /** How many pages are ahead. `PASSIVE` moves them, as far as nobody reads what was in the file before; `NOOP` only counts. */
  #pages(checkpoint: StatementSync): number {
    try {
      return (checkpoint.get() as { log: number }).log;
    } catch {
      // The disk is full, say: whoever writes next meets it, too, and tells. Where it is now it is as safe.
      return 0;
    }
  }
}
