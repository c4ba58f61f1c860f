import type { DatabaseSync } from 'node:sqlite';

/** `PRAGMA auto_vacuum`: pages that deletions free can be given back a few at a time. */
export const INCREMENTAL = 2;
/** The interval at which free pages are counted, in milliseconds. */
const LOOK_MS = 5_000;
/** Free pages from which on they are given back: fewer are needed soon by what is written next. */
const MIN_PAGES = 256;
/**
 * Pages given back at once, and the pause until the next, in milliseconds: others wait for each
 * piece.
 */
const PAGES_AT_ONCE = 64;
const PAUSE_MS = 20;

/**
 * Gives the free pages of a database file back to the disk, a few at a time, on the thread that
 * writes it. Pages that stay free from one look to the next are given back:
 * what is written in between takes the others.
 */
export class FreePages {
  readonly #database: DatabaseSync;
  readonly #write: (work: () => void) => void;
  readonly #settle: () => void;
  #timer: NodeJS.Timeout | undefined;
  #before = 0;
  /** Pages still to be given back. */
  #due = 0;

  /**
   * @param write runs a piece in a transaction of its own @param settle is called when all was
   * given back: the file gets shorter when what was written ahead is moved into it
   */
  constructor(database: DatabaseSync, write: (work: () => void) => void, settle: () => void) {
    this.#database = database;
    this.#write = write;
    this.#settle = settle;
    // A file that was not copied yet gives nothing back, however often it is asked.
    const { auto_vacuum: mode } = database.prepare('PRAGMA auto_vacuum').get() as {
      auto_vacuum: number;
    };
    if (mode === INCREMENTAL) this.#next(LOOK_MS);
  }

  /** To be called before the file is closed. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #next(ms: number): void {
    this.#timer = setTimeout(() => {
      let pause = LOOK_MS;
      try {
        pause = this.#step();
      } catch {
        // The next write meets and reports the same obstacle. The next look tries again.
        this.#due = 0;
      }
      this.#next(pause);
    }, ms).unref();
  }

  /** @returns when to go on, in milliseconds */
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
