import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner, type Person } from './as-owner.ts';
import { serve } from './serve.ts';

const { ask, register } = serve();
let owner: Person;
let stranger: Person;
const { asked, data, made, add } = asOwner({ ask }, () => owner);

let customers: Awaited<ReturnType<typeof made>>;
let orders: typeof customers;
let [ada, ali, first, lost]: string[] = [];
let fit: unknown;
beforeAll(async () => {
  await register('Admin');
  [owner, stranger] = [await register('Ayse'), await register('Yabanci')];
  customers = await made('Müşteriler', { sıra: 'number', ad: 'string', gizli: 'string' });
  orders = await made('Siparişler', { kod: 'string', müşteri: 'foreign_key' });
  const hidden = `/tables/${customers.id}/fields/${customers.fields[2]}`;
  await data('PUT', hidden, { isHidden: true });
  [lost] = [newId()];
  first = await add(orders.id, { kod: '0', müşteri: lost });
  ali = await add(customers.id, { sıra: 2, ad: 'İhsan Ali', gizli: 'x' });
  ada = await add(customers.id, { sıra: 1, ad: 'Ada', gizli: 'y' });
  await add(orders.id, { kod: '1', müşteri: ada });
  fit = (
    await data(
      'GET',
      `/tables/${orders.id}/fields/${orders.fields[1]}/relationship-fit?targetTableId=${customers.id}`,
    )
  ).fit;
  await data('POST', `/tables/${orders.id}/fields/${orders.fields[1]}/relationships`, {
    targetTableId: customers.id,
    targetFieldId: customers.fields[0],
  });
  await add(orders.id, { kod: '2', müşteri: ada });
  await data('PUT', `/projects/${owner.projectId}`, { settings: { allowApiAccess: true } });
});

describe('rows with those that they name', () => {
  it('have each target once, by page, query and alone, by name and id', async () => {
    const list = `/data/table/${orders.id}`;
    const { rows, included, includedAll } = await data('GET', `${list}?include=m%C3%BC%C5%9Fteri`);
    expect([rows.length, includedAll]).toEqual([3, true]);
    expect(included).toEqual({
      [customers.id]: { [ada!]: expect.objectContaining({ id: ada, ad: 'Ada', gizli: 'y' }) },
    });
    const byId = `fieldKey=id&include=${orders.fields[1]}`;
    expect((await data('POST', `${list}/query?${byId}`, {})).included[customers.id][ada!]).toEqual(
      expect.objectContaining({ [customers.fields[1]!]: 'Ada' }),
    );
    const alone = await data('GET', `${list}/rows/${first}?include=["müşteri"]`);
    expect(alone).toMatchObject({ row: { müşteri: lost }, included: { [customers.id]: {} } });
    expect((await data('GET', list)).included).toBeUndefined();
    for (const wrong of ['include=kod', 'include=yok', 'include='])
      expect((await asked('GET', `${list}?${wrong}`)).status).toBe(400);
  });

  it('are shown to keys and strangers as the target table is, and to nobody else', async () => {
    const list = `/data/table/${orders.id}?include=m%C3%BC%C5%9Fteri`;
    const keyed = (await data('GET', list, undefined, owner.key)).included[customers.id];
    expect([keyed[ada!].ad, 'gizli' in keyed[ada!]]).toEqual(['Ada', false]);
    expect((await asked('GET', list, undefined, stranger.session)).status).toBe(404);
    await data('PUT', `/projects/${owner.projectId}`, { settings: {}, isPublic: true });
    const open = (await data('GET', list, undefined, stranger.session)).included[customers.id];
    expect([open[ada!].ad, 'gizli' in open[ada!]]).toEqual(['Ada', false]);
    await data('PUT', `/projects/${owner.projectId}`, { settings: {}, isPublic: false });
  });
});

it('candidates are found by the first text field, or by their ids', async () => {
  const path = `/data/table/${orders.id}/fields/${orders.fields[1]}/candidates`;
  const all = await data('GET', path);
  expect(all).toEqual({
    candidates: [
      { id: ada, label: 'Ada' },
      { id: ali, label: 'İhsan Ali' },
    ],
    labelField: { id: customers.fields[1], name: 'ad' },
  });
  expect((await data('GET', `${path}?q=ihsan`)).candidates).toMatchObject([{ id: ali }]);
  expect((await data('GET', `${path}?ids=${ada},${lost}`)).candidates).toMatchObject([{ id: ada }]);
  const plain = `/data/table/${orders.id}/fields/${orders.fields[0]}/candidates`;
  expect((await asked('GET', plain)).status).toBe(404);
  expect((await asked('GET', path, undefined, stranger.session)).status).toBe(404);
});

it('a row says how many point to it', async () => {
  const path = `/data/table/${customers.id}/rows`;
  expect((await data('GET', `${path}/${ada}/pointing`)).pointing).toEqual([
    {
      tableId: orders.id,
      tableName: 'Siparişler',
      fieldId: orders.fields[1],
      fieldName: 'müşteri',
      count: 2,
      cascadeDelete: false,
    },
  ]);
  expect((await data('GET', `${path}/${ali}/pointing`)).pointing).toMatchObject([{ count: 0 }]);
  expect((await asked('GET', `${path}/${lost}/pointing`)).status).toBe(404);
  expect((await asked('GET', `${path}/${ada}/pointing`, undefined, stranger.session)).status).toBe(
    404,
  );
});

it('values that name no row are counted before the relationship is made', () => {
  expect(fit).toMatchObject({
    rows: 2,
    isAll: true,
    unfit: 1,
    first: [{ rowId: first, value: lost, reason: 'missing' }],
  });
});

it('candidates that an option names are told, found and sorted by its name', async () => {
  const sizes = await made('Boylar', { sıra: 'number' });
  const { field } = await data('POST', `/tables/${owner.projectId}/${sizes.id}/fields`, {
    name: 'boy',
    type: 'select',
    validation: { options: ['Küçük', 'Büyük'].map(name => ({ name })) },
  });
  const [large, small] = [
    await add(sizes.id, { boy: 'Büyük' }),
    await add(sizes.id, { boy: 'Küçük' }),
  ];
  const shirts = await made('Gömlekler', { boy: 'foreign_key' });
  await data('POST', `/tables/${shirts.id}/fields/${shirts.fields[0]}/relationships`, {
    targetTableId: sizes.id,
    targetFieldId: field.id,
  });
  const path = `/data/table/${shirts.id}/fields/${shirts.fields[0]}/candidates`;
  const told = [
    { id: small, label: 'Küçük' },
    { id: large, label: 'Büyük' },
  ];
  expect((await data('GET', path)).candidates).toEqual(told);
  expect((await data('GET', `${path}?q=KÜÇ`)).candidates).toEqual(told.slice(0, 1));
});

it('candidates that a time of the row names are found by its year, month and day', async () => {
  owner = await register('Zeynep');
  await data('PUT', `/projects/${owner.projectId}`, { settings: { timeZone: 'UTC' } });
  const visits = await made('Ziyaretler', { girdi: 'created_at' });
  const notes = await made('Notlar', { ziyaret: 'foreign_key' });
  await data('POST', `/tables/${notes.id}/fields/${notes.fields[0]}/relationships`, {
    targetTableId: visits.id,
    targetFieldId: visits.fields[0],
  });
  const visit = await add(visits.id, {});
  await add(notes.id, { ziyaret: visit });
  const path = `/data/table/${notes.id}/fields/${notes.fields[0]}/candidates`;
  const [{ label }] = (await data('GET', path)).candidates;
  for (const length of [4, 7, 10]) {
    const text = label.slice(0, length);
    expect((await data('GET', `${path}?q=${text}`)).candidates).toEqual([{ id: visit, label }]);
    const { found } = await data('POST', `/data/table/${notes.id}/find`, { text });
    expect(found.rows).toHaveLength(1);
  }
  expect((await data('GET', `${path}?q=1999`)).candidates).toEqual([]);
});
