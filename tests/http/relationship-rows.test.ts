import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asOwner, type Person } from './as-owner.ts';
import { serve } from './serve.ts';

const { ask, register } = serve();
let owner: Person;
let people = 0;
beforeAll(async () => {
  await register('Admin');
});
beforeEach(async () => {
  owner = await register(`Ayse${++people}`);
});

const { asked, data, made, add } = asOwner({ ask }, () => owner);

/** Orders that name customers. */
async function related(more: object = {}) {
  const customers = await made('Müşteriler', { ad: 'string' });
  const orders = await made('Siparişler', { kod: 'string', müşteri: 'foreign_key' });
  const path = `/tables/${orders.id}/fields/${orders.fields[1]}/relationships`;
  const target = { targetTableId: customers.id, targetFieldId: customers.fields[0] };
  await data('POST', path, { ...target, ...more });
  return { customers: customers.id, orders: orders.id, field: orders.fields[1]! };
}
const rowsOf = async (tableId: string) => (await data('GET', `/data/table/${tableId}`)).rows;
const keysIn = (body: { details?: { path: string; message: string }[] }) =>
  body.details?.map(({ path }) => path);

describe('values of a related field', () => {
  it('are ids of rows that are there, in single writes, bulk and restores', async () => {
    const { customers, orders } = await related();
    const [ada, gone] = [await add(customers, { ad: 'Ada' }), await add(customers, { ad: 'Ali' })];
    const order = await add(orders, { kod: '1', müşteri: ada });
    await data('DELETE', `/data/table/${customers}/rows/${gone}`);
    const rows = `/data/table/${orders}/rows`;
    for (const müşteri of [gone, newId(), 'Ada', [ada], order]) {
      for (const answer of [
        await asked('POST', rows, { müşteri }),
        await asked('PUT', `${rows}/${order}`, { müşteri }),
      ])
        expect([answer.status, keysIn(answer.body)]).toEqual([400, ['müşteri']]);
      const bulk = await asked('POST', `${rows}/bulk`, {
        rows: [{ müşteri: ada }, { müşteri }],
      });
      expect([bulk.status, keysIn(bulk.body)]).toEqual([400, ['rows.1.müşteri']]);
      const updates = [{ id: order, values: { müşteri } }];
      expect(keysIn((await asked('POST', `${rows}/bulk`, { updates })).body)).toEqual([
        'updates.0.values.müşteri',
      ]);
    }
    await data('DELETE', `${rows}/${order}`);
    await data('DELETE', `/data/table/${customers}/rows/${ada}`);
    expect((await asked('POST', `${rows}/${order}/restore`, {})).status).toBe(400);
    expect((await asked('POST', `${rows}/bulk`, { restores: [order] })).status).toBe(400);
    await data('POST', `/data/table/${customers}/rows/bulk`, { restores: [ada] });
    await data('POST', `${rows}/bulk`, { restores: [order] });
    expect(await rowsOf(orders)).toMatchObject([{ id: order, müşteri: ada }]);
  });

  it('are judged also where the field is named in decomposed letters', async () => {
    const { customers, orders } = await related({ relationshipType: 'one-to-one' });
    const ada = await add(customers, { ad: 'Ada' });
    const order = await add(orders, { müşteri: ada });
    const rows = `/data/table/${orders}/rows`;
    for (const id of [newId(), ada]) {
      const values = { ['müşteri'.normalize('NFD')]: id };
      for (const answer of [
        await asked('POST', rows, values),
        await asked('POST', `${rows}/bulk`, { rows: [values] }),
      ])
        expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    const missing = { ['müşteri'.normalize('NFD')]: newId() };
    const updates = [{ id: order, values: missing }];
    expect((await asked('PUT', `${rows}/${order}`, missing)).status).toBe(400);
    expect((await asked('POST', `${rows}/bulk`, { updates })).status).toBe(400);
    expect(await rowsOf(orders)).toMatchObject([{ id: order, müşteri: ada }]);
  });

  it('have one row each in one-to-one, also within one bulk, and may change places', async () => {
    const { customers, orders } = await related({ relationshipType: 'one-to-one' });
    const [ada, ali] = [await add(customers, { ad: 'Ada' }), await add(customers, { ad: 'Ali' })];
    const [first, second] = [
      await add(orders, { müşteri: ada }),
      await add(orders, { müşteri: ali }),
    ];
    const rows = `/data/table/${orders}/rows`;
    expect((await asked('POST', rows, { müşteri: ada })).status).toBe(400);
    expect((await asked('PUT', `${rows}/${second}`, { müşteri: ada })).status).toBe(400);
    await data('PUT', `${rows}/${first}`, { müşteri: ada });
    const updates = [
      { id: first, values: { müşteri: ali } },
      { id: second, values: { müşteri: ada } },
    ];
    await data('POST', `${rows}/bulk`, { updates });
    await data('POST', `${rows}/bulk`, { deletes: [first, second] });
    const twice = await asked('POST', `${rows}/bulk`, {
      rows: [{ müşteri: ada }, { müşteri: ada }],
    });
    expect(keysIn(twice.body)).toEqual(['rows.1.müşteri']);
    const together = await Promise.all(
      Array.from({ length: 6 }, () => asked('POST', rows, { müşteri: ada })),
    );
    expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 400, 400, 400, 400, 400,
    ]);
  });

  it('are lists of ids in many-to-many, each once', async () => {
    const { customers, orders } = await related({ relationshipType: 'many-to-many' });
    const [ada, ali] = [await add(customers, { ad: 'Ada' }), await add(customers, { ad: 'Ali' })];
    const rows = `/data/table/${orders}/rows`;
    expect((await asked('POST', rows, { müşteri: ada })).status).toBe(400);
    expect((await asked('POST', rows, { müşteri: [ada, newId()] })).status).toBe(400);
    await add(orders, { müşteri: [ali, ada, ali] });
    await add(orders, { müşteri: [] });
    expect(await rowsOf(orders)).toMatchObject([{ müşteri: [ali, ada] }, { müşteri: null }]);
    const refused = await asked('DELETE', `/data/table/${customers}/rows/${ada}`);
    expect([refused.status, refused.body.data.pointing]).toMatchObject([409, [{ count: 1 }]]);
    const [{ id }] = await rowsOf(orders);
    await data('DELETE', `${rows}/${id}`);
    await data('POST', `${rows}/bulk`, { restores: [id] });
    expect(await rowsOf(orders)).toMatchObject([{ müşteri: [ali, ada] }, { müşteri: null }]);
  });

  it('are lists of ids, too, in a field that had another type before', async () => {
    const customers = await made('Müşteriler', { ad: 'string' });
    const orders = await made('Siparişler', { müşteri: 'number' });
    const field = `/tables/${orders.id}/fields/${orders.fields[0]}`;
    await add(orders.id, { müşteri: 7 });
    await data('PUT', field, { type: 'relationship' });
    await data('POST', `${field}/relationships`, {
      targetTableId: customers.id,
      targetFieldId: customers.fields[0],
      relationshipType: 'many-to-many',
    });
    const ada = await add(customers.id, { ad: 'Ada' });
    await add(orders.id, { müşteri: [ada] });
    expect(await rowsOf(orders.id)).toMatchObject([{ müşteri: '7' }, { müşteri: [ada] }]);
  });

  it('that are there before the relationship are kept, and may be written again', async () => {
    const customers = await made('Müşteriler', { ad: 'string' });
    const orders = await made('Siparişler', { kod: 'string', müşteri: 'foreign_key' });
    const lost = newId();
    const order = await add(orders.id, { müşteri: lost });
    await data('POST', `/tables/${orders.id}/fields/${orders.fields[1]}/relationships`, {
      targetTableId: customers.id,
      targetFieldId: customers.fields[0],
    });
    await data('PUT', `/data/table/${orders.id}/rows/${order}`, { müşteri: lost, kod: '1' });
    expect(await rowsOf(orders.id)).toMatchObject([{ müşteri: lost, kod: '1' }]);
  });
});

it('one target of two rows from before one-to-one may be written again, and taken by no third', async () => {
  const customers = await made('Müşteriler', { ad: 'string' });
  const orders = await made('Siparişler', { kod: 'string', müşteri: 'foreign_key' });
  const müşteri = await add(customers.id, { ad: 'Ada' });
  const [first, , third] = [
    await add(orders.id, { müşteri }),
    await add(orders.id, { müşteri }),
    await add(orders.id, {}),
  ];
  await data('POST', `/tables/${orders.id}/fields/${orders.fields[1]}/relationships`, {
    targetTableId: customers.id,
    targetFieldId: customers.fields[0],
    relationshipType: 'one-to-one',
  });
  const rows = `/data/table/${orders.id}/rows`;
  await data('PUT', `${rows}/${first}`, { müşteri, kod: '1' });
  const updates = [third, first].map(id => ({ id, values: { müşteri } }));
  const bulk = await asked('POST', `${rows}/bulk`, { updates });
  expect(keysIn(bulk.body)).toEqual(['updates.0.values.müşteri']);
});

describe('the deletion of a target', () => {
  it('is refused with the number of rows that point to it, alone and in bulk', async () => {
    const { customers, orders, field } = await related();
    const [ada, ali] = [await add(customers, { ad: 'Ada' }), await add(customers, { ad: 'Ali' })];
    for (const müşteri of [ada, ada, ali]) await add(orders, { müşteri });
    const alone = await asked('DELETE', `/data/table/${customers}/rows/${ada}`);
    expect([alone.status, alone.body]).toMatchObject([
      409,
      { error: '2 kayıt burayı gösteriyor', data: { pointing: [{ fieldId: field, count: 2 }] } },
    ]);
    const deletes = [ada, ali];
    const bulk = await asked('POST', `/data/table/${customers}/rows/bulk`, { deletes });
    expect([bulk.status, bulk.body.data.pointing]).toMatchObject([409, [{ count: 3 }]]);
    expect(await rowsOf(customers)).toHaveLength(2);
  });

  it('is refused with a row that points to it by two fields counted once', async () => {
    const customers = await made('Müşteriler', { ad: 'string' });
    const orders = await made('Siparişler', { alan: 'foreign_key', ödeyen: 'reference' });
    const target = { targetTableId: customers.id, targetFieldId: customers.fields[0] };
    for (const field of orders.fields)
      await data('POST', `/tables/${orders.id}/fields/${field}/relationships`, target);
    const ada = await add(customers.id, { ad: 'Ada' });
    await add(orders.id, { alan: ada, ödeyen: ada });
    const { status, body } = await asked('DELETE', `/data/table/${customers.id}/rows/${ada}`);
    expect([status, body.error, body.data.pointing]).toMatchObject([
      409,
      '1 kayıt burayı gösteriyor',
      [{ count: 1 }, { count: 1 }],
    ]);
  });

  it('takes along those that point to it, over tables and cycles, in one commit that the history explains', async () => {
    const { customers, orders } = await related({ cascadeDelete: true });
    const back = (
      await data('POST', `/tables/${owner.projectId}/${customers}/fields`, {
        name: 'son',
        type: 'reference',
      })
    ).field.id;
    const { fields } = await data('GET', `/tables/${owner.projectId}/${orders}/fields`);
    await data('POST', `/tables/${customers}/fields/${back}/relationships`, {
      targetTableId: orders,
      targetFieldId: fields[0].id,
      cascadeDelete: true,
    });
    const ada = await add(customers, { ad: 'Ada' });
    const order = await add(orders, { müşteri: ada });
    await data('PUT', `/data/table/${customers}/rows/${ada}`, { son: order });
    const ali = await add(customers, { ad: 'Ali', son: order });
    const kept = await add(customers, { ad: 'Can' });
    await data('DELETE', `/data/table/${customers}/rows/${ali}`);
    expect(await rowsOf(orders)).toHaveLength(1);
    await data('DELETE', `/data/table/${customers}/rows/${ada}`);
    expect(await rowsOf(orders)).toEqual([]);
    expect(await rowsOf(customers)).toMatchObject([{ id: kept }]);
    const { events } = await data('GET', `/projects/${owner.projectId}/history`);
    expect(events.map(({ summary }: { summary: string }) => summary)).toContain(
      `Ayse${people} “Siparişler” tablosundan 1 kaydı, “Müşteriler” tablosunda gösterdikleri kayıtlarla birlikte sildi`,
    );
  });
});

it('concurrent writes and deletions leave no value without its target', async () => {
  const { customers, orders } = await related();
  const targets = await Promise.all(
    Array.from({ length: 8 }, (_, i) => add(customers, { ad: `M${i}` })),
  );
  const rows = `/data/table/${orders}/rows`;
  const answers = await Promise.all(
    targets.flatMap(müşteri => [
      asked('POST', rows, { müşteri }),
      asked('DELETE', `/data/table/${customers}/rows/${müşteri}`),
      asked('POST', `${rows}/bulk`, { rows: [{ müşteri }, { kod: 'x' }] }),
    ]),
  );
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  const present = new Set((await rowsOf(customers)).map(({ id }: { id: string }) => id));
  const named = (await rowsOf(orders)).flatMap((row: { müşteri: string | null }) =>
    row.müşteri === null ? [] : [row.müşteri],
  );
  expect(named.filter((id: string) => !present.has(id))).toEqual([]);
});
