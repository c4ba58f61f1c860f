import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Answer, type Headed } from './serve.ts';

const ROUNDS = 10;

const { ask, register, table } = serve();
let key: Headed;
let rows = '';
beforeAll(async () => {
  const person = await register('Kalabalik');
  key = person.key;
  await ask(
    'PUT',
    `/projects/${person.projectId}`,
    { settings: { maxRequestsPerMinute: 10_000 } },
    person.session,
  );
  rows = `/data/table/${await table(person.projectId, person.session, 'Sayaçlar', { ad: 'string', n: 'number' })}/rows`;
});

const bulk = (body: unknown, headers: Headed = {}): Promise<Answer> =>
  ask('POST', `${rows}/bulk`, body, { ...key, ...headers });
const one = (method: string, id: string, body?: unknown, headers: Headed = {}): Promise<Answer> =>
  ask(method, `${rows}/${id}`, body, { ...key, ...headers });
const added = async (count: number): Promise<string[]> =>
  (await bulk({ rows: Array.from({ length: count }, () => ({ n: 0 })) })).body.data.rows.map(
    ({ id }: { id: string }) => id,
  );
const row = async (id: string, position: string | null) =>
  (await one('GET', id, undefined, position === null ? {} : { 'x-wait-for-position': position }))
    .body.data.row;
const statuses = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const lastOf = (answers: readonly Answer[]): string =>
  answers
    .flatMap(({ headers }) => headers.get('x-position') ?? [])
    .toSorted()
    .at(-1)!;

describe('of two who saw the same version, one wins', () => {
  it('two batches', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await added(5);
      const answers = await Promise.all(
        [1, 2].map(n => bulk({ updates: ids.map(id => ({ id, values: { n }, version: 1 })) })),
      );
      expect(statuses(answers)).toEqual([200, 412]);
      const [won, lost] = answers.toSorted((a, b) => a.status - b.status) as [Answer, Answer];
      expect(lost.body.data.current).toEqual(won.body.data.rows);
      expect(await row(ids[4]!, lastOf(answers))).toEqual(won.body.data.rows[4]);
    }
  });

  it('a batch and a single change', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await added(5);
      const [many, single] = await Promise.all([
        bulk({ updates: ids.map(id => ({ id, values: { n: 1 }, version: 1 })) }),
        one('PUT', ids[2]!, { n: 2 }, { 'if-match': '"1"' }),
      ]);
      expect(statuses([many, single])).toEqual([200, 412]);
      const read = await Promise.all(ids.map(id => row(id, lastOf([many, single]))));
      expect(read.map(({ n, _version }) => [n, _version])).toEqual(
        ids.map((_, i) => (many.status === 200 ? [1, 2] : i === 2 ? [2, 2] : [0, 1])),
      );
    }
  });
});

it('a batch beside a removal changes all rows or none, and answers no row that is not there', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await added(5);
    const [many, removal] = await Promise.all([
      bulk({ updates: ids.map(id => ({ id, values: { n: 1 } })) }),
      one('DELETE', ids[3]!),
    ]);
    expect(removal.status).toBe(200);
    const told =
      many.status === 200
        ? many.body.data.rows.map(
            ({ n, _version }: { n: number; _version: number }) => `${n} ${_version}`,
          )
        : [many.status, many.body.details[0].path];
    expect(told).toEqual(many.status === 200 ? ids.map(() => '1 2') : [404, 'updates.3.id']);
    expect((await row(ids[0]!, lastOf([many, removal]))).n).toBe(many.status === 200 ? 1 : 0);
  }
});

it('batches on the same rows in opposite order all get through, and count', async () => {
  const ids = await added(20);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      bulk({ updates: (i % 2 ? ids.toReversed() : ids).map(id => ({ id, values: { n: i + 1 } })) }),
    ),
  );
  expect(statuses(answers)).toEqual(answers.map(() => 200));
  const read = await Promise.all(ids.map(id => row(id, lastOf(answers))));
  expect(new Set(read.map(({ n, _version }) => `${n} ${_version}`)).size).toBe(1);
  expect(read[0]._version).toBe(9);
});

it('a hundred who change one row at once all get through', async () => {
  const [id] = (await added(1)) as [string];
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => one('PUT', id, { ad: `ad ${i}`, n: i })),
  );
  expect(statuses(answers)).toEqual(answers.map(() => 200));
  expect(answers.map(({ body }) => body.data.row._version).toSorted((a, b) => a - b)).toEqual(
    answers.map((_, i) => i + 2),
  );
  const last = answers.find(({ body }) => body.data.row._version === 101)!;
  expect(await row(id, lastOf(answers))).toEqual(last.body.data.row);
});
