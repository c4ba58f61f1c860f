import {
  USES_KEPT,
  type Addition,
  type Usage,
  type UsageStore,
  type Use,
} from '@hzm/services/core/ports/usage-store';
import { parsed } from '../../sqlite/damage.ts';
import { inTransaction, openDatabase, type DatabaseSync } from '../../sqlite/database.ts';
import { RenewedFile } from '../../sqlite/renewed-file.ts';

/** Usage counts in a file. A damaged file is set aside: running matters more than the counts. */
export class SqliteUsageStore implements UsageStore {
  readonly #file: RenewedFile<DatabaseSync>;

  /**
   * @param damaged called with the error when the file is set aside @throws Error that names the
   * file
   */
  constructor(file: string, damaged?: (error: unknown) => void) {
    this.#file = new RenewedFile(file, opened, damaged);
  }

  add(additions: readonly Addition[]): Promise<void> {
    return this.#asked(database => add(database, additions));
  }

  of(subjects: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
    return this.#asked(database => usagesOf(database, subjects));
  }

  forget(subjects: readonly string[]): Promise<void> {
    return this.#asked(database => {
      for (const table of ['totals', 'days']) {
        const statement = database.prepare(`DELETE FROM ${table} WHERE subject = ?`);
        for (const subject of subjects) statement.run(subject);
      }
    });
  }

  forgetBefore(day: string): Promise<void> {
    return this.#asked(database => {
      database.prepare('DELETE FROM days WHERE day < ?').run(day);
      database
        .prepare("DELETE FROM totals WHERE uses = '[]' AND wrong = 0 AND last_used < ?")
        .run(day);
    });
  }

  async close(): Promise<void> {
    this.#file.close();
  }

  async #asked<T>(ask: (database: DatabaseSync) => T): Promise<T> {
    return this.#file.ask(ask);
  }
}

function add(database: DatabaseSync, additions: readonly Addition[]): void {
  const known = database.prepare('SELECT uses FROM totals WHERE subject = ?');
  const total = database.prepare(`
    INSERT INTO totals VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET used = used + excluded.used, wrong = wrong + excluded.wrong, uses = excluded.uses,
      last_used = nullif(max(ifnull(last_used, ''), ifnull(excluded.last_used, '')), ''),
      last_wrong = nullif(max(ifnull(last_wrong, ''), ifnull(excluded.last_wrong, '')), '')`);
  const ofDay = database.prepare(
    'INSERT INTO days VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used, wrong = wrong + excluded.wrong',
  );
  inTransaction(database, () => {
    for (const { subject, day, used, wrong, lastUsed, lastWrong, uses } of additions) {
      const earlier = parsed<Use[]>(
        (known.get(subject) as { uses: string } | undefined)?.uses ?? '[]',
      );
      total.run(
        subject,
        used,
        wrong,
        lastUsed,
        lastWrong,
        JSON.stringify([...earlier, ...uses].slice(-USES_KEPT)),
      );
      ofDay.run(subject, day, used, wrong);
    }
  });
}

function usagesOf(database: DatabaseSync, subjects: readonly string[]): ReadonlyMap<string, Usage> {
  const total = database.prepare(
    'SELECT used, wrong, last_used AS lastUsed, last_wrong AS lastWrong, uses FROM totals WHERE subject = ?',
  );
  const days = database.prepare('SELECT day, used, wrong FROM days WHERE subject = ?');
  return new Map(
    subjects.flatMap(subject => {
      const found = total.get(subject) as
        | (Omit<Usage, 'days' | 'uses'> & { uses: string })
        | undefined;
      return found
        ? [
            [
              subject,
              {
                ...found,
                uses: parsed<Use[]>(found.uses),
                days: days.all(subject) as unknown as Usage['days'],
              },
            ] as const,
          ]
        : [];
    }),
  );
}

function opened(file: string): DatabaseSync {
  const database = openDatabase(file, { durability: 'normal' });
  try {
    database.exec(`
      CREATE TABLE IF NOT EXISTS totals (subject TEXT PRIMARY KEY, used INTEGER NOT NULL, wrong
        INTEGER NOT NULL, last_used TEXT, last_wrong TEXT, uses TEXT NOT NULL) WITHOUT ROWID,
        STRICT;
      CREATE TABLE IF NOT EXISTS days (subject TEXT, day TEXT, used INTEGER NOT NULL, wrong INTEGER
        NOT NULL, PRIMARY KEY (subject, day)) WITHOUT ROWID, STRICT;
    `);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
