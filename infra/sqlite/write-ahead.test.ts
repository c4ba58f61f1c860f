import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction, openDatabase, type DatabaseSync } from './database.ts';
import { WriteAhead } from './write-ahead.ts';

const PAGES = 20;
/** Pages of about one blob each. */
const BLOB = 3_000;
/** Longer than the test: no checkpoint is made for an idle log. */
const NEVER_MS = 3_600_000;

describe('write-ahead log whose checkpoints are shared by three transactions', () => {
  let directory: string;
  let database: DatabaseSync;
  let ahead: WriteAhead;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'hzm-'));
    database = openDatabase(join(directory, 'a.db'), { durability: 'normal' });
    ahead = new WriteAhead(database, { idleMs: NEVER_MS, pages: PAGES, transactions: 3 });
    database.exec('CREATE TABLE t (bytes); PRAGMA wal_checkpoint(TRUNCATE)');
  });
  afterEach(() => {
    ahead.stop();
    database.close();
    rmSync(directory, { recursive: true });
  });

  const write = (pages: number): boolean => {
    const insert = database.prepare('INSERT INTO t VALUES (zeroblob(?))');
    inTransaction(database, () => {
      for (let page = 0; page < pages; page++) insert.run(BLOB);
    });
    return ahead.wrote();
  };

  it('is due with the third of large transactions, and again with the third after it', () => {
    const three = (): boolean[] => [write(2 * PAGES), write(1), write(1)];
    expect(three()).toEqual([false, false, true]);
    ahead.move();
    expect(three()).toEqual([false, false, true]);
  });

  it('is due only with as many pages, however many transactions wrote them', () => {
    expect([write(1), write(1), write(1), write(1), write(PAGES)]).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('is due at once with eight times the pages', () => {
    expect(write(8 * PAGES)).toBe(true);
  });
});
