import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { inTurn, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let owner: Person;
let live = '';
let test = '';
let products = '';

const { call } = inTurn(() => owner.session);
const fieldOf = async (
  projectId: string,
  name: string,
): Promise<{ tableId: string; id: string }> => {
  const [one] = (await call('GET', `/tables/project/${projectId}`)).body.data.tables;
  return { tableId: one.id, id: one.fields.find((field: Any) => field.name === name).id };
};
const reading = (path: string, ids: readonly string[]) => ({
  method: 'GET',
  path,
  action: {
    kind: 'rows',
    tableId: products,
    fields: ids.map((field, i) => ({ field, name: `f${i}` })),
  },
});
async function published(name: string, definition: object): Promise<string> {
  const { id } = (await call('POST', `/custom-endpoints/project/${live}`, { name, definition }))
    .body.data.endpoint;
  expect((await call('POST', `/custom-endpoints/${id}/publish`, {})).status).toBe(200);
  return id;
}
const named = (endpoints: Any[] | undefined) =>
  endpoints?.map(({ name, path, version }) => [name, path, version]);

beforeAll(async () => {
  owner = await register('Owner');
  live = owner.projectId;
  products = await table(live, owner.session, 'Ürünler', {
    ad: 'string',
    stok: 'number',
    eski: 'string',
  });
});

describe('a change of the schema that published endpoints need', () => {
  it('asks their older versions, too, as long as they can be called', async () => {
    const [ad, eski] = [(await fieldOf(live, 'ad')).id, (await fieldOf(live, 'eski')).id];
    const id = await published('Liste', reading('liste', [ad, eski]));
    await call('PUT', `/custom-endpoints/${id}`, {
      name: 'Liste',
      definition: reading('yeni-liste', [ad]),
    });
    await call('POST', `/custom-endpoints/${id}/publish`, { keepDays: 3 });
    const remove = (force = '') => call('DELETE', `/tables/${products}/fields/${eski}${force}`);
    const refused = await remove();
    expect([refused.status, named(refused.body.data.endpoints)]).toEqual([
      409,
      [['Liste', 'v1/liste', 1]],
    ]);
    expect(Date.parse(refused.body.data.endpoints[0].until)).toBeGreaterThan(Date.now());
    expect((await call('GET', `/custom/${live}/v1/liste`, undefined, owner.key)).status).toBe(200);
    // Once it cannot be called, nobody needs the field.
    await call('POST', `/custom-endpoints/${id}/roll-back`, { version: 1 });
    await call('POST', `/custom-endpoints/${id}/roll-back`, { version: 2 });
    expect((await call('GET', `/custom/${live}/v1/liste`, undefined, owner.key)).status).toBe(404);
    expect((await remove()).status).toBe(200);
  });

  it('is told by the comparison of a transfer, refused without force, and so is its undoing', async () => {
    const { id: stok } = await fieldOf(live, 'stok');
    const summing = await published('Toplam', {
      method: 'GET',
      path: 'toplam',
      action: {
        kind: 'aggregate',
        tableId: products,
        values: [{ compute: 'sum', field: stok, name: 'toplam' }],
      },
    });
    const { id: ad } = await fieldOf(live, 'ad');
    const shown = (name: string, fieldId: string, compute: 'sum' | 'count') =>
      call('POST', `/projects/${live}/widgets`, {
        name,
        type: 'chart',
        settings: {
          type: 'chart',
          tableId: products,
          group: { field: compute === 'sum' ? ad : fieldId, name: 'x' },
          value: { compute, ...(compute === 'sum' && { field: fieldId }), name: 'y' },
        },
      });
    expect((await shown('Grafik', stok, 'sum')).status).toBe(201);
    const { data: needed } = (await call('DELETE', `/tables/${products}/fields/${stok}`)).body;
    expect([named(needed.endpoints), needed.widgets]).toMatchObject([
      [['Toplam', 'toplam', 1]],
      [{ name: 'Grafik' }],
    ]);
    test = (await call('POST', `/projects/${live}/create-test-environment`)).body.data.project.id;
    const mirrored = await fieldOf(test, 'stok');
    const change = `/tables/${mirrored.tableId}/fields/${mirrored.id}`;
    expect((await call('PUT', change, { type: 'string' })).body.data.widgets).toMatchObject([
      { name: 'Grafik' },
    ]);
    await call('PUT', `${change}?force=true`, { type: 'string' });
    await call('POST', `/tables/${test}/${mirrored.tableId}/fields`, {
      name: 'raf',
      type: 'string',
    });
    const pair = { testProjectId: test, liveProjectId: live };
    const { comparison, tables } = (await call('POST', '/tables/transfer-preview', pair)).body.data;
    expect([tables[0].state, named(tables[0].endpoints)]).toEqual([
      'different',
      [['Toplam', 'toplam', 1]],
    ]);
    expect(tables[0].widgets).toMatchObject([{ name: 'Grafik', type: 'chart' }]);
    expect(tables[0].endpoints[0]).toMatchObject({ id: summing, method: 'GET', until: null });
    const transfer = (force = '', headers: Headed = owner.session) =>
      call(
        'POST',
        `/tables/transfer-to-live${force}`,
        { ...pair, tableIds: [mirrored.tableId], comparison },
        headers,
      );
    const refused = await transfer();
    expect([refused.status, refused.body.code, named(refused.body.data.endpoints)]).toEqual([
      409,
      'CONFLICT',
      [['Toplam', 'toplam', 1]],
    ]);
    expect(refused.body.data.widgets).toMatchObject([{ name: 'Grafik' }]);
    const again = { ...owner.session, 'x-request-id': newId() };
    const landed = await transfer('?force=true', again);
    expect([landed.status, landed.body.data.summary.successful]).toEqual([200, 1]);
    expect((await transfer('?force=true', again)).body).toEqual(landed.body);
    expect((await call('GET', `/custom/${live}/toplam`, undefined, owner.key)).body.code).toBe(
      'CONFLICT',
    );

    // An endpoint needs the field that came with it: undoing would break that endpoint.
    const { id: raf } = await fieldOf(live, 'raf');
    await published('Raflar', reading('raflar', [raf]));
    expect((await shown('Raflar', raf, 'count')).status).toBe(201);
    const { id } = landed.body.data.transfer;
    const seen = (await call('GET', `/projects/${live}/transfers/${id}`)).body.data;
    expect([seen.obstacles, named(seen.endpoints)]).toEqual([[], [['Raflar', 'raflar', 1]]]);
    expect(seen.widgets).toMatchObject([{ name: 'Raflar' }]);
    const undo = (force = '') => call('POST', `/projects/${live}/transfers/${id}/undo${force}`);
    const kept = await undo();
    expect([kept.status, named(kept.body.data.endpoints)]).toEqual([
      409,
      [['Raflar', 'raflar', 1]],
    ]);
    expect((await undo('?force=true')).status).toBe(200);
    expect((await call('GET', `/custom/${live}/toplam`, undefined, owner.key)).body.data).toEqual({
      values: { toplam: 0 },
    });
    expect((await call('GET', `/custom/${live}/raflar`, undefined, owner.key)).body.code).toBe(
      'CONFLICT',
    );
  });
});

it('the history says through which endpoint a row was written, and no longer by which name once that is gone', async () => {
  const { id: ad } = await fieldOf(live, 'ad');
  const id = await published('Ürün ekle', {
    method: 'POST',
    path: 'ekle',
    parameters: [{ name: 'ad', in: 'body' }],
    action: {
      kind: 'insert',
      tableId: products,
      values: [{ field: ad, value: { parameter: 'ad' } }],
      fields: [{ field: 'id', name: 'id' }],
    },
  });
  await call('POST', `/data/table/${products}/rows`, { ad: 'Elle' });
  const { row } = (await call('POST', `/custom/${live}/ekle`, { ad: 'Uçtan' }, owner.key)).body
    .data;
  const added = async () =>
    (await call('GET', `/projects/${live}/history?type=row-added`)).body.data.events.map(
      (entry: Any) => [entry.data.values.ad, entry.endpoint],
    );
  expect(await added()).toEqual([
    ['Elle', undefined],
    ['Uçtan', { id, name: 'Ürün ekle' }],
  ]);
  expect(
    (await call('GET', `/projects/${live}/history?table=${products}&row=${row.id}`)).body.data
      .events[0].endpoint.id,
  ).toBe(id);
  await call('DELETE', `/custom-endpoints/${id}`);
  expect((await added())[1]).toEqual(['Uçtan', { id, name: '' }]);
});
