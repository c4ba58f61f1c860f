import {
  DELIVERIES_KEPT,
  type DeliveryState,
  type DeliveryStore,
  type RecordedDelivery,
} from '@hzm/services/core/ports/deliveries';
import { parsed } from '../../sqlite/damage.ts';
import { openDatabase, type DatabaseSync } from '../../sqlite/database.ts';
import { RenewedFile } from '../../sqlite/renewed-file.ts';

/** Deliveries in a file. A damaged file is set aside: the webhooks of its projects are paused. */
export class SqliteDeliveryStore implements DeliveryStore {
  readonly #file: RenewedFile<DatabaseSync>;

  /** @throws Error that names the file */
  constructor(file: string, damaged?: (error: unknown) => void) {
    this.#file = new RenewedFile(file, opened, damaged);
  }

  state(projectId: string): Promise<DeliveryState | undefined> {
    return this.#asked(database => {
      const found = database.prepare('SELECT state FROM states WHERE project = ?').get(projectId);
      return found && parsed<DeliveryState>(String(found['state']));
    });
  }

  save(projectId: string, state: DeliveryState): Promise<void> {
    return this.#asked(database => {
      database
        .prepare(
          'INSERT INTO states VALUES (?, ?) ON CONFLICT DO UPDATE SET state = excluded.state',
        )
        .run(projectId, JSON.stringify(state));
    });
  }

  record(delivery: RecordedDelivery): Promise<void> {
    return this.#asked(database => {
      const { projectId } = delivery;
      database
        .prepare('INSERT INTO records (project, record) VALUES (?, ?)')
        .run(projectId, JSON.stringify(delivery));
      database
        .prepare(
          `DELETE FROM records WHERE project = ?1 AND id <= (SELECT id FROM records WHERE project = ?1
             ORDER BY id DESC LIMIT 1 OFFSET ${DELIVERIES_KEPT})`,
        )
        .run(projectId);
    });
  }

  records(projectId: string): Promise<readonly RecordedDelivery[]> {
    return this.#asked(database =>
      database
        .prepare('SELECT record FROM records WHERE project = ? ORDER BY id DESC')
        .all(projectId)
        .map(({ record }) => parsed<RecordedDelivery>(String(record))),
    );
  }

  forget(projectId: string): Promise<void> {
    return this.#asked(database => {
      for (const table of ['states', 'records'])
        database.prepare(`DELETE FROM ${table} WHERE project = ?`).run(projectId);
    });
  }

  async close(): Promise<void> {
    this.#file.close();
  }

  async #asked<T>(ask: (database: DatabaseSync) => T): Promise<T> {
    return this.#file.ask(ask);
  }
}

function opened(file: string): DatabaseSync {
  const database = openDatabase(file, { durability: 'normal' });
  try {
    database.exec(`
      CREATE TABLE IF NOT EXISTS states (project TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT
        ROWID, STRICT;
      CREATE TABLE IF NOT EXISTS records (id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT
        NULL, record TEXT NOT NULL) STRICT;
      CREATE INDEX IF NOT EXISTS of_project ON records (project, id);
    `);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
