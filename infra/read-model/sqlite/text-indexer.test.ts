import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { fold } from '@hzm/contracts/core/turkish';
import type { Change, Find } from '@hzm/services/core/ports/read-model';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rows, RowsOfTests } from './rows-of-tests.ts';

const at = { collection: 'rows', partition: 't' } as const;
const put = (n: number, name: string): Change => ({
  op: 'put',
  ...at,
  id: `r${n}`,
  doc: { id: `r${n}`, values: { name, no: n } },
});
const drop = (n: number): Change => ({ op: 'drop', ...at, id: `r${n}` });

/** Waiting rows are inspected before the timer fires, unless this process is delayed. */
const withinItsTime = { retry: 3 };

let own: RowsOfTests;
beforeEach(async () => {
  own = await RowsOfTests.open(1, put(0, 'İlk satır'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await own.close();
});

const found = async (query: Partial<Find>): Promise<unknown[]> =>
  (await own.model.find({ collection: rows, partition: 't', limit: 1_000, ...query })).docs
    .map(({ id }) => id)
    .toSorted();
const search = (text: string): Promise<unknown[]> => found({ search: text });
/** Queries the file through a separate connection. */
const inFile = <Row>(query: string): Row[] => {
  const database = new DatabaseSync(own.file, { readOnly: true });
  try {
    return database.prepare(query).all() as Row[];
  } finally {
    database.close();
  }
};
const waiting = (): number => inFile<{ n: number }>('SELECT count(*) AS n FROM unindexed')[0]!.n;
/** Returns the number of indexed rows with three letters. */
const indexed = (letters: string): number =>
  inFile<{ n: number }>(`SELECT count(*) AS n FROM x1('"${letters}"')`)[0]!.n;

it('a search finds text that was just written, by any sequence of writes', async () => {
  const texts = ['Çanakkale', 'İzmir', 'Diyarbakır', 'çanak çömlek'];
  const ops = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        from: fc.nat(20),
        count: fc.integer({ min: 1, max: 3 }),
        name: fc.constantFrom(...texts),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        from: fc.nat(20),
        count: fc.constant(250),
        name: fc.constantFrom(...texts),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        from: fc.nat(20),
        count: fc.integer({ min: 1, max: 30 }),
        name: fc.constant(undefined),
      }),
    },
  );
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(ops, fc.boolean()), { minLength: 1, maxLength: 8 }),
      async steps => {
        const names = new Map<number, string>();
        const partition = `run ${++run}`;
        for (const [{ from, count, name }, isLookedFor] of steps) {
          const numbers = Array.from({ length: count }, (_, n) => from + n);
          for (const n of numbers) {
            if (name === undefined) names.delete(n);
            else names.set(n, name);
          }
          await own.write(
            'rows',
            ...numbers.map(n => ({ ...(name === undefined ? drop(n) : put(n, name)), partition })),
          );
          if (!isLookedFor) continue;
          for (const text of ['nakka', 'izm', 'arbakır', 'çana']) {
            const expected = [...names]
              .filter(([, each]) => fold(each).includes(fold(text)))
              .map(([n]) => `r${n}`)
              .toSorted();
            expect(await found({ partition, search: text })).toEqual(expected);
            expect(
              await found({ partition, where: [{ path: 'values.name', op: 'contains', text }] }),
            ).toEqual(expected);
          }
        }
      },
    ),
    { numRuns: 30 },
  );
});

it('few rows wait and are indexed when writes pause', withinItsTime, async () => {
  await own.write('rows', put(1, 'Erzurum'));
  expect([waiting(), indexed('erz')]).toEqual([1, 0]);
  await expect.poll(() => [waiting(), indexed('erz')]).toEqual([0, 1]);
});

it('large batches, and small ones that add up, are indexed at once', async () => {
  await own.write('rows', ...Array.from({ length: 200 }, (_, n) => put(n, 'Kastamonu')));
  expect([waiting(), indexed('kas')]).toEqual([0, 200]);
  for (let n = 200; n < 500; n++) await own.write('rows', put(n, 'Kastamonu'.repeat(10)));
  expect(waiting()).toBeLessThan(150);
});

it(
  'a waiting row changed repeatedly is indexed once, in its last state',
  withinItsTime,
  async () => {
    for (const name of ['Ankara', 'Bursa', 'Sinop']) await own.write('rows', put(1, name));
    expect([waiting(), await search('sinop'), await search('ankara')]).toEqual([1, ['r1'], []]);
    await expect.poll(() => [waiting(), indexed('ank'), indexed('sin')]).toEqual([0, 0, 1]);
  },
);

it('rows waiting when the thread ends are found and indexed by the next thread', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  await own.reopen();
  await own.write('rows', put(1, 'Giresun'));
  await (posted.mock.contexts.at(-1) as Worker).terminate();
  expect(await search('gires')).toEqual(['r1']);
  await own.write('rows', put(2, 'Giresun'));
  expect(await search('gires')).toEqual(['r1', 'r2']);
  await expect.poll(() => indexed('gir')).toBe(2);
});

it('rows waiting when the file closes are found after reopening', withinItsTime, async () => {
  await own.write('rows', put(1, 'Yozgat'));
  await own.reopen();
  expect([waiting(), await search('yozg')]).toEqual([1, ['r1']]);
  // No write is needed for it.
  await expect.poll(waiting).toBe(0);
  expect(await search('yozg')).toEqual(['r1']);
});

it('deleted rows do not wait', async () => {
  await own.write('rows', put(1, 'Bitlis'), { ...put(1, 'Bitlis'), partition: 'u' });
  await own.write('rows', drop(1), { op: 'drop-where', collection: 'rows', partition: 'u' });
  expect([waiting(), await search('bitl')]).toEqual([0, []]);
});

it('a search while a text moves between rows finds exactly one of them', async () => {
  await own.write('rows', put(2, 'Bursa'));
  for (let times = 0; times < 100; times++) {
    await own.write('rows', put(1, `Ankara ${times}`), put(2, 'Bursa'));
    const searching = search('ankara');
    const moved = own.write('rows', put(1, 'Bursa'), put(2, `Ankara ${times}`));
    expect(await searching).toHaveLength(1);
    await moved;
  }
});

it('pages merge indexed and waiting rows in order, in both directions', async () => {
  // Every third row waits: new, or changed since it was indexed.
  await own.write('rows', ...Array.from({ length: 900 }, (_, n) => put(n + 1, `Çorum ${n + 1}`)));
  for (let n = 1; n <= 900; n += 9)
    await own.write(
      'rows',
      put(n, `Çorum merkez ${n}`),
      put(n + 3, 'Sivas'),
      put(901 + n, `Çorum ${901 + n}`),
    );
  expect(waiting()).toBeGreaterThan(50);
  const expected = [
    ...Array.from({ length: 900 }, (_, n) => n + 1).filter(n => n % 9 !== 4),
    ...Array.from({ length: 100 }, (_, n) => 902 + n * 9),
  ].map(n => `r${n}`);
  for (const descending of [false, true]) {
    const query: Find = {
      collection: rows,
      partition: 't',
      search: 'çorum',
      limit: 70,
      count: true,
      sort: { by: 'created', descending },
    };
    const read: unknown[] = [];
    for (let cursor: string | undefined; ;) {
      const { docs, total, nextCursor } = await own.model.find({
        ...query,
        ...(cursor !== undefined && { cursor }),
      });
      expect(total).toBe(expected.length);
      read.push(...docs.map(({ id }) => id));
      if (nextCursor === undefined) break;
      cursor = nextCursor;
    }
    expect(read).toEqual(descending ? expected.toReversed() : expected);
    expect((await own.model.find({ ...query, skip: 500 })).docs.map(({ id }) => id)).toEqual(
      read.slice(500, 570),
    );
    expect((await own.model.find({ ...query, count: { upTo: 20 } })).total).toBe(20);
  }
});

it('rows without texts are settled as soon as others', withinItsTime, async () => {
  await own.write('rows', { op: 'put', ...at, id: 'none', doc: { id: 'none', values: {} } });
  for (const n of [1, 2]) await own.write('rows', { ...put(n, 'Muş'), partition: 'u' });
  expect(waiting()).toBe(2);
  await expect.poll(waiting).toBe(0);
  for (let n = 0; n < 250; n++)
    await own.write('rows', {
      op: 'put',
      ...at,
      id: `none ${n}`,
      doc: { id: `none ${n}`, values: {} },
    });
  expect(waiting()).toBeLessThan(201);
});

it('rows that an earlier version left waiting uncounted are indexed', async () => {
  await own.write('rows', put(1, 'Van'));
  await own.reopen(() => {
    const earlier = new DatabaseSync(own.file);
    earlier.exec(
      `UPDATE partitions SET state = json_set(state, '$.unindexed', 0); INSERT OR IGNORE INTO unindexed VALUES (1, 1, 0), (1, 9999, 1), (77, 1, 1)`,
    );
    earlier.close();
  });
  await expect.poll(() => inFile('SELECT seq FROM unindexed WHERE partition = 1')).toEqual([]);
  expect(await search('ilk')).toEqual(['r0']);
});

it('an index of an earlier version still works and merges manually after its next change', async () => {
  await own.write('rows', put(1, 'Hakkâri'));
  await expect.poll(waiting).toBe(0);
  await own.reopen(() => {
    const earlier = new DatabaseSync(own.file);
    earlier.exec(
      `UPDATE partitions SET state = json_remove(state, '$.unindexed'); DROP TABLE unindexed; INSERT INTO x1(x1, rank) VALUES ('automerge', 8)`,
    );
    earlier.close();
  });
  const automerge = (): unknown =>
    inFile<{ v: unknown }>(`SELECT v FROM x1_config WHERE k = 'automerge'`)[0]?.v;
  expect([await search('hakk'), automerge()]).toEqual([['r1'], 8]);
  await own.write('rows', put(2, 'Hakkâri'));
  expect([await search('hakk'), automerge()]).toEqual([['r1', 'r2'], 0]);
});
