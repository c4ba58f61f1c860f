import type { DatabaseSync, StatementSync } from 'node:sqlite';

interface When {
  /** When nothing was written for so long, in milliseconds. */
  readonly idleMs: number;
  /** When there is so much of it, in pages. */
  readonly pages: number;
}

/** Moves what was written ahead into the file between transactions, when there is time or must be; by itself, SQLite would do so within a commit, while somebody waits for it. */
export class WriteAhead {
  readonly #when: When;
  readonly #passive: StatementSync;
  readonly #noop: StatementSync;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: DatabaseSync, when: When) {
    this.#when = when;
    database.exec('PRAGMA wal_autocheckpoint = 0');
    this.#passive = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    this.#noop = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  }

  /** To be called after each transaction. */
  wrote(): void {
    clearTimeout(this.#timer);
    const pages = this.#pages(this.#noop);
    this.#timer = setTimeout(() => this.#pages(this.#passive), pages >= this.#when.pages ? 0 : this.#when.idleMs).unref();
  }

  /** To be called before the file is closed. */
  stop(): void {
    clearTimeout(this.#timer);
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
