import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Change, Find } from '@hzm/services/core/ports/read-model';
import { fold } from '@hzm/contracts/core/turkish';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Thread, ThreadEnded } from '../../sqlite/thread.ts';
import { rows, RowsOfTests } from './rows-of-tests.ts';

const at = { collection: 'rows', partition: 't' } as const;
const put = (n: number, name: string): Change => ({ op: 'put', ...at, id: `r${n}`, doc: { id: `r${n}`, values: { name, no: n } } });
const drop = (n: number): Change => ({ op: 'drop', ...at, id: `r${n}` });

/** What waits is looked at before its time is over, if this process is not held up. */
const withinItsTime = { retry: 3 };

let own: RowsOfTests;
beforeEach(async () => { own = await RowsOfTests.open(1, put(0, 'İlk satır')); });
afterEach(async () => {
  vi.restoreAllMocks();
  await own.close();
});

const found = async (query: Partial<Find>): Promise<unknown[]> => (await own.model.find({ collection: rows, partition: 't', limit: 1_000, ...query })).docs.map(({ id }) => id).toSorted();
const search = (text: string): Promise<unknown[]> => found({ search: text });
/** What the file has beside the one who asks. */
const inFile = <Row>(query: string): Row[] => {
  const database = new DatabaseSync(own.file, { readOnly: true });
  try {
    return database.prepare(query).all() as Row[];
  } finally {
    database.close();
  }
};
const waiting = (): number => inFile<{ n: number }>('SELECT count(*) AS n FROM unindexed')[0]!.n;
/** How many rows the index has for three letters. */
const indexed = (letters: string): number => inFile<{ n: number }>(`SELECT count(*) AS n FROM x1('"${letters}"')`)[0]!.n;

it('whoever looks for a text finds what was just written, however it was', async () => {
  const texts = ['Çanakkale', 'İzmir', 'Diyarbakır', 'çanak çömlek'];
  const ops = fc.oneof(
    { weight: 5, arbitrary: fc.record({ from: fc.nat(20), count: fc.integer({ min: 1, max: 3 }), name: fc.constantFrom(...texts) }) },
    { weight: 1, arbitrary: fc.record({ from: fc.nat(20), count: fc.constant(250), name: fc.constantFrom(...texts) }) },
    { weight: 2, arbitrary: fc.record({ from: fc.nat(20), count: fc.integer({ min: 1, max: 30 }), name: fc.constant(undefined) }) },
  );
  let run = 0;
  await fc.assert(fc.asyncProperty(fc.array(fc.tuple(ops, fc.boolean()), { minLength: 1, maxLength: 8 }), async steps => {
    const names = new Map<number, string>();
    const partition = `run ${++run}`;
    for (const [{ from, count, name }, isLookedFor] of steps) {
      const numbers = Array.from({ length: count }, (_, n) => from + n);
      for (const n of numbers) {
        if (name === undefined) names.delete(n);
        else names.set(n, name);
      }
      await own.write('rows', ...numbers.map(n => ({ ...(name === undefined ? drop(n) : put(n, name)), partition })));
      if (!isLookedFor) continue;
      for (const text of ['nakka', 'izm', 'arbakır', 'çana']) {
        const expected = [...names].filter(([, each]) => fold(each).includes(fold(text))).map(([n]) => `r${n}`).toSorted();
        expect(await found({ partition, search: text })).toEqual(expected);
        expect(await found({ partition, where: [{ path: 'values.name', op: 'contains', text }] })).toEqual(expected);
      }
    }
  }), { numRuns: 30 });
});

it('a few rows wait, and are indexed when nothing is written any more', withinItsTime, async () => {
  await own.write('rows', put(1, 'Erzurum'));
  expect([waiting(), indexed('erz')]).toEqual([1, 0]);
  await expect.poll(() => [waiting(), indexed('erz')]).toEqual([0, 1]);
});

it('many are indexed within their batch, and so are few that have come to much', async () => {
  await own.write('rows', ...Array.from({ length: 200 }, (_, n) => put(n, 'Kastamonu')));
  expect([waiting(), indexed('kas')]).toEqual([0, 200]);
  for (let n = 200; n < 500; n++) await own.write('rows', put(n, 'Kastamonu'.repeat(10)));
  expect(waiting()).toBeLessThan(150);
});

it('a row that is changed over and over while it waits is indexed once, as it is then', withinItsTime, async () => {
  for (const name of ['Ankara', 'Bursa', 'Sinop']) await own.write('rows', put(1, name));
  expect(waiting()).toBe(1);
  expect([await search('sinop'), await search('ankara'), waiting(), indexed('ank'), indexed('sin')]).toEqual([['r1'], [], 0, 0, 1]);
});

it('what waits when the thread ends is found and indexed by the next one', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  await own.reopen();
  await own.write('rows', put(1, 'Giresun'));
  await (posted.mock.contexts.at(-1) as Worker).terminate();
  expect(await search('gires')).toEqual(['r1']);
  await own.write('rows', put(2, 'Giresun'));
  expect(await search('gires')).toEqual(['r1', 'r2']);
  expect(indexed('gir')).toBe(2);
});

it('what waits when the file is closed is found when it is opened again', withinItsTime, async () => {
  await own.write('rows', put(1, 'Yozgat'));
  await own.reopen();
  expect(waiting()).toBe(1);
  expect(await search('yozg')).toEqual(['r1']);
  expect(waiting()).toBe(0);
});

it('nothing waits for what is deleted', async () => {
  await own.write('rows', put(1, 'Bitlis'), { ...put(1, 'Bitlis'), partition: 'u' });
  await own.write('rows', drop(1), { op: 'drop-where', collection: 'rows', partition: 'u' });
  expect([waiting(), await search('bitl')]).toEqual([0, []]);
});

it('while nothing can be indexed all is found without the index, and that answer is not kept', async () => {
  const ask = vi.spyOn(Thread.prototype, 'ask');
  for (const [n, expected] of [[1, ['r1']], [2, ['r1', 'r2']]] as const) {
    await own.write('rows', put(n, 'Trabzon'));
    for (let times = 0; times < 3; times++) {
      ask.mockRejectedValueOnce(new ThreadEnded('the disk is full'));
      expect(await search('trab')).toEqual(expected);
      expect(ask.mock.lastCall?.[0]).toBe('indexTexts');
    }
    expect(await search('trab')).toEqual(expected);
  }
});

it('an index that an earlier version wrote goes on, and is merged by hand from its next change on', async () => {
  await own.write('rows', put(1, 'Hakkâri'));
  expect(await search('hakk')).toEqual(['r1']);
  await own.reopen(() => {
    const earlier = new DatabaseSync(own.file);
    earlier.exec(`UPDATE partitions SET state = json_remove(state, '$.unindexed'); DROP TABLE unindexed; INSERT INTO x1(x1, rank) VALUES ('automerge', 8)`);
    earlier.close();
  });
  const automerge = (): unknown => inFile<{ v: unknown }>(`SELECT v FROM x1_config WHERE k = 'automerge'`)[0]?.v;
  expect([await search('hakk'), automerge()]).toEqual([['r1'], 8]);
  await own.write('rows', put(2, 'Hakkâri'));
  expect([await search('hakk'), automerge()]).toEqual([['r1', 'r2'], 0]);
});
