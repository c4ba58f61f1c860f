import { USES_KEPT, type Addition, type Usage, type UsageStore, type Use } from '@hzm/services/core/ports/usage-store';
import { openDatabase, type DatabaseSync } from '../../sqlite/database.ts';

/** Counted uses in a file. */
export class SqliteUsageStore implements UsageStore {
  readonly #database: DatabaseSync;

  /** @throws Error that names the file */
  constructor(file: string) {
    this.#database = openDatabase(file, { durability: 'normal' });
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS totals (subject TEXT PRIMARY KEY, used INTEGER NOT NULL, wrong INTEGER NOT NULL, last_used TEXT, last_wrong TEXT, uses TEXT NOT NULL) WITHOUT ROWID, STRICT;
      CREATE TABLE IF NOT EXISTS days (subject TEXT, day TEXT, used INTEGER NOT NULL, wrong INTEGER NOT NULL, PRIMARY KEY (subject, day)) WITHOUT ROWID, STRICT;
    `);
  }

  async add(additions: readonly Addition[]): Promise<void> {
    const known = this.#database.prepare('SELECT uses FROM totals WHERE subject = ?');
    const total = this.#database.prepare(`
      INSERT INTO totals VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET used = used + excluded.used, wrong = wrong + excluded.wrong, uses = excluded.uses,
        last_used = nullif(max(ifnull(last_used, ''), ifnull(excluded.last_used, '')), ''), last_wrong = nullif(max(ifnull(last_wrong, ''), ifnull(excluded.last_wrong, '')), '')`);
    const ofDay = this.#database.prepare('INSERT INTO days VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used, wrong = wrong + excluded.wrong');
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const { subject, day, used, wrong, lastUsed, lastWrong, uses } of additions) {
        const earlier = JSON.parse((known.get(subject) as { uses: string } | undefined)?.uses ?? '[]') as Use[];
        total.run(subject, used, wrong, lastUsed, lastWrong, JSON.stringify([...earlier, ...uses].slice(-USES_KEPT)));
        ofDay.run(subject, day, used, wrong);
      }
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  async of(subjects: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
    const total = this.#database.prepare('SELECT used, wrong, last_used AS lastUsed, last_wrong AS lastWrong, uses FROM totals WHERE subject = ?');
    const days = this.#database.prepare('SELECT day, used, wrong FROM days WHERE subject = ?');
    return new Map(subjects.flatMap(subject => {
      const found = total.get(subject) as Omit<Usage, 'days' | 'uses'> & { uses: string } | undefined;
      return found ? [[subject, { ...found, uses: JSON.parse(found.uses) as Use[], days: days.all(subject) as unknown as Usage['days'] }] as const] : [];
    }));
  }

  async forget(subjects: readonly string[]): Promise<void> {
    for (const table of ['totals', 'days']) {
      const statement = this.#database.prepare(`DELETE FROM ${table} WHERE subject = ?`);
      for (const subject of subjects) statement.run(subject);
    }
  }

  async forgetBefore(day: string): Promise<void> {
    this.#database.prepare('DELETE FROM days WHERE day < ?').run(day);
    this.#database.prepare("DELETE FROM totals WHERE uses = '[]' AND wrong = 0 AND last_used < ?").run(day);
  }

  async close(): Promise<void> {
    this.#database.close();
  }
}
