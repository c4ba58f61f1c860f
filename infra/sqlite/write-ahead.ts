import type { DatabaseSync, StatementSync } from 'node:sqlite';

interface When {
  /** Idle time before a checkpoint, in milliseconds. */
  readonly idleMs: number;
  /** Size of the write-ahead log that requires a checkpoint, in pages. */
  readonly pages: number;
  /**
   * Transactions that share a checkpoint unless the log is `MANY_TIMES` as large, because large
   * ones in a row change the same pages of indexes; absent: 1.
   */
  readonly transactions?: number;
  /**
   * Size that the log keeps when it restarts, in bytes; absent: all. Overwriting takes half the
   * time of growing, but replaced and deleted data stays in the log meanwhile.
   */
  readonly keptBytes?: number;
}

/** Multiple of `pages` from which a checkpoint waits for no further transaction. */
const MANY_TIMES = 8;

/**
 * Checkpoints the write-ahead log between transactions, when idle or when it is large; SQLite
 * itself would do so within a commit, while a caller waits.
 */
export class WriteAhead {
  readonly #database: DatabaseSync;
  readonly #when: When;
  readonly #passive: StatementSync;
  readonly #noop: StatementSync;
  #timer: NodeJS.Timeout | undefined;
  /** Transactions since the last checkpoint. */
  #transactions = 0;
  /** Whether a checkpoint is scheduled next, regardless of writes. */
  #isDue = false;

  constructor(database: DatabaseSync, when: When) {
    this.#database = database;
    this.#when = when;
    database.exec('PRAGMA wal_autocheckpoint = 0');
    this.#passive = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
    this.#noop = database.prepare('PRAGMA wal_checkpoint(NOOP)');
  }

  /**
   * Must be called after each transaction; schedules a checkpoint for when none follows soon.
   * @returns whether the log is so large that it should be checkpointed before the next
   */
  wrote(): boolean {
    if (!this.#isDue) this.#moveIn(this.#when.idleMs);
    this.#transactions++;
    const { pages, transactions = 1 } = this.#when;
    const ahead = this.#pages(this.#noop);
    return ahead >= (this.#transactions < transactions ? MANY_TIMES * pages : pages);
  }

  /** Schedules a checkpoint after the work requested by now. */
  moveSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#moveIn(0);
  }

  /**
   * Checkpoints now. When all of the log is in the file and has no reader, the next transaction
   * restarts it.
   */
  move(keptBytes = this.#when.keptBytes): void {
    clearTimeout(this.#timer);
    this.#isDue = false;
    this.#transactions = 0;
    if (keptBytes !== undefined) this.#database.exec(`PRAGMA journal_size_limit = ${keptBytes}`);
    this.#pages(this.#passive);
  }

  /** Must be called before the file is closed. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #moveIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.move(), ms).unref();
  }

  /**
   * Returns the pages in the log. `PASSIVE` moves them as far as readers allow; `NOOP` only counts.
   */
  #pages(checkpoint: StatementSync): number {
    try {
      return (checkpoint.get() as { log: number }).log;
    } catch {
      // The next write meets the same obstacle, such as a full disk, and reports it. Until then the
      // log is as safe as the file.
      return 0;
    }
  }
}
