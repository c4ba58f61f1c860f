import { forgetPages } from './kept-pages.ts';
import { openViewsToRead, type Views } from './open.ts';

/**
 * Reads a file that another thread writes. What is read is read from one state of the file, until
 * `release`: asking the operating system for locks
 * with each reading would cost more than the reading.
 */
export class ViewsReader {
  readonly #views: Views;
  #version: number | undefined;

  /** @param check see `Statements` @throws Error that names the file */
  constructor(file: string, indexFrom: number, check?: () => void) {
    this.#views = openViewsToRead(file, indexFrom, check);
  }

  get catalog(): Views['catalog'] {
    return this.#views.catalog;
  }

  read<T>(work: (views: Views) => T): T {
    try {
      this.#begin();
      return work(this.#views);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** The next reading sees what is in the file then. */
  release(): void {
    const { database, statements } = this.#views;
    if (database.isOpen && database.isTransaction) statements.exec('COMMIT');
  }

  /** The same, and no page is kept. */
  forget(): void {
    this.release();
    forgetPages(this.#views.statements);
  }

  close(): void {
    const { database } = this.#views;
    if (database.isOpen) database.close();
  }

  #begin(): void {
    const { database, statements, catalog } = this.#views;
    if (database.isTransaction) return;
    statements.run('BEGIN');
    const [version] = statements.row<[number]>('PRAGMA data_version')!;
    if (version !== this.#version) catalog.forget();
    this.#version = version;
  }
}
