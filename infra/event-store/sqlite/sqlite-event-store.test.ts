import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { newId } from '@hzm/contracts/core/ids';
import { START } from '@hzm/contracts/core/position';
import {
  EMPTIED,
  NO_STREAM,
  OutcomeUnknown,
  WrongRevision,
  type NewEvent,
  type StoredEvent,
} from '@hzm/services/core/ports/event-store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLog } from '../../server/backup/sources.ts';
import { lockFile } from '../../sqlite/file-lock.ts';
import { Thread } from '../../sqlite/thread.ts';
import { LogTables } from './format.ts';
import { LogWriter } from './log-writer.ts';
import { SqliteEventStore } from './sqlite-event-store.ts';

const threads = vi.spyOn(Worker.prototype, 'postMessage');
let directory: string;
let store: SqliteEventStore;
let ended: unknown[];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  ended = [];
  store = await SqliteEventStore.open(join(directory, 'events.db'), {
    ended: error => ended.push(error),
  });
});
afterEach(async () => {
  await store.close();
  rmSync(directory, { recursive: true });
});

const event = (): NewEvent => ({ id: newId(), type: 'noted', data: { n: 1 }, meta: {} });
const endThread = () => (threads.mock.contexts.at(-1) as Worker).terminate();

it('appends retried after the writer thread ends are neither lost nor doubled', async () => {
  const over = new AbortController();
  const heard: StoredEvent[] = [];
  const listening = (async () => {
    for await (const batch of store.subscribe(START, over.signal)) heard.push(...batch);
  })();
  const acknowledged: string[] = [];
  let unknown = 0;
  const writer = async (stream: string): Promise<void> => {
    for (let revision = NO_STREAM; !over.signal.aborted;) {
      const events = [event()];
      for (;;) {
        try {
          ({ revision } = await store.append(stream, revision, events));
          acknowledged.push(events[0]!.id);
          break;
        } catch (error) {
          // Retries the same append, as the command executor does.
          if (!(error instanceof OutcomeUnknown)) throw error;
          unknown++;
        }
      }
    }
  };
  const writing = ['a', 'b', 'c', 'd'].map(writer);
  for (let round = 0; round < 5; round++) {
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(before + 10);
    await sleep(Math.random() * 10);
    await endThread();
  }
  await expect.poll(() => ended.length, { timeout: 10_000 }).toBe(5);
  const last = acknowledged.length;
  await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(last);
  over.abort();
  await Promise.all([listening, ...writing]);
  expect(unknown).toBeGreaterThan(0);
  const all = await store.readAll({ after: START, limit: 1_000_000 });
  expect(all.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  // Subscribers have received events written by ended threads that could not confirm them.
  expect(heard.map(({ id }) => id)).toEqual(all.slice(0, heard.length).map(({ id }) => id));
  expect(heard.length).toBeGreaterThan(last);
}, 60_000);

it('appends that arrive during a write share the next one, within the byte bound', async () => {
  const asked = vi.spyOn(Thread.prototype, 'ask');
  const text = 'x'.repeat(400_000);
  await Promise.all(
    Array.from({ length: 64 }, (_, n) =>
      store.append(`s${n}`, NO_STREAM, [{ ...event(), data: { text } }]),
    ),
  );
  const batches = asked.mock.calls.map(([, appends]) => (appends as unknown[]).length);
  asked.mockRestore();
  expect(batches.reduce((sum, count) => sum + count, 0)).toBe(64);
  expect([batches.length > 2, Math.max(...batches) < 25]).toEqual([true, true]);
});

it('an idle writer moves the write-ahead log into the file', async () => {
  const files = () =>
    ['events.db', 'events.db-wal'].map(name => statSync(join(directory, name)).size) as [
      number,
      number,
    ];
  const text = 'x'.repeat(10_000);
  await store.append(
    's',
    NO_STREAM,
    Array.from({ length: 50 }, () => ({ ...event(), data: { text } })),
  );
  expect(files()[0]).toBeLessThan(100_000);
  await expect.poll(() => files()[0], { timeout: 10_000 }).toBeGreaterThan(300_000);
  // The next write starts again at the beginning of the write-ahead log.
  const [, ahead] = files();
  await store.append('s', 49, [event()]);
  expect(files()[1]).toBe(ahead);
});

it('emptying shredded scopes removes only their sealed bytes, also when repeated and after reopening', async () => {
  const seal = Buffer.alloc(20_000, 7).toString('base64');
  const [gone, stays] = [newId(), newId()];
  const sealed = (projectId: string, n: number): NewEvent => ({
    id: newId(),
    type: 'noted',
    data: { projectId, n, $sealed: seal },
    meta: { at: '2026-01-01T00:00:00.000Z', actor: newId(), v: 1 },
  });
  for (let n = 0; n < 40; n++)
    await store.append(`s${n % 3}-${n}`, NO_STREAM, [sealed(n % 2 ? gone : stays, n), event()]);
  const before = await store.readAll({ after: START, limit: 1_000 });
  const emptied = before.map(one =>
    one.data['projectId'] === gone ? { ...one, data: { ...one.data, $sealed: EMPTIED } } : one,
  );
  const { signal } = new AbortController();

  await store.empty([], signal);
  expect(await store.readAll({ after: START, limit: 1_000 })).toEqual(before);
  for (const _ of [1, 2]) {
    await store.empty([`project:${gone}`, `account:${stays}`], signal);
    expect(await store.readAll({ after: START, limit: 1_000 })).toEqual(emptied);
  }
  expect(await store.readStream('s1-1')).toEqual(emptied.filter(({ stream }) => stream === 's1-1'));
  await store.close();
  store = await SqliteEventStore.open(join(directory, 'events.db'));
  expect(await store.readAll({ after: START, limit: 1_000 })).toEqual(emptied);
  // A repeated append is recognised.
  const [first, second] = [emptied[2]!, before[3]!];
  expect(await store.append(first.stream, NO_STREAM, [first, second])).toMatchObject({
    revision: 1,
  });
});

describe('emptying a scope', () => {
  const seal = Buffer.alloc(60, 7).toString('base64');
  const sealed = (projectId: string): NewEvent => ({
    id: newId(),
    type: 'noted',
    data: { projectId, $sealed: seal },
    meta: { at: '2026-01-01T00:00:00.000Z', actor: newId(), v: 1 },
  });
  const others = newId();
  const { signal } = new AbortController();
  const file = (): string => join(directory, 'events.db');
  const fill = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1_000)
      await store.append(
        newId(),
        NO_STREAM,
        Array.from({ length: 1_000 }, () => sealed(others)),
      );
  };
  const sealedOf = async (projectId: string): Promise<number> => {
    let [sealedEvents, after] = [0, START];
    for (;;) {
      const page = await store.readAll({ after, limit: 1_000 });
      if (page.length === 0) return sealedEvents;
      sealedEvents += page.filter(
        ({ data }) => data['projectId'] === projectId && data['$sealed'] === seal,
      ).length;
      after = page.at(-1)!.position;
    }
  };
  /** Empties a scope in a writer of this test. @returns the number of steps */
  const pieces = async (projectId: string): Promise<number> => {
    await store.close();
    const writer = new LogWriter(file());
    let count = 0;
    for (let after: number | undefined = 0; after !== undefined; count++)
      after = writer.empty({ scopes: [`project:${projectId}`], after });
    writer.close();
    store = await SqliteEventStore.open(file());
    return count;
  };

  it('reads only the parts of the log that hold its events', async () => {
    const scope = newId();
    await store.append('a', NO_STREAM, [sealed(scope)]);
    await fill(6_000);
    await store.append('b', NO_STREAM, [sealed(scope), sealed(scope)]);
    await fill(6_000);
    // Two parts of 1,024 positions take seven steps of at most 500 rows, the whole log 25.
    expect(await pieces(scope)).toBeLessThan(20);
    expect([await sealedOf(scope), await sealedOf(others)]).toEqual([0, 12_000]);
  });

  it('reads events of a version without the index once and indexes them', async () => {
    const [first, second] = [newId(), newId()];
    await store.append('a', NO_STREAM, [sealed(first), sealed(second)]);
    await fill(6_000);
    await store.close();
    const database = new DatabaseSync(file());
    database.exec('DROP TABLE scopes; DROP TABLE scopes_from');
    database.close();
    store = await SqliteEventStore.open(file());
    expect(await pieces(first)).toBeGreaterThan(12);
    expect(await pieces(second)).toBeLessThan(10);
    expect([await sealedOf(first), await sealedOf(second), await sealedOf(others)]).toEqual([
      0, 0, 6_000,
    ]);
  });

  it('finds events of an append that was refused first and then written', async () => {
    const scope = newId();
    await expect(store.append('a', 5, [sealed(scope)])).rejects.toThrow(WrongRevision);
    await store.append('a', NO_STREAM, [sealed(scope)]);
    await store.empty([`project:${scope}`], signal);
    expect(await sealedOf(scope)).toBe(0);
  });
});

it('a file of an earlier version is copied into one that can release free pages', async () => {
  const file = join(directory, 'old.db');
  const old = new DatabaseSync(file);
  old.exec('PRAGMA journal_mode = WAL');
  expect(new LogTables(old).readAll(0, 1)).toEqual([]);
  old.exec("INSERT INTO log VALUES ('the old one')");
  old.close();
  const mode = (): unknown => {
    using database = new DatabaseSync(file);
    return database.prepare('PRAGMA auto_vacuum').get();
  };
  {
    using plain = new DatabaseSync(file);
    plain.exec('PRAGMA auto_vacuum = NONE; VACUUM');
  }
  expect(mode()).toEqual({ auto_vacuum: 0 });
  {
    using reader = new DatabaseSync(file);
    reader.exec('PRAGMA journal_mode = WAL; BEGIN; SELECT * FROM log');
    // A reader, such as a backup, keeps the file from being copied.
    const opened = await SqliteEventStore.open(file);
    expect([await opened.identity(), mode()]).toEqual(['the old one', { auto_vacuum: 0 }]);
    await opened.close();
  }
  {
    // The service's own user, if this is root.
    if (process.getuid?.() === 0) chownSync(file, 1000, 1000);
    // The lock of a backup exists before it opens the file and prevents the copy.
    using lock = lockFile(file, 'shared');
    expect([lock === undefined, lockFile(file, 'alone')]).toEqual([false, undefined]);
    expect(statSync(`${file}.lock`).uid).toBe(statSync(file).uid);
    const unchanged = await SqliteEventStore.open(file);
    expect(mode()).toEqual({ auto_vacuum: 0 });
    await unchanged.close();
  }
  {
    // A file that is about to be replaced is not opened.
    using lock = lockFile(file, 'alone');
    expect(lock).toBeDefined();
    await expect(openLog(file, undefined)).rejects.toThrow('is being copied');
  }
  const reading = await openLog(file, undefined);
  await reading.close();
  const opened = await SqliteEventStore.open(file);
  await opened.append('s', NO_STREAM, [event()]);
  expect([await opened.identity(), mode()]).toEqual(['the old one', { auto_vacuum: 2 }]);
  await opened.close();
});
