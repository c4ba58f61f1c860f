import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve } from './serve.ts';

const { ask, inTurn, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let owner: Person;
let editor: Person;
let viewer: Person;
let tableId = '';
const fields: Record<string, string> = {};
const { call } = inTurn(() => owner.session);

const settings = () => ({
  filters: { [fields['stok']!]: { gt: '1' } },
  sort: [{ field: fields['stok'], order: 'desc' }],
  colors: [{ by: fields['ad'], cell: fields['stok'] }],
});
const add = (person: Person, body: object, on = tableId) =>
  ask('POST', `/data/table/${on}/views`, { name: 'Stokta', scope: 'own', ...body }, person.session);
const names = async (person: Person): Promise<string[]> =>
  (await ask('GET', `/data/table/${tableId}/views`, undefined, person.session)).body.data.views.map(
    ({ name, scope }: Any) => `${name} (${scope})`,
  );

const join = async (name: string): Promise<Person> => {
  const person = await register(name);
  const invited = await call('POST', `/projects/${owner.projectId}/invitations`, {
    email: person.key['x-user-email'],
    role: name.toLowerCase(),
  });
  await ask('POST', `${invited.body.data.invitation.url}/accept`, {}, person.session);
  return person;
};

beforeAll(async () => {
  owner = await register('Owner');
  [editor, viewer] = [await join('Editor'), await join('Viewer')];
  tableId = await table(owner.projectId, owner.session, 'Ürünler', {
    ad: 'string',
    stok: 'number',
    sır: 'string',
  });
  const { body } = await call('GET', `/tables/project/${owner.projectId}`);
  for (const { id, name } of body.data.tables[0].fields) fields[name] = id;
  for (const [ad, stok] of [
    ['çay', 1],
    ['kahve', 2],
    ['su', 3],
  ])
    await call('POST', `/data/table/${tableId}/rows`, { ad, stok });
});

describe('a saved view', () => {
  it('of everybody is seen by all members, an own one by its person alone', async () => {
    expect((await add(editor, { scope: 'everybody', settings: settings() })).status).toBe(201);
    expect((await add(viewer, { name: 'Benim', settings: {} })).status).toBe(201);
    expect(await names(viewer)).toEqual(['Stokta (everybody)', 'Benim (own)']);
    expect(await names(editor)).toEqual(['Stokta (everybody)']);
  });

  it('is told by the history without its conditions, an own one without its name', async () => {
    const { body } = await call(
      'GET',
      `/projects/${owner.projectId}/history?type=saved-view-added`,
    );
    const told = body.data.events;
    expect(told.map(({ data }: Any) => data.name)).toEqual(['Stokta', undefined]);
    expect(JSON.stringify(told)).not.toMatch(/Benim|settings|filters/);
    expect(told[1].summary).toMatch(/kendine|own/);
  });

  it('of everybody is saved, changed and deleted by those who write rows', async () => {
    const refused = await add(viewer, { scope: 'everybody', settings: {} });
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
    const { id } = (await add(editor, { name: 'Ortak', scope: 'everybody', settings: {} })).body
      .data.view;
    for (const [method, body] of [
      ['PUT', { name: 'x' }],
      ['DELETE', undefined],
    ] as const)
      expect((await ask(method, `/views/${id}`, body, viewer.session)).status).toBe(403);
    const changed = await call('PUT', `/views/${id}`, { name: 'Hepsi' });
    expect(changed.body.data.view).toMatchObject({ id, name: 'Hepsi', scope: 'everybody' });
    expect((await call('DELETE', `/views/${id}`)).body.data.deletedView).toEqual({
      id,
      name: 'Hepsi',
    });
    expect((await call('PUT', `/views/${id}`, { name: 'x' })).status).toBe(404);
  });

  it('of another person is not found, whoever asks', async () => {
    const { id } = (await add(viewer, { name: 'Gizli', settings: {} })).body.data.view;
    for (const person of [owner, editor])
      for (const [method, path, body] of [
        ['PUT', `/views/${id}`, { name: 'x' }],
        ['DELETE', `/views/${id}`, undefined],
        ['GET', `/data/table/${tableId}?view=${id}`, undefined],
      ] as const)
        expect((await ask(method, path, body, person.session)).status).toBe(404);
  });

  it('filters and sorts a list, besides what the list itself asks for', async () => {
    const { id } = (await add(owner, { settings: settings() })).body.data.view;
    const listed = async (query: string): Promise<string[]> =>
      (await call('GET', `/data/table/${tableId}?view=${id}${query}`)).body.data.rows.map(
        ({ ad }: Any) => ad,
      );
    expect(await listed('')).toEqual(['su', 'kahve']);
    expect(await listed('&sort=ad')).toEqual(['kahve', 'su']);
    expect(await listed('&filter[ad]=kah')).toEqual(['kahve']);
    const queried = await call('POST', `/data/table/${tableId}/query?view=${id}`, {});
    expect(queried.body.data.rows).toHaveLength(2);
    const other = await table(owner.projectId, owner.session, 'Başka', { ad: 'string' });
    expect((await call('GET', `/data/table/${other}?view=${id}`)).status).toBe(404);
  });

  it('filters by groups of conditions, as a query in JSON does', async () => {
    const [ad, stok] = [fields['ad']!, fields['stok']!];
    const where = {
      any: [
        { field: ad, filter: { eq: 'çay' } },
        {
          all: [
            { field: stok, filter: { gt: '1' } },
            { field: ad, filter: 'su' },
          ],
        },
      ],
    };
    const added = await add(owner, { settings: { where } });
    expect(added.body.data.view.settings.where).toEqual(where);
    const { id } = added.body.data.view;
    const listed = async (query: string, body: object): Promise<string[]> =>
      (await call('POST', `/data/table/${tableId}/query?${query}`, body)).body.data.rows.map(
        (row: Any) => row.ad ?? row[ad],
      );
    expect(await listed(`view=${id}`, {})).toEqual(['çay', 'su']);
    expect(await listed('fieldKey=id', { where })).toEqual(['çay', 'su']);
    expect(
      await listed(`view=${id}`, {
        where: {
          all: [
            { field: 'stok', filter: { lt: 3 } },
            { field: 'ad', filter: '' },
          ],
        },
      }),
    ).toEqual(['çay']);
    const all = (await call('GET', `/data/table/${tableId}`)).body.data.rows;
    const ids = { field: 'id', filter: { in: [all[1].id, all[2].id] } };
    expect(
      await listed('', { where: { any: [ids, { field: 'stok', filter: { eq: 1 } }] } }),
    ).toEqual(['çay', 'kahve', 'su']);
    expect((await call('GET', `/data/table/${tableId}?view=${id}`)).body.data.rows).toHaveLength(2);
  });

  it('keeps what its rows are grouped by, and figures, by fields of its table', async () => {
    const [ad, stok] = [fields['ad']!, fields['stok']!];
    const grouped = { group: { field: ad }, summary: { [stok]: 'sum' }, board: ad };
    const { view } = (await add(owner, { settings: grouped })).body.data;
    expect(view.settings).toMatchObject(grouped);
    for (const settings of [
      { group: { field: newId() } },
      { board: newId() },
      { summary: { [stok]: 'median' } },
    ])
      expect((await add(owner, { settings })).status).toBe(400);
  });

  it('keeps colour rules of its fields, and tells nobody those of hidden ones', async () => {
    const [ad, stok] = [fields['ad']!, fields['stok']!];
    const where = { any: [{ field: stok, filter: { lt: '2' } }] };
    const colors = [
      { where, color: 'red', cell: stok },
      { by: ad },
      { where: { all: [{ field: 'created_at', filter: { gt: '2026-01-01' } }] }, color: 'gray' },
    ];
    const saved = await add(owner, { settings: { colors } });
    expect(saved.body.data.view.settings.colors).toEqual(colors);
    const { id } = saved.body.data.view;
    expect((await call('GET', `/data/table/${tableId}?view=${id}`)).body.data.rows).toHaveLength(3);
    const rule = { where, color: 'red' };
    const one = { field: stok, filter: { gt: '1', lt: '9' } };
    for (const wrong of [
      [{ where: { any: [{ field: newId(), filter: 'x' }] }, color: 'red' }],
      [{ ...rule, cell: newId() }],
      [{ by: newId() }],
      [{ by: 'created_at' }],
      [{ ...rule, color: '#ff0000' }],
      [{ ...rule, by: ad }],
      [{ where, name: 'x' }],
      [{ where: { any: [] }, color: 'red' }],
      Array.from({ length: 11 }, () => rule),
      Array.from({ length: 10 }, () => ({ where: { all: [one, one, one] }, color: 'red' })),
    ]) {
      const refused = await add(owner, { settings: { colors: wrong } });
      expect([wrong, refused.status, refused.body.code]).toEqual([wrong, 400, 'VALIDATION_ERROR']);
    }
  });

  it('keeps the height of rows and whether they are cards, as far as it knows such', async () => {
    const { view } = (await add(owner, { settings: { height: 'extra-tall', gallery: true } })).body
      .data;
    expect(view.settings).toMatchObject({ height: 'extra-tall', gallery: true });
    for (const settings of [{ height: 'short' }, { height: 4 }, { gallery: false }, { later: 1 }]) {
      const refused = await add(owner, { settings });
      expect([settings, refused.status]).toEqual([settings, 400]);
    }
  });

  it('refuses groups of unknown fields, too deep ones and too many conditions', async () => {
    const one = { field: fields['ad']!, filter: 'x' };
    const many = {
      any: Array.from({ length: 26 }, () => ({ ...one, filter: { gt: 'a', lt: 'b' } })),
    };
    for (const where of [
      { any: [{ field: newId(), filter: 'x' }] },
      { any: [{ all: [{ any: [one] }] }] },
      { any: [] },
      { any: [one], all: [one] },
      many,
    ]) {
      const saved = await add(owner, { settings: { where } });
      const queried = await call('POST', `/data/table/${tableId}/query?fieldKey=id`, { where });
      expect([where, saved.status, saved.body.code]).toEqual([where, 400, 'VALIDATION_ERROR']);
      expect([400, 409]).toContain(queried.status);
    }
  });

  it('names fields of its table only; one whose field is gone is told', async () => {
    const foreign = await add(owner, { settings: { filters: { [newId()]: 'x' } } });
    expect([foreign.status, foreign.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    const on = await table(owner.projectId, owner.session, 'Geçici', { ad: 'string', b: 'string' });
    const { body } = await call('GET', `/tables/project/${owner.projectId}`);
    const [{ id: fieldId }] = body.data.tables.find(({ id }: Any) => id === on).fields;
    const { id } = (await add(owner, { settings: { filters: { [fieldId]: 'x' } } }, on)).body.data
      .view;
    await call('DELETE', `/tables/${on}/fields/${fieldId}`);
    expect((await call('GET', `/data/table/${on}?view=${id}`)).status).toBe(409);
  });

  it('is written once for a repeated request, and again only as another one', async () => {
    const headers = { ...owner.session, 'x-request-id': newId() };
    const body = { name: 'Bir kez', scope: 'own', settings: {} };
    const [first, second] = [
      await ask('POST', `/data/table/${tableId}/views`, body, headers),
      await ask('POST', `/data/table/${tableId}/views`, body, headers),
    ];
    expect(second.body.data).toEqual(first.body.data);
    expect((await names(owner)).filter(name => name.startsWith('Bir kez'))).toHaveLength(1);
  });

  it('takes changes of one moment, each of what it names', async () => {
    const { id } = (await add(owner, { name: 'Anlık', settings: {} })).body.data.view;
    const change = (body: object) => ask('PUT', `/views/${id}`, body, owner.session);
    const changed = await Promise.all(
      [{ settings: settings() }, { name: 'Aynı an' }, { settings: settings() }].map(change),
    );
    expect(changed.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { views } = (await call('GET', `/data/table/${tableId}/views`)).body.data;
    const view = views.find((one: Any) => one.id === id);
    expect([view.name, view.settings.sort]).toEqual(['Aynı an', settings().sort]);
    expect((await ask('DELETE', `/views/${id}`, undefined, owner.session)).status).toBe(200);
  });

  it('of everybody goes along into a test environment, on its tables', async () => {
    const { body } = await call('POST', `/projects/${owner.projectId}/create-test-environment`, {});
    const { tables } = (await call('GET', `/tables/project/${body.data.project.id}`)).body.data;
    const copy = tables.find(({ name }: Any) => name === 'Ürünler');
    const { views } = (await call('GET', `/data/table/${copy.id}/views`)).body.data;
    const stok = copy.fields.find(({ name }: Any) => name === 'stok').id;
    expect(views.map(({ name }: Any) => name)).toEqual(['Stokta']);
    expect(views[0].settings.filters).toEqual({ [stok]: { gt: '1' } });
    const ad = copy.fields.find(({ name }: Any) => name === 'ad').id;
    expect(views[0].settings.colors).toEqual([{ by: ad, cell: stok }]);
  });

  it('tells keys without admin no hidden fields, and takes no own view of theirs', async () => {
    const hidden = fields['sır']!;
    const body = { name: 'Sırlı', scope: 'everybody', settings: {} as object };
    const colors = [
      { where: { all: [{ field: hidden, filter: 'x' }] }, color: 'red' },
      { by: fields['ad'], cell: hidden },
      { by: fields['ad'] },
    ];
    body.settings = { filters: { [hidden]: 'x' }, colors };
    await call('POST', `/data/table/${tableId}/views`, body);
    await call('PUT', `/tables/${tableId}/fields/${hidden}`, { isHidden: true });
    const made = await call('POST', `/api-keys/project/${owner.projectId}`, {
      name: 'okur',
      permissions: ['read', 'write'],
    });
    const key = { ...owner.key, 'x-api-key': made.body.data.apiKey.key as string };
    const listed = await ask('GET', `/data/table/${tableId}/views`, undefined, key);
    expect(JSON.stringify(listed.body)).not.toContain(hidden);
    const shown = listed.body.data.views.find(({ name }: Any) => name === 'Sırlı');
    expect(shown.settings.colors).toEqual([{ by: fields['ad'] }]);
    await call('PUT', `/views/${shown.id}`, {
      settings: { ...body.settings, summary: { [hidden]: 'filled' }, colors: colors.slice(0, 2) },
    });
    const [less] = (
      await ask('GET', `/data/table/${tableId}/views`, undefined, key)
    ).body.data.views.filter(({ name }: Any) => name === 'Sırlı');
    expect([less.settings.colors, less.settings.summary]).toEqual([undefined, undefined]);
    expect(
      (await ask('POST', `/data/table/${tableId}/views`, { ...body, scope: 'own' }, key)).status,
    ).toBe(403);
  });

  it('of a table that was erased takes no room of its person', async () => {
    const { projectId, session } = editor;
    const [gone, other] = [
      await table(projectId, session, 'Geçici', { ad: 'string' }),
      await table(projectId, session, 'Kalan', { ad: 'string' }),
    ];
    for (let i = 0; i < 50; i++)
      expect((await add(editor, { name: `Görünüm ${i}`, settings: {} }, gone)).status).toBe(201);
    expect((await add(editor, { settings: {} }, other)).status).toBe(409);
    expect((await ask('DELETE', `/tables/${gone}`, undefined, session)).status).toBe(200);
    expect((await add(editor, { settings: {} }, other)).status).toBe(409);
    const path = `/projects/${projectId}/bin/tables/${gone}`;
    expect((await ask('DELETE', path, { confirm: 'Geçici' }, session)).status).toBe(200);
    expect((await add(editor, { settings: {} }, other)).status).toBe(201);
  });
});
