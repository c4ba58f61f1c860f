import { positionOf, START, type Position } from '@hzm/contracts/core/position';
import { READ_BYTES } from '@hzm/services/core/ports/byte-budget';
import type { EventStore, StoredEvent } from '@hzm/services/core/ports/event-store';
import { openToRead, type DatabaseSync } from '../../sqlite/database.ts';
import { checkFormat, LogTables } from './format.ts';

/**
 * Reads the log in one SQLite file that another thread or process writes. Each read transaction
 * ends within its call and so delays no writer.
 */
export class SqliteLogReader implements Pick<EventStore, 'readAll' | 'head' | 'close'> {
  readonly #database: DatabaseSync;
  readonly #tables: LogTables;

  /** @throws Error that names the file, or when another version wrote it */
  constructor(file: string) {
    this.#database = openToRead(file);
    try {
      checkFormat(this.#database, file);
      this.#tables = new LogTables(this.#database);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  async readAll({ after, limit }: { after: Position; limit: number }): Promise<StoredEvent[]> {
    return this.#tables.readAll(Number(after), limit, READ_BYTES);
  }

  async head(): Promise<Position> {
    const { head } = this.#database
      .prepare('SELECT coalesce(max(position), 0) AS head FROM events')
      .get() as { head: number };
    return head === 0 ? START : positionOf(head);
  }

  async close(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }
}
