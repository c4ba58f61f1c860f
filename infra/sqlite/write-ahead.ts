import type { DatabaseSync } from 'node:sqlite';

interface When {
  /** When nothing was written for so long, in milliseconds. */
  readonly idleMs: number;
  /** When there is so much of it, in pages. */
  readonly pages: number;
}

/** Moves what was written ahead into the file between transactions, when there is time or must be; by itself, SQLite would do so within a commit, while somebody waits for it. */
export class WriteAhead {
  readonly #database: DatabaseSync;
  readonly #when: When;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: DatabaseSync, when: When) {
    this.#database = database;
    this.#when = when;
    database.exec('PRAGMA wal_autocheckpoint = 0');
  }

  /** To be called after each transaction. */
  wrote(): void {
    clearTimeout(this.#timer);
    const pages = this.#checkpoint('NOOP');
    this.#timer = setTimeout(() => this.#checkpoint('PASSIVE'), pages >= this.#when.pages ? 0 : this.#when.idleMs).unref();
  }

  /** To be called before the file is closed. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** How many pages are ahead. `PASSIVE` moves them, as far as nobody reads what was in the file before; `NOOP` only counts. */
  #checkpoint(mode: 'NOOP' | 'PASSIVE'): number {
    try {
      return (this.#database.prepare(`PRAGMA wal_checkpoint(${mode})`).get() as { log: number }).log;
    } catch {
      // The disk is full, say: whoever writes next meets it, too, and tells. Where it is now it is as safe.
      return 0;
    }
  }
}
