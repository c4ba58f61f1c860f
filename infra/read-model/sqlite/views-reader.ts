import { forgetPages } from './kept-pages.ts';
import { openViewsToRead, type Views } from './open.ts';

/**
 * Reads a file that another thread writes, from one snapshot until `release`: taking the operating
 * system's locks for each read would cost more than the read.
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

  /** Releases the snapshot; the next read takes a new one. */
  release(): void {
    const { database, statements } = this.#views;
    if (database.isOpen && database.isTransaction) statements.exec('COMMIT');
  }

  /** Releases the snapshot and drops the page cache. */
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
