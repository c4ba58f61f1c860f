import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { positionOf } from '@hzm/contracts/core/position';
import {
  checkpointOf,
  type Change,
  type CollectionSpec,
} from '@hzm/services/core/ports/read-model';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SqliteReadModel } from './sqlite-read-model.ts';

const rows: CollectionSpec = {
  name: 'rows',
  projection: 'rows',
  partitioned: true,
  indexMembersOf: 'values',
};
const notes: CollectionSpec = { name: 'notes', projection: 'notes', indexes: [['owner']] };
const MARK = 'MARKER7351';
/** Makes documents of alternating length. */
const put = (n: number, partition = 't'): Change => ({
  op: 'put',
  collection: 'rows',
  partition,
  id: `r${n}`,
  doc: {
    id: `r${n}`,
    values: { a: `${MARK} ${n}`, b: 'x'.repeat(n % 3 === 0 ? 9_000 : 50) + MARK },
  },
});

let directory: string;
let file: string;
const open = new Set<SqliteReadModel>();
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  file = join(directory, 'views.db');
});
afterEach(async () => {
  for (const model of open) await model.close();
  open.clear();
  rmSync(directory, { recursive: true });
});
const opened = async (
  damaged: (error: unknown) => void = () => undefined,
): Promise<SqliteReadModel> => {
  const model = await SqliteReadModel.open(file, { indexFrom: 50, longFrom: 0, damaged });
  open.add(model);
  await model.define([rows, notes]);
  return model;
};
const closed = async (model: SqliteReadModel): Promise<void> => {
  open.delete(model);
  await model.close();
};
let position = 0;
const write = (model: SqliteReadModel, ...changes: Change[]) => {
  const at = positionOf(++position);
  return model.apply([
    {
      projection: changes[0]!.collection,
      version: 1,
      batch: [{ position: at, changes }],
      checkpoint: at,
    },
  ]);
};
const filesWith = (text: string): string[] =>
  readdirSync(directory).filter(name => readFileSync(join(directory, name)).includes(text));

it('reads a small document at once, while large ones that were asked for before wait', async () => {
  const model = await opened();
  const large = { id: 'large', values: { a: 'x'.repeat(50_000) } };
  const many = Array.from({ length: 5 }, (_, n) => ({ ...large, id: `large ${n}` }));
  await write(
    model,
    {
      op: 'put',
      collection: 'rows',
      partition: 't',
      id: 'small',
      doc: { id: 'small', values: {} },
    },
    ...many.map(
      doc => ({ op: 'put', collection: 'rows', partition: 't', id: doc.id, doc }) as const,
    ),
  );
  const answered: string[] = [];
  const get = async (id: string) => {
    const doc = await model.get(rows, id, 't');
    answered.push(id);
    return doc;
  };
  const asked = [...many.map(({ id }) => get(id)), get('small'), get('of no document')];
  expect((await Promise.all(asked)).slice(0, 5)).toEqual(many);
  expect(answered.slice(0, 2)).toEqual(['small', 'of no document']);
});

describe('deleted data', () => {
  /** Runs in the thread for long pages, which keeps the file open afterwards. */
  const search = (model: SqliteReadModel) =>
    model.find({
      collection: rows,
      partition: 't',
      where: [{ path: 'values.a', op: 'contains', text: MARK }],
      limit: 10,
    });
  const fill = async (model: SqliteReadModel): Promise<void> => {
    for (let from = 0; from < 600; from += 100)
      await write(model, ...Array.from({ length: 100 }, (_, n) => put(from + n)));
    await write(model, put(1, 'other'));
    await write(model, {
      op: 'put',
      collection: 'notes',
      id: 'n',
      doc: { id: 'n', owner: 'o', text: MARK },
    });
    await expect.poll(() => filesWith(MARK)).not.toEqual([]);
    expect((await search(model)).docs).toHaveLength(10);
  };

  it('leaves all files while the server runs', async () => {
    const model = await opened();
    await fill(model);
    await write(model, { op: 'drop-where', collection: 'rows', partition: 't' });
    await write(model, { op: 'drop-where', collection: 'rows', partition: 'other' });
    await write(model, { op: 'drop-where', collection: 'notes', where: { owner: 'o' } });
    await expect.poll(() => filesWith(MARK), { timeout: 10_000 }).toEqual([]);
    await expect.poll(() => statSync(`${file}-wal`).size).toBe(0);
    await write(model, put(1, 'another'));
    expect(await model.get(rows, 'r1', 'another')).toBeDefined();
  });

  it('is in no file after an immediate close', async () => {
    const model = await opened();
    await fill(model);
    await write(
      model,
      { op: 'drop-where', collection: 'rows', partition: 't' },
      { op: 'drop-where', collection: 'rows', partition: 'other' },
    );
    await write(model, { op: 'drop', collection: 'notes', id: 'n' });
    await closed(model);
    expect(filesWith(MARK)).toEqual([]);
  });

  it('leaves all files after a crash and a restart', async () => {
    const model = await opened();
    await fill(model);
    await write(
      model,
      { op: 'drop-where', collection: 'rows', partition: 't' },
      { op: 'drop-where', collection: 'rows', partition: 'other' },
    );
    await write(model, { op: 'drop', collection: 'notes', id: 'n' });
    await sleep(150);
    // A killed process leaves the file and its write-ahead log.
    const copies = readdirSync(directory).map(
      name => [name, readFileSync(join(directory, name))] as const,
    );
    await closed(model);
    for (const [name, bytes] of copies) {
      const target = openSync(join(directory, name), 'w');
      writeSync(target, bytes);
      closeSync(target);
    }
    await opened();
    await expect.poll(() => filesWith(MARK), { timeout: 10_000 }).toEqual([]);
  });

  it('leaves the text index, trigrams included', async () => {
    const people: CollectionSpec = {
      name: 'people',
      projection: 'people',
      indexMembersOf: 'values',
    };
    const person = (n: number, name: string): Change => ({
      op: 'put',
      collection: 'people',
      id: `p${n}`,
      doc: { id: `p${n}`, values: { name } },
    });
    const model = await opened();
    await model.define([rows, notes, people]);
    for (let n = 0; n < 300; n += 100)
      await write(
        model,
        ...Array.from({ length: 100 }, (_, i) =>
          person(n + i, n + i === 77 ? 'Zqxwv' : `Ayşe ${n + i}`),
        ),
      );
    const pieces = (letters: string): number => {
      const database = new DatabaseSync(file, { readOnly: true });
      const { table } = database
        .prepare(
          `SELECT 'x' || no || '_data' AS "table" FROM partitions WHERE collection = 'people'`,
        )
        .get() as { table: string };
      const { n } = database
        .prepare(`SELECT count(*) AS n FROM ${table} WHERE instr(block, CAST(? AS BLOB)) > 0`)
        .get(letters) as { n: number };
      database.close();
      return n;
    };
    await expect.poll(() => pieces('qxw')).toBeGreaterThan(0);
    await write(model, { op: 'drop', collection: 'people', id: 'p77' });
    await expect.poll(() => pieces('qxw'), { timeout: 10_000 }).toBe(0);
    expect(
      (await model.find({ collection: people, search: 'ayşe', limit: 1, count: true })).total,
    ).toBe(299);
  });

  it('leaves with its text index when a whole collection is deleted', async () => {
    const people: CollectionSpec = {
      name: 'people',
      projection: 'people',
      indexMembersOf: 'values',
    };
    const model = await opened();
    await model.define([rows, notes, people]);
    await write(
      model,
      ...Array.from({ length: 100 }, (_, n): Change => ({
        op: 'put',
        collection: 'people',
        id: `p${n}`,
        doc: { id: `p${n}`, values: { name: `${MARK} ${n}` } },
      })),
    );
    await write(model, { op: 'drop', collection: 'people', id: 'p7' });
    await write(
      model,
      { op: 'drop', collection: 'people', id: 'p8' },
      { op: 'drop-where', collection: 'people', partition: '' },
    );
    await expect.poll(() => filesWith(MARK), { timeout: 5_000 }).toEqual([]);
    await expect.poll(() => statSync(`${file}-wal`).size, { timeout: 5_000 }).toBe(0);
  });

  it('leaves with a reset and with collections that are not retained', async () => {
    const model = await opened();
    await fill(model);
    await model.reset('rows');
    await model.retain(['rows']);
    await expect.poll(() => filesWith(MARK), { timeout: 10_000 }).toEqual([]);
  });

  it('leaves a file written before secure deletion', async () => {
    const before = await opened();
    await fill(before);
    await closed(before);
    const older = new DatabaseSync(file);
    older.exec(
      `PRAGMA secure_delete = OFF; PRAGMA user_version = 0; DELETE FROM partitions; DROP TABLE d1; DROP TABLE d2; DROP TABLE d3; DROP TABLE x1`,
    );
    older.close();
    expect(filesWith(MARK)).toEqual(['views.db']);
    await opened();
    await expect.poll(() => filesWith(MARK), { timeout: 10_000 }).toEqual([]);
  });
});

it('a file of the previous format is emptied and refilled', async () => {
  const before = await opened();
  await write(before, put(1));
  await closed(before);
  const older = new DatabaseSync(file);
  older.exec(`
    DROP TABLE tombstones;
    CREATE TABLE tombstones (partition INTEGER NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, pos TEXT NOT NULL, PRIMARY KEY (partition, id)) WITHOUT ROWID;
    UPDATE collections SET signature = '[1' || substr(signature, instr(signature, ','));
    PRAGMA user_version = 1`);
  older.close();
  const model = await opened();
  expect([await checkpointOf(model, 'rows'), await model.get(rows, 'r1', 't')]).toEqual([
    undefined,
    undefined,
  ]);
  await write(model, put(1));
  await write(model, { op: 'drop', collection: 'rows', partition: 't', id: 'r1' });
  // A replayed earlier event does not restore a dropped document.
  await model.apply([
    {
      projection: 'rows',
      version: 1,
      batch: [{ position: positionOf(1), changes: [put(1)] }],
      checkpoint: positionOf(position),
    },
  ]);
  expect(await model.get(rows, 'r1', 't')).toBeUndefined();
});

describe('a damaged file', () => {
  const overwrite = (what: string, by: string): void => {
    const bytes = readFileSync(file);
    const at = bytes.indexOf(what);
    expect(at).toBeGreaterThanOrEqual(0);
    const target = openSync(file, 'r+');
    writeSync(target, by, at);
    closeSync(target);
  };
  const filled = async (): Promise<void> => {
    const model = await opened();
    await model.bindLog('log');
    for (let n = 0; n < 40; n++) await write(model, put(n));
    await closed(model);
  };

  it('is set aside at opening and replaced by an empty one', async () => {
    await filled();
    overwrite('SQLite format 3', 'SQLite farmat 3');
    const heard: unknown[] = [];
    const model = await opened(error => heard.push(error));
    expect([heard.length, await model.logIdentity(), await checkpointOf(model, 'rows')]).toEqual([
      1,
      undefined,
      undefined,
    ]);
    expect(existsSync(`${file}.damaged`)).toBe(true);
    await write(model, put(1));
    // The set-aside file may hold data that is deleted now.
    await write(model, { op: 'drop-where', collection: 'rows', partition: 't' });
    await expect
      .poll(() => readdirSync(directory).filter(name => name.includes('damaged')), {
        timeout: 5_000,
      })
      .toEqual([]);
  });

  it.each([
    [
      'bit of a document',
      async (model: SqliteReadModel) => model.get(rows, 'r7', 't'),
      () => overwrite('{"id":"r7"', '{"id":\u0003r7"'),
    ],
    [
      'page of a table',
      async (model: SqliteReadModel) =>
        model.find({ collection: rows, partition: 't', limit: 100 }),
      () => {
        const database = new DatabaseSync(file);
        const { page } = database
          .prepare(
            `SELECT pageno AS page FROM dbstat WHERE name = 'd1' AND pagetype = 'leaf' LIMIT 1`,
          )
          .get() as { page: number };
        database.close();
        const target = openSync(file, 'r+');
        writeSync(target, Buffer.from([0x55, 0xff, 0xff, 0xff, 0xff]), 0, 5, (page - 1) * 4096);
        closeSync(target);
      },
    ],
    [
      'read by the thread for long pages',
      async (model: SqliteReadModel) => {
        // A query queued for the thread meanwhile must not block.
        const search = {
          collection: rows,
          partition: 't',
          limit: 100,
          count: true,
          where: [{ path: 'values.a', op: 'contains', text: MARK }],
        } as const;
        const [first, second] = await Promise.allSettled([
          model.find(search),
          model.find({ ...search, limit: 99 }),
        ]);
        expect(second).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) });
        if (first.status === 'rejected') throw first.reason;
      },
      () => {
        const database = new DatabaseSync(file);
        const { page } = database
          .prepare(
            `SELECT pageno AS page FROM dbstat WHERE name = 'd1' AND pagetype = 'leaf' LIMIT 1`,
          )
          .get() as { page: number };
        database.close();
        const target = openSync(file, 'r+');
        writeSync(target, Buffer.from([0x55, 0xff, 0xff, 0xff, 0xff]), 0, 5, (page - 1) * 4096);
        closeSync(target);
      },
    ],
  ])(
    'is detected on read (%s), after which reads fail until it is refilled',
    async (_, read, damage) => {
      await filled();
      damage();
      const heard: unknown[] = [];
      const model = await opened(error => heard.push(error));
      await expect(read(model)).rejects.toThrow(Unavailable);
      expect(heard).toHaveLength(1);
      await expect(model.get(rows, 'r1', 't')).rejects.toThrow(Unavailable);
      await expect(write(model, put(1))).rejects.toThrow(Unavailable);
      expect(await model.logIdentity()).toBeUndefined();
      await model.define([rows, notes]);
      await write(model, put(1));
      expect(await model.get(rows, 'r1', 't')).toMatchObject({ id: 'r1' });
      expect(existsSync(`${file}.damaged`)).toBe(true);
    },
  );
});

describe('writer thread', () => {
  const threads = vi.spyOn(Worker.prototype, 'postMessage');
  afterEach(() => {
    threads.mockClear();
  });

  it('restarts on the next write after it ends, with all applied writes readable', async () => {
    const heard: unknown[] = [];
    const model = await SqliteReadModel.open(file, {
      indexFrom: 50,
      ended: error => heard.push(error),
    });
    open.add(model);
    await model.define([rows, notes]);
    let applied = 0;
    const refused: unknown[] = [];
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted) {
        try {
          await write(model, put(applied));
          applied++;
        } catch (error) {
          // A pending write is rejected at once and retried.
          refused.push(error);
        }
      }
    })();
    for (let round = 0; round < 5; round++) {
      const before = applied;
      // A write has succeeded in the new thread.
      await expect.poll(() => applied, { timeout: 10_000 }).toBeGreaterThan(before + 5);
      await (threads.mock.contexts.at(-1) as Worker).terminate();
      expect(heard).toHaveLength(round + 1);
      expect(await model.get(rows, `r${applied - 1}`, 't')).toBeDefined();
    }
    await expect.poll(() => threads.mock.contexts.length).toBe(6);
    over.abort();
    await writing;
    // A thread that was checkpointing has no pending write to reject.
    expect(refused.length).toBeLessThanOrEqual(5);
    expect(refused.filter(error => !(error instanceof Unavailable))).toEqual([]);
    await write(model, put(applied));
    expect(
      (await model.find({ collection: rows, partition: 't', limit: 1, count: true })).total,
    ).toBe(applied + 1);
  }, 60_000);

  it('writes documents and checkpoint atomically when a write fails', async () => {
    const model = await opened();
    await write(model, put(1));
    const before = await checkpointOf(model, 'rows');
    await expect(
      write(model, put(2), { op: 'put', collection: 'nowhere', id: 'a', doc: { id: 'a' } }),
    ).rejects.toThrow('nowhere');
    expect([await model.get(rows, 'r2', 't'), await checkpointOf(model, 'rows')]).toEqual([
      undefined,
      before,
    ]);
    await write(model, put(2));
    expect(await model.get(rows, 'r2', 't')).toBeDefined();
  });
});

it('a query during writes reads one snapshot', async () => {
  const model = await opened();
  const over = new AbortController();
  const writing = (async () => {
    for (let n = 0; n < 300; n++) await write(model, put(n));
    over.abort();
  })();
  while (!over.signal.aborted) {
    const { docs, total } = await model.find({
      collection: rows,
      partition: 't',
      limit: 1000,
      count: true,
    });
    expect(total).toBe(docs.length);
    await sleep(0);
  }
  await writing;
});

describe('under constant reads and writes', () => {
  const sizeAhead = (): number => statSync(`${file}-wal`).size;
  /** Writes about 400 KB at a time, and reads concurrently, until `isDone`. */
  const busyUntil = async (
    model: SqliteReadModel,
    isDone: (times: number) => boolean,
  ): Promise<void> => {
    const over = new AbortController();
    const reading = (async () => {
      while (!over.signal.aborted) {
        await model.find({ collection: rows, partition: 't', limit: 10 });
        await sleep(0);
      }
    })();
    for (let n = 0; !isDone(n); n++)
      await write(model, ...Array.from({ length: 100 }, (_, i) => put((n % 3) * 300 + i * 3)));
    over.abort();
    await reading;
  };

  it('the write-ahead log stays bounded and shrinks when idle', async () => {
    const model = await opened();
    let most = 0;
    await busyUntil(model, times => {
      most = Math.max(most, sizeAhead());
      return times === 100;
    });
    expect(most).toBeGreaterThan(4_000_000);
    expect(most).toBeLessThan(16_000_000);
    const sizeAfterRest = async (): Promise<number> => {
      await sleep(1_000);
      await write(model, put(1));
      return sizeAhead();
    };
    await expect.poll(sizeAfterRest, { timeout: 15_000 }).toBeLessThan(most / 2);
  }, 30_000);

  it('deleted data leaves all files', async () => {
    const model = await opened();
    const SECRET = 'SECRET9182';
    const secret = (n: number): Change => ({
      op: 'put',
      collection: 'rows',
      partition: 'gone',
      id: `r${n}`,
      doc: { id: `r${n}`, values: { a: `${SECRET} ${n}` } },
    });
    for (let n = 0; n < 300; n += 100)
      await write(model, ...Array.from({ length: 100 }, (_, i) => secret(n + i)));
    expect(filesWith(SECRET)).not.toEqual([]);
    await write(model, { op: 'drop-where', collection: 'rows', partition: 'gone' });
    const latest = performance.now() + 20_000;
    await busyUntil(model, () => filesWith(SECRET).length === 0 || performance.now() > latest);
    expect(filesWith(SECRET)).toEqual([]);
  }, 30_000);

  it('the write-ahead log does not grow with deleted data', async () => {
    const model = await opened();
    for (let n = 0; n < 9_000; n += 300)
      await write(model, ...Array.from({ length: 300 }, (_, i) => put((n + i) * 3)));
    await expect.poll(() => statSync(file).size, { timeout: 5_000 }).toBeGreaterThan(60_000_000);
    await write(model, { op: 'drop-where', collection: 'rows', partition: 't' });
    let most = 0;
    await expect
      .poll(
        () => {
          most = Math.max(most, sizeAhead());
          return sizeAhead();
        },
        { timeout: 20_000, interval: 5 },
      )
      .toBe(0);
    expect(most).toBeLessThan(24_000_000);
  }, 60_000);

  it('a retain call that removes nothing does not truncate the log', async () => {
    const model = await opened();
    // Each start truncates the log that a crash may have left.
    await sleep(100);
    await write(model, put(1));
    const before = sizeAhead();
    await model.retain(['rows', 'notes']);
    await sleep(100);
    expect(sizeAhead()).toBeGreaterThanOrEqual(before);
  });
});

it('a long page during writes reads one snapshot', async () => {
  const model = await opened();
  const ROWS = 2_000;
  const round = (n: number): Change[] =>
    Array.from({ length: ROWS }, (_, i) => ({
      op: 'put',
      collection: 'rows',
      partition: 't',
      id: `r${i}`,
      doc: { id: `r${i}`, values: { round: n } },
    }));
  await write(model, ...round(0));
  const over = new AbortController();
  const writing = (async () => {
    for (let n = 1; !over.signal.aborted; n++) await write(model, ...round(n));
  })();
  const seen: number[] = [];
  const query = {
    collection: rows,
    partition: 't',
    limit: ROWS,
    members: [['round', 'values.round']] as const,
  };
  // More than one round is seen, however slow the writes are.
  for (let n = 0; n < 30 || new Set(seen).size < 2; n++) {
    const { json } = await model.find(query);
    const rounds = (JSON.parse(Buffer.concat(json!.bytes).toString()) as { round: number }[]).map(
      ({ round: of }) => of,
    );
    expect([rounds.length, new Set(rounds).size]).toEqual([ROWS, 1]);
    seen.push(rounds[0]!);
  }
  over.abort();
  await writing;
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(new Set(seen).size).toBeGreaterThan(1);
});

it('long pages are found in old and new collections after another one is defined', async () => {
  const model = await opened();
  await write(model, ...Array.from({ length: 300 }, (_, n) => put(n)));
  const search = (text: string) =>
    model.find({
      collection: rows,
      partition: 't',
      limit: 300,
      where: [{ path: 'values.a', op: 'contains', text }],
    });
  expect((await search(MARK)).docs).toHaveLength(300);
  await model.define([rows, notes, { ...rows, name: 'others', projection: 'others' }]);
  await write(model, {
    op: 'put',
    collection: 'others',
    partition: 't',
    id: 'o',
    doc: { id: 'o', values: { a: 'elsewhere' } },
  });
  expect(
    (
      await model.find({
        collection: { name: 'others' },
        partition: 't',
        limit: 300,
        where: [{ path: 'values.a', op: 'contains', text: 'where' }],
      })
    ).docs,
  ).toHaveLength(1);
  expect((await search(`${MARK} 1`)).docs).toHaveLength(111);
});
