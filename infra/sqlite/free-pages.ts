import type { DatabaseSync } from 'node:sqlite';

/** Value of `PRAGMA auto_vacuum` that releases free pages a few at a time. */
export const INCREMENTAL = 2;
/** The interval at which free pages are counted, in milliseconds. */
const LOOK_MS = 5_000;
/** Minimum of free pages to release: fewer are soon reused. */
const MIN_PAGES = 256;
/**
 * Pages released in one step, and the pause until the next, in milliseconds: writes wait for each
 * step.
 */
const PAGES_AT_ONCE = 64;
const PAUSE_MS = 20;

/**
 * Releases the free pages of a database file in small steps, on the thread that writes it, if they
 * stay free between two counts.
 */
export class FreePages {
  readonly #database: DatabaseSync;
  readonly #write: (work: () => void) => void;
  readonly #settle: () => void;
  #timer: NodeJS.Timeout | undefined;
  #before = 0;
  /** Pages still to be released. */
  #due = 0;

  /**
   * @param write runs a step in its own transaction @param settle called when all are released: a
   * checkpoint then shortens the file
   */
  constructor(database: DatabaseSync, write: (work: () => void) => void, settle: () => void) {
    this.#database = database;
    this.#write = write;
    this.#settle = settle;
    // A file that was not copied yet never releases pages.
    const { auto_vacuum: mode } = database.prepare('PRAGMA auto_vacuum').get() as {
      auto_vacuum: number;
    };
    if (mode === INCREMENTAL) this.#next(LOOK_MS);
  }

  /** Must be called before the file is closed. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(ms: number): void {
    this.#timer = setTimeout(() => {
      let pause = LOOK_MS;
      try {
        pause = this.#step();
      } catch {
        // The next write meets and reports the same obstacle; the next count retries.
        this.#due = 0;
      }
      this.#next(pause);
    }, ms).unref();
  }

  /** @returns the time until the next step, in milliseconds */
  #step(): number {
    if (this.#due <= 0) {
      const free = this.#count();
      this.#due = Math.min(free, this.#before);
      this.#before = free;
      if (this.#due < MIN_PAGES) {
        this.#due = 0;
        return LOOK_MS;
      }
    }
    this.#write(() => this.#database.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`));
    this.#due -= PAGES_AT_ONCE;
    if (this.#due > 0) return PAUSE_MS;
    this.#before = this.#count();
    this.#settle();
    return LOOK_MS;
  }

  #count(): number {
    return (this.#database.prepare('PRAGMA freelist_count').get() as { freelist_count: number })
      .freelist_count;
  }
}
