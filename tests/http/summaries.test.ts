import { beforeAll, describe, expect, it } from 'vitest';
import { serve } from './serve.ts';

const { ask, inTurn, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let owner: Person;
let stranger: Person;
let tableId = '';
const { call } = inTurn(() => owner.session);
const sum = (body: object, query = '') =>
  call('POST', `/data/table/${tableId}/summary${query}`, body);

beforeAll(async () => {
  [owner, stranger] = [await register('Owner'), await register('Stranger')];
  tableId = await table(owner.projectId, owner.session, 'Siparişler', {
    ad: 'string',
    tutar: 'currency',
    adet: 'number',
    gün: 'date',
    liste: 'array',
  });
  for (const [ad, amount, currency, adet, gün] of [
    ['çay', 0.1, 'TRY', 1, '2026-01-31'],
    ['Çay', 0.2, 'TRY', 2, '2026-02-01'],
    ['su', 5, 'USD', 3, '9999-12-31'],
    [null, null, null, null, null],
  ] as const)
    await call('POST', `/data/table/${tableId}/rows`, {
      ad,
      adet,
      gün,
      ...(currency && { tutar: { amount, currency } }),
    });
});

describe('a summary of rows', () => {
  it('counts and sums under the filters of the query, in all and by group', async () => {
    const { body } = await sum({
      values: [
        { field: 'tutar', compute: 'sum' },
        { field: 'ad', compute: 'unique' },
        { field: 'gün', compute: 'maximum' },
      ],
      group: { field: 'ad' },
      where: {
        any: [
          { field: 'adet', filter: { lt: 3 } },
          { field: 'ad', filter: { empty: true } },
        ],
      },
    });
    expect(body.data.summary).toEqual({
      rows: 3,
      values: [{ TRY: 0.3 }, 1, '2026-02-01'],
      groups: [
        { key: 'çay', filter: { eq: 'çay' }, rows: 2, values: [{ TRY: 0.3 }, 1, '2026-02-01'] },
        { key: null, filter: { empty: true }, rows: 1, values: [null, 0, null] },
      ],
    });
  });

  it('names groups by conditions that find exactly their rows', async () => {
    for (const group of [{ field: 'ad' }, { field: 'adet' }, { field: 'gün', by: 'month' }]) {
      const { groups } = (await sum({ group })).body.data.summary;
      expect(groups.length).toBeGreaterThan(2);
      for (const { filter, rows } of groups) {
        const found = await call('POST', `/data/table/${tableId}/query`, {
          filter: { [group.field]: filter },
        });
        expect([filter, found.body.data.pagination.total]).toEqual([filter, rows]);
      }
    }
  });

  it('takes the conditions of a saved view, and fields by their ids', async () => {
    const { body } = await call('GET', `/tables/project/${owner.projectId}`);
    const { id } = body.data.tables[0].fields.find(({ name }: Any) => name === 'adet');
    const saved = await call('POST', `/data/table/${tableId}/views`, {
      name: 'İki',
      scope: 'everybody',
      settings: { filters: { [id]: { gte: '2' } } },
    });
    const summary = await sum(
      { values: [{ field: id, compute: 'average' }] },
      `?fieldKey=id&view=${saved.body.data.view.id}`,
    );
    expect(summary.body.data.summary).toEqual({ rows: 2, values: [2.5] });
  });

  it('refuses what cannot be computed or grouped, and fields that are not there', async () => {
    for (const body of [
      { values: [{ field: 'ad', compute: 'sum' }] },
      { values: [{ field: 'yok', compute: 'filled' }] },
      { group: { field: 'liste' } },
      { group: { field: 'tutar' } },
      { values: Array.from({ length: 51 }, () => ({ field: 'ad', compute: 'filled' })) },
    ]) {
      const { status } = await sum(body);
      expect([body, status]).toEqual([body, 400]);
    }
  });

  it('is refused to strangers, and of hidden fields to keys that are not shown them', async () => {
    const path = `/data/table/${tableId}/summary`;
    expect((await ask('POST', path, {}, stranger.session)).status).toBe(404);
    const hidden = { name: 'sır', type: 'number', isHidden: true };
    await call('POST', `/tables/${owner.projectId}/${tableId}/fields`, hidden);
    for (const body of [
      { values: [{ field: 'sır', compute: 'filled' }] },
      { group: { field: 'sır' } },
      { filter: { sır: { gt: 0 } } },
    ]) {
      expect((await ask('POST', path, body, owner.key)).status).toBe(400);
      expect((await sum(body)).status).toBe(200);
    }
  });
});
