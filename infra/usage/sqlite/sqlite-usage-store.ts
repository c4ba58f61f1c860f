import {
  USES_KEPT,
  type Addition,
  type Usage,
  type UsageStore,
  type Use,
} from '@hzm/services/core/ports/usage-store';
import { forgetAside, isDamage, parsed, setAside } from '../../sqlite/damage.ts';
import { openDatabase, type DatabaseSync } from '../../sqlite/database.ts';

/** Usage counts in a file. A damaged file is set aside: running matters more than the counts. */
export class SqliteUsageStore implements UsageStore {
  readonly #file: string;
  readonly #damaged: (error: unknown) => void;
  #database: DatabaseSync;

  /**
   * @param damaged called with the error when the file is set aside @throws Error that names the
   * file
   */
  constructor(file: string, damaged: (error: unknown) => void = () => undefined) {
    this.#file = file;
    this.#damaged = damaged;
    try {
      this.#database = opened(file);
      forgetAside(file);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#database = this.#anew(error);
    }
  }

  add(additions: readonly Addition[]): Promise<void> {
    return this.#asked(() => this.#add(additions));
  }

  of(subjects: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
    return this.#asked(() => this.#of(subjects));
  }

  forget(subjects: readonly string[]): Promise<void> {
    return this.#asked(() => {
      for (const table of ['totals', 'days']) {
        const statement = this.#database.prepare(`DELETE FROM ${table} WHERE subject = ?`);
        for (const subject of subjects) statement.run(subject);
      }
    });
  }

  forgetBefore(day: string): Promise<void> {
    return this.#asked(() => {
      this.#database.prepare('DELETE FROM days WHERE day < ?').run(day);
      this.#database
        .prepare("DELETE FROM totals WHERE uses = '[]' AND wrong = 0 AND last_used < ?")
        .run(day);
    });
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #add(additions: readonly Addition[]): void {
    const known = this.#database.prepare('SELECT uses FROM totals WHERE subject = ?');
    const total = this.#database.prepare(`
      INSERT INTO totals VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET used = used + excluded.used, wrong = wrong + excluded.wrong, uses = excluded.uses,
        last_used = nullif(max(ifnull(last_used, ''), ifnull(excluded.last_used, '')), ''),
        last_wrong = nullif(max(ifnull(last_wrong, ''), ifnull(excluded.last_wrong, '')), '')`);
    const ofDay = this.#database.prepare(
      'INSERT INTO days VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used, wrong = wrong + excluded.wrong',
    );
    this.#database.exec('BEGIN IMMEDIATE');
    try {
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
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  #of(subjects: readonly string[]): ReadonlyMap<string, Usage> {
    const total = this.#database.prepare(
      'SELECT used, wrong, last_used AS lastUsed, last_wrong AS lastWrong, uses FROM totals WHERE subject = ?',
    );
    const days = this.#database.prepare('SELECT day, used, wrong FROM days WHERE subject = ?');
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

  /** Runs a query; replaces a damaged file by an empty one and retries. */
  async #asked<T>(ask: () => T): Promise<T> {
    try {
      return ask();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#database.close();
      this.#database = this.#anew(error);
      return ask();
    }
  }

  #anew(why: unknown): DatabaseSync {
    setAside(this.#file);
    const database = opened(this.#file);
    this.#damaged(why);
    return database;
  }
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
