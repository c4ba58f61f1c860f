import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, inTurn, origin, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let owner: Person;
let stranger: Person;
let tableId = '';
const fields: Record<string, string> = {};
const rowIds: string[] = [];

const { call } = inTurn(() => owner.session);
const custom = (method: string, path: string, sent?: unknown, headers: Headed = owner.key) =>
  call(method, `/custom/${owner.projectId}/${path}`, sent, headers);
const keyAlone = (): Headed => ({ 'x-api-key': owner.key['x-api-key']! });
const chosen = (...names: string[]) => names.map(name => ({ field: fields[name] ?? name, name }));
const rows = (more: object = {}) => ({
  kind: 'rows',
  tableId,
  fields: chosen('id', 'ad', 'fiyat'),
  ...more,
});
const add = (
  name: string,
  definition: object,
  projectId = owner.projectId,
  headers: Headed = owner.session,
) => call('POST', `/custom-endpoints/project/${projectId}`, { name, definition }, headers);
const publish = (id: string, sent: object = {}) =>
  call('POST', `/custom-endpoints/${id}/publish`, sent);
const get = async (id: string): Promise<Any> =>
  (await call('GET', `/custom-endpoints/${id}`)).body.data.endpoint;
/** A published endpoint; its id. */
async function published(definition: object): Promise<string> {
  const { id } = (await add('Uç', definition)).body.data.endpoint;
  const answer = await publish(id);
  expect([answer.status, answer.body.data.endpoint.state]).toEqual([200, 'live']);
  return id;
}
const wrong = async (definition: object): Promise<string[]> =>
  ((await add('Uç', definition)).body.details ?? []).map(({ path }: Any) => path);

beforeAll(async () => {
  owner = await register('Owner');
  stranger = await register('Stranger');
  tableId = (await call('POST', `/tables/project/${owner.projectId}`, { name: 'Ürünler' })).body
    .data.table.id;
  for (const [name, type, required] of [
    ['ad', 'string', true],
    ['fiyat', 'number', false],
    ['depo', 'string', false],
    ['gizli', 'string', false],
    ['etkin', 'boolean', false],
  ] as const) {
    fields[name] = (
      await call('POST', `/tables/${owner.projectId}/${tableId}/fields`, { name, type, required })
    ).body.data.field.id;
  }
  for (const [ad, fiyat, depo] of [
    ['Çay', 10, 'İzmir'],
    ['Kahve', 30, 'Ankara'],
    ['Ihlamur', 20, 'İzmir'],
    ['Süt', null, 'Ankara'],
  ] as const) {
    rowIds.push(
      (
        await call('POST', `/data/table/${tableId}/rows`, {
          ad,
          fiyat,
          depo,
          gizli: 'sır',
          etkin: ad !== 'Süt',
        })
      ).body.data.row.id,
    );
  }
});

describe('an endpoint that reads rows', () => {
  it('is called under its path once it is published, with the fields chosen and nothing else', async () => {
    const { body, status } = await add('Liste', {
      method: 'GET',
      path: 'urunler',
      action: rows({ sort: [{ field: fields['fiyat'], order: 'desc' }], limit: 2 }),
    });
    expect([status, body.data.endpoint.state, body.data.endpoint.version]).toEqual([
      201,
      'draft',
      null,
    ]);
    expect((await custom('GET', 'urunler')).status).toBe(404);
    expect((await publish(body.data.endpoint.id)).body.data.endpoint).toMatchObject({
      state: 'live',
      version: 1,
      path: 'urunler',
      isChanged: false,
      versions: [{ version: 1, until: null, publishedBy: 'Owner' }],
    });
    const answer = await custom('GET', 'urunler');
    expect(answer.body).toEqual({
      success: true,
      data: {
        rows: [
          { id: rowIds[1], ad: 'Kahve', fiyat: 30 },
          { id: rowIds[2], ad: 'Ihlamur', fiyat: 20 },
        ],
      },
    });
    expect((await custom('GET', 'v1/urunler')).body).toEqual(answer.body);
    expect((await custom('GET', 'v2/urunler')).status).toBe(404);
    expect((await custom('GET', 'urunler/x')).status).toBe(404);
  });

  it('filters by its parameters; what is optional and missing filters nothing', async () => {
    const filter = (name: string, op: string, value: object) => ({
      field: fields[name],
      op,
      value,
    });
    await published({
      method: 'GET',
      path: 'depo/:depo/urunler',
      parameters: [
        { name: 'depo', in: 'path' },
        { name: 'en_az', in: 'query', type: 'number' },
        { name: 'adlar', in: 'query' },
        { name: 'etkin', in: 'query', type: 'boolean', default: true },
      ],
      action: rows({
        filters: [
          filter('depo', 'eq', { parameter: 'depo' }),
          filter('fiyat', 'gte', { parameter: 'en_az' }),
          filter('ad', 'in', { parameter: 'adlar' }),
          filter('etkin', 'eq', { parameter: 'etkin' }),
          filter('gizli', 'eq', { constant: 'sır' }),
        ],
      }),
    });
    const names = async (path: string) =>
      (await custom('GET', path)).body.data?.rows.map(({ ad }: Any) => ad);
    expect(await names('depo/izmir/urunler')).toEqual(['Çay', 'Ihlamur']);
    expect(await names('depo/%C4%B0zmir/urunler?en_az=15')).toEqual(['Ihlamur']);
    expect(await names('depo/izmir/urunler?adlar=çay,kahve')).toEqual(['Çay']);
    expect(await names('depo/ankara/urunler?etkin=false')).toEqual(['Süt']);
    const refused = async (path: string) => (await custom('GET', path)).body.details;
    expect(await refused('depo/izmir/urunler?en_az=x')).toMatchObject([{ path: 'query.en_az' }]);
    expect(await refused('depo/izmir/urunler?en_az[gt]=1')).toMatchObject([
      { path: 'query.en_az' },
    ]);
    expect(
      await refused('depo/izmir/urunler?gizli=x&asOf=2020-01-01T00:00:00Z&limit=9'),
    ).toMatchObject([{ path: 'query.gizli' }, { path: 'query.asOf' }, { path: 'query.limit' }]);
  });

  it('goes on page by page, never more than its limit', async () => {
    await published({
      method: 'GET',
      path: 'sayfalar',
      action: rows({ paged: true, limit: 3, sort: [{ field: fields['ad'] }] }),
    });
    const first = (await custom('GET', 'sayfalar')).body.data;
    expect(first.rows.map(({ ad }: Any) => ad)).toEqual(['Çay', 'Ihlamur', 'Kahve']);
    const next = (
      await custom(
        'GET',
        `sayfalar?limit=2&cursor=${encodeURIComponent(first.pagination.nextCursor)}`,
      )
    ).body.data;
    expect([next.rows.map(({ ad }: Any) => ad), next.pagination]).toEqual([['Süt'], { limit: 2 }]);
    for (const query of ['limit=4', 'limit=0', 'limit=1.5', 'cursor=x'])
      expect((await custom('GET', `sayfalar?${query}`)).status).toBe(400);
  });

  it('answers a single row with its version, by id or by anything else', async () => {
    await published({
      method: 'GET',
      path: 'urun/:id',
      parameters: [{ name: 'id', in: 'path', type: 'id' }],
      action: rows({
        single: true,
        filters: [
          { field: 'id', op: 'eq', value: { parameter: 'id' } },
          { field: fields['depo'], op: 'eq', value: { constant: 'izmir' } },
        ],
      }),
    });
    const one = await custom('GET', `urun/${rowIds[0]}`);
    expect([one.body.data, one.headers.get('etag')]).toEqual([
      { row: { id: rowIds[0], ad: 'Çay', fiyat: 10 } },
      '"1"',
    ]);
    // There, but not of that store.
    expect((await custom('GET', `urun/${rowIds[1]}`)).status).toBe(404);
    expect((await custom('GET', 'urun/x')).body.code).toBe('VALIDATION_ERROR');
  });

  it('looks up the rows that a relational field names', async () => {
    const orders = (
      await call('POST', `/tables/project/${owner.projectId}`, { name: 'Siparişler' })
    ).body.data.table.id;
    const field = async (name: string, type: string) =>
      (await call('POST', `/tables/${owner.projectId}/${orders}/fields`, { name, type })).body.data
        .field.id;
    const [no, product] = [await field('no', 'number'), await field('ürün', 'foreign_key')];
    for (const [n, id] of [
      [1, rowIds[0]],
      [2, rowIds[0]],
      [3, 'yok'],
      [4, null],
    ])
      await call('POST', `/data/table/${orders}/rows`, { no: n, ürün: id });
    await published({
      method: 'GET',
      path: 'siparisler',
      action: {
        kind: 'rows',
        tableId: orders,
        fields: [{ field: no, name: 'no' }],
        lookups: [{ field: product, tableId, name: 'urun', fields: chosen('ad') }],
      },
    });
    expect((await custom('GET', 'siparisler')).body.data.rows).toEqual([
      { no: 1, urun: { ad: 'Çay' } },
      { no: 2, urun: { ad: 'Çay' } },
      { no: 3, urun: null },
      { no: 4, urun: null },
    ]);
  });
});

describe('an endpoint that computes', () => {
  it('counts, sums, averages and finds the least and the most, in all or by group', async () => {
    const values = [
      { compute: 'count', name: 'adet' },
      { compute: 'sum', field: fields['fiyat'], name: 'toplam' },
      { compute: 'average', field: fields['fiyat'], name: 'ortalama' },
      { compute: 'minimum', field: fields['fiyat'], name: 'en_az' },
      { compute: 'maximum', field: fields['fiyat'], name: 'en_cok' },
    ];
    await published({
      method: 'GET',
      path: 'ozet',
      action: { kind: 'aggregate', tableId, values },
    });
    expect((await custom('GET', 'ozet')).body.data).toEqual({
      values: { adet: 4, toplam: 60, ortalama: 20, en_az: 10, en_cok: 30 },
    });
    await published({
      method: 'GET',
      path: 'ozet/depo',
      action: {
        kind: 'aggregate',
        tableId,
        values: values.slice(0, 3),
        group: { field: fields['depo'], name: 'depo' },
      },
    });
    expect((await custom('GET', 'ozet/depo')).body.data).toEqual({
      groups: [
        { depo: 'İzmir', adet: 2, toplam: 30, ortalama: 15 },
        { depo: 'Ankara', adet: 2, toplam: 30, ortalama: 30 },
      ],
    });
    await published({
      method: 'GET',
      path: 'sayi/:depo',
      parameters: [{ name: 'depo', in: 'path' }],
      action: {
        kind: 'aggregate',
        tableId,
        filters: [{ field: fields['depo'], op: 'eq', value: { parameter: 'depo' } }],
        values: values.slice(0, 1),
      },
    });
    expect((await custom('GET', 'sayi/yok')).body.data).toEqual({ values: { adet: 0 } });
  });
});

it('an endpoint that computes takes no currency from what remains of another type', async () => {
  const kasa = await table(owner.projectId, owner.session, 'Kasa', { tutar: 'object' });
  for (const tutar of [
    { amount: 5, currency: 'TRY', symbol: '₺' },
    { amount: 7, currency: 'x'.repeat(500) },
    { amount: 9, currency: '__proto__' },
  ])
    await call('POST', `/data/table/${kasa}/rows`, { tutar });
  const { body } = await call('GET', `/tables/${owner.projectId}/${kasa}/fields`);
  const { id } = body.data.fields[0];
  const changed = await call('PUT', `/tables/${kasa}/fields/${id}`, { type: 'currency' });
  expect(changed.status).toBe(200);
  await published({
    method: 'GET',
    path: 'kasa',
    action: {
      kind: 'aggregate',
      tableId: kasa,
      values: [
        { compute: 'count', name: 'adet' },
        { compute: 'sum', field: id, name: 'toplam' },
      ],
    },
  });
  const toplam = { TRY: 5 };
  expect((await custom('GET', 'kasa')).body.data).toEqual({ values: { adet: 3, toplam } });
  const summary = await call('POST', `/data/table/${kasa}/summary`, {
    values: [{ field: 'tutar', compute: 'sum' }],
  });
  expect(summary.body.data.summary.values).toEqual([toplam]);
});

describe('an endpoint that writes', () => {
  const body = (name: string, type: string, required = false) => ({
    name,
    in: 'body',
    type,
    required,
  });
  const set = (name: string, parameter: string) => ({ field: fields[name], value: { parameter } });

  it('adds, changes and deletes by the commands of rows, and its events say through what they came', async () => {
    const parameters = [body('ad', 'text', true), body('fiyat', 'number')];
    const id = await published({
      method: 'POST',
      path: 'yeni',
      parameters,
      action: {
        kind: 'insert',
        tableId,
        values: [
          set('ad', 'ad'),
          set('fiyat', 'fiyat'),
          { field: fields['depo'], value: { constant: 'Bursa' } },
        ],
        fields: chosen('id', 'ad', 'depo', '_version'),
      },
    });
    const made = await custom(
      'POST',
      'yeni',
      { ad: 'Salep', fiyat: 5 },
      { ...owner.key, 'x-request-id': `salep-${owner.projectId}` },
    );
    expect([made.status, made.body.data.row, made.headers.get('etag')]).toEqual([
      201,
      { id: expect.any(String), ad: 'Salep', depo: 'Bursa', _version: 1 },
      '"1"',
    ]);
    expect(
      (
        await custom(
          'POST',
          'yeni',
          { ad: 'Salep', fiyat: 5 },
          { ...owner.key, 'x-request-id': `salep-${owner.projectId}` },
        )
      ).body,
    ).toEqual(made.body);
    expect((await custom('POST', 'yeni', { fiyat: 5 })).body.details).toMatchObject([
      { path: 'body.ad' },
    ]);
    expect((await custom('POST', 'yeni', { ad: 'x', gizli: 'y' })).body.details).toMatchObject([
      { path: 'body.gizli' },
    ]);

    await published({
      method: 'PATCH',
      path: 'fiyat/:ad',
      parameters: [{ name: 'ad', in: 'path' }, body('fiyat', 'number', true)],
      action: {
        kind: 'update',
        tableId,
        key: { field: fields['ad'], value: { parameter: 'ad' } },
        values: [set('fiyat', 'fiyat')],
        fields: chosen('ad', 'fiyat', '_version'),
      },
    });
    expect((await custom('PATCH', 'fiyat/salep', { fiyat: 7 })).body.data).toEqual({
      row: { ad: 'Salep', fiyat: 7, _version: 2 },
    });
    expect((await custom('PATCH', 'fiyat/yok', { fiyat: 7 })).status).toBe(404);
    expect(
      (await custom('PATCH', 'fiyat/salep', { fiyat: 7 }, { ...owner.key, 'if-match': '"1"' }))
        .status,
    ).toBe(412);

    await published({
      method: 'DELETE',
      path: 'sil/:depo',
      parameters: [{ name: 'depo', in: 'path' }],
      action: {
        kind: 'delete',
        tableId,
        key: { field: fields['depo'], value: { parameter: 'depo' } },
      },
    });
    expect((await custom('DELETE', 'sil/izmir')).body).toMatchObject({ code: 'CONFLICT' });
    const gone = { ...owner.key, 'x-request-id': `sil-${owner.projectId}` };
    expect((await custom('DELETE', 'sil/bursa', undefined, gone)).body).toEqual({
      success: true,
      data: {},
    });
    expect((await custom('DELETE', 'sil/bursa', undefined, gone)).body).toEqual({
      success: true,
      data: {},
    });
    expect((await custom('DELETE', 'sil/bursa')).status).toBe(404);
    expect((await get(id)).calls).toBe(4);
  });

  it('needs the permission of what it does, and the other two headers where the project asks for them', async () => {
    const definition = {
      method: 'POST',
      path: 'yeni2',
      parameters: [body('ad', 'text', true)],
      action: { kind: 'insert', tableId, values: [set('ad', 'ad')], fields: chosen('ad') },
    };
    await published(definition);
    expect((await custom('POST', 'yeni2', { ad: 'x' }, keyAlone())).body.code).toBe(
      'MISSING_HEADERS',
    );
    const { apiKey } =
      (
        await call('POST', `/api-keys/project/${owner.projectId}`, {
          name: 'okur',
          permissions: ['read'],
        })
      ).body.data ?? {};
    expect(
      (await custom('POST', 'yeni2', { ad: 'x' }, { ...owner.key, 'x-api-key': apiKey.key })).body
        .code,
    ).toBe('KEY_SCOPE');
    expect(await wrong({ ...definition, path: 'yeni3', caller: 'public' })).toEqual([
      'definition.caller',
    ]);
    expect(await wrong({ ...definition, path: 'yeni3', method: 'GET', parameters: [] })).toContain(
      'definition.method',
    );
  });

  it('tries without writing', async () => {
    const definition = {
      method: 'POST',
      path: 'dene',
      parameters: [body('ad', 'text', true)],
      action: {
        kind: 'insert',
        tableId,
        values: [set('ad', 'ad')],
        fields: chosen('ad', '_version'),
      },
    };
    const attempt = (sent: object, more: object = {}) =>
      call('POST', `/custom-endpoints/project/${owner.projectId}/try`, {
        definition: { ...definition, ...more },
        sent,
      });
    expect((await attempt({ body: { ad: 'Deneme' } })).body.data).toEqual({
      status: 201,
      answer: { success: true, data: { row: { ad: 'Deneme', _version: 1 } } },
    });
    expect((await attempt({ body: {} })).body.details).toMatchObject([{ path: 'body.ad' }]);
    const action = { kind: 'delete', tableId, key: { field: 'id', value: { parameter: 'ad' } } };
    expect(
      (await attempt({ body: { ad: rowIds[0] } }, { action, parameters: [body('ad', 'id', true)] }))
        .status,
    ).toBe(200);
    const { rows: left } = (await call('GET', `/data/table/${tableId}?limit=100`)).body.data;
    expect(left.filter(({ ad }: Any) => ad === 'Deneme')).toEqual([]);
    expect(left.some(({ id }: Any) => id === rowIds[0])).toBe(true);
  });
});

describe('who may call it, and how often', () => {
  it('says its definition: anybody, a key, or a key with its identity', async () => {
    for (const caller of ['public', 'key', 'identity'])
      await published({ method: 'GET', path: `kim/${caller}`, caller, action: rows({ limit: 1 }) });
    const codes = async (caller: string) =>
      Promise.all(
        [{}, keyAlone(), owner.key, owner.session, stranger.key, stranger.session].map(
          async headers =>
            (await custom('GET', `kim/${caller}`, undefined, headers)).body.code ?? 200,
        ),
      );
    expect(await codes('public')).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await codes('key')).toEqual(['UNAUTHORIZED', 200, 200, 200, 'KEY_SCOPE', 'NOT_FOUND']);
    expect(await codes('identity')).toEqual([
      'UNAUTHORIZED',
      'MISSING_HEADERS',
      200,
      200,
      'KEY_SCOPE',
      'NOT_FOUND',
    ]);
    // A missing endpoint looks to a stranger like a forbidden one.
    expect((await custom('GET', 'kim/yok', undefined, {})).body.code).toBe('UNAUTHORIZED');
    await call('PUT', `/projects/${owner.projectId}`, { settings: { allowApiAccess: false } });
    expect((await custom('GET', 'kim/public', undefined, {})).body.code).toBe(
      'API_ACCESS_DISABLED',
    );
    await call('PUT', `/projects/${owner.projectId}`, { settings: { allowApiAccess: true } });
  });

  it('is asked at most as often as it says, by each caller', async () => {
    await published({
      method: 'GET',
      path: 'az',
      caller: 'public',
      rate: 'low',
      action: rows({ limit: 1 }),
    });
    const answers: Any[] = [];
    for (let i = 0; i < 11; i++) answers.push(await custom('GET', 'az'));
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
    expect(answers[0].headers.get('ratelimit-limit')).toBe('10');
    expect((await custom('GET', 'az', undefined, owner.session)).status).toBe(200);
  });

  it("answers pages of sites that the project lets in, and nobody else's", async () => {
    await published({ method: 'GET', path: 'site', action: rows({ limit: 1 }) });
    await call('POST', `/cors/${owner.projectId}/domains`, { domain: 'https://iyi.example.com' });
    const preflight = await fetch(`${origin()}/api/v1/custom/${owner.projectId}/site`, {
      method: 'OPTIONS',
      headers: { origin: 'https://iyi.example.com' },
    });
    expect(preflight.status).toBe(204);
    expect(
      (
        await custom('GET', 'site', undefined, {
          ...keyAlone(),
          origin: 'https://kotu.example.com',
        })
      ).body.code,
    ).toBe('ORIGIN_NOT_ALLOWED');
  });
});

describe('its life', () => {
  const definition = (path: string, more: object = {}) => ({
    method: 'GET',
    path,
    action: rows({ limit: 1, ...more }),
  });

  it('a change is a new version; the one before stays callable as long as it is kept, and comes back in one call', async () => {
    const id = await published(definition('surum', { fields: chosen('ad') }));
    await call('PUT', `/custom-endpoints/${id}`, {
      name: 'Sürüm',
      definition: definition('surum', { fields: chosen('fiyat') }),
    });
    expect(await get(id)).toMatchObject({ isChanged: true, version: 1 });
    const keys = async (path: string) => {
      const { body } = await custom('GET', path);
      return body.data ? Object.keys(body.data.rows[0]) : body.code;
    };
    expect(await keys('surum')).toEqual(['ad']);
    expect((await publish(id, { keepDays: 1 })).body.data.endpoint).toMatchObject({
      version: 2,
      isChanged: false,
    });
    expect([await keys('surum'), await keys('v1/surum'), await keys('v2/surum')]).toEqual([
      ['fiyat'],
      ['ad'],
      ['fiyat'],
    ]);
    const back = await call('POST', `/custom-endpoints/${id}/roll-back`, { version: 1 });
    expect(back.body.data.endpoint).toMatchObject({ version: 1, lastVersion: 2 });
    // The one that was rolled back is kept no day.
    expect([await keys('surum'), await keys('v1/surum'), await keys('v2/surum')]).toEqual([
      ['ad'],
      ['ad'],
      'NOT_FOUND',
    ]);
    expect((await call('POST', `/custom-endpoints/${id}/roll-back`, { version: 9 })).status).toBe(
      404,
    );
    expect((await publish(id)).body.data.endpoint.version).toBe(3);
  });

  it('is switched off and on, and deleted', async () => {
    const id = await published(definition('kapali'));
    expect(
      (await call('PUT', `/custom-endpoints/${id}/state`, { isOn: false })).body.data.endpoint
        .state,
    ).toBe('off');
    expect((await custom('GET', 'kapali')).body).toMatchObject({
      code: 'NOT_FOUND',
      error: 'Bu endpoint kapatıldı',
    });
    await call('PUT', `/custom-endpoints/${id}/state`, { isOn: true });
    expect((await custom('GET', 'kapali')).status).toBe(200);
    expect((await call('DELETE', `/custom-endpoints/${id}`)).status).toBe(200);
    expect((await custom('GET', 'kapali')).status).toBe(404);
    expect((await call('GET', `/custom-endpoints/${id}`)).status).toBe(404);
  });

  it('no two are called under one address; literals win over parameters', async () => {
    await published(
      definition('adres/:x', {
        filters: [{ field: fields['ad'], op: 'eq', value: { parameter: 'x' } }],
      }) && {
        ...definition('adres/:x', {
          filters: [{ field: fields['ad'], op: 'eq', value: { parameter: 'x' } }],
        }),
        parameters: [{ name: 'x', in: 'path' }],
      },
    );
    const { id } = (
      await add('Uç', {
        ...definition('adres/:y'),
        method: 'ANY',
        parameters: [{ name: 'y', in: 'path' }],
      })
    ).body.data.endpoint;
    expect((await publish(id)).body).toMatchObject({ code: 'NAME_TAKEN' });
    await published(definition('adres/son', { fields: chosen('depo') }));
    expect(Object.keys((await custom('GET', 'adres/son')).body.data.rows[0])).toEqual(['depo']);
    const other = await custom('POST', 'adres/son', {});
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('is refused where it does not fit the tables, with all that is wrong', async () => {
    expect(await wrong({ method: 'GET', path: 'v1/x', action: rows() })).toEqual([
      'definition.path',
    ]);
    expect(await wrong({ method: 'GET', path: 'x/:y', action: rows() })).toEqual([
      'definition.path',
    ]);
    expect(
      await wrong({ method: 'GET', path: 'x', action: rows({ tableId: owner.projectId }) }),
    ).toEqual(['definition.action.tableId']);
    expect(
      await wrong({
        method: 'GET',
        path: 'x',
        action: rows({
          fields: [
            { field: owner.projectId, name: 'a' },
            { field: 'id', name: 'a' },
          ],
          filters: [
            { field: fields['fiyat'], op: 'eq', value: { constant: 'x' } },
            { field: fields['ad'], op: 'eq', value: { parameter: 'yok' } },
          ],
          sort: [{ field: fields['gizli'] }],
          paged: true,
        }),
      }),
    ).toEqual([
      'definition.action.fields.1.name',
      'definition.action.fields.0.field',
      'definition.action.filters.0.value',
      'definition.action.filters.1.value',
      'definition.action.sort.0.field',
    ]);
    expect(
      await wrong({
        method: 'POST',
        path: 'x',
        action: {
          kind: 'insert',
          tableId,
          values: [{ field: fields['fiyat'], value: { constant: 'x' } }],
          fields: chosen('id'),
        },
      }),
    ).toEqual(['definition.action.values.0.value', 'definition.action.values']);
    expect(
      await wrong({
        method: 'GET',
        path: 'x',
        action: {
          kind: 'aggregate',
          tableId,
          values: [{ compute: 'sum', field: fields['ad'], name: 'a' }],
        },
      }),
    ).toEqual(['definition.action.values.0.field']);
    // A table of another project.
    const theirs = (
      await ask(
        'POST',
        `/tables/project/${stranger.projectId}`,
        { name: 'Onların' },
        stranger.session,
      )
    ).body.data.table.id;
    expect(
      await wrong({
        method: 'GET',
        path: 'x',
        action: { kind: 'rows', tableId: theirs, fields: chosen('id') },
      }),
    ).toEqual(['definition.action.tableId']);
  });

  it('what it needs goes only when that is meant; then it says so, and is mended by a new version', async () => {
    const table = (await call('POST', `/tables/project/${owner.projectId}`, { name: 'Geçici' }))
      .body.data.table.id;
    const field = async (name: string, type = 'string') =>
      (await call('POST', `/tables/${owner.projectId}/${table}/fields`, { name, type })).body.data
        .field.id;
    const [kept, gone, typed] = [
      await field('kalan'),
      await field('giden'),
      await field('tür', 'number'),
    ];
    const of = (ids: string[]) => ({
      method: 'GET',
      path: 'gecici',
      action: {
        kind: 'rows',
        tableId: table,
        fields: ids.map((id, i) => ({ field: id, name: `f${i}` })),
        filters: [{ field: typed, op: 'gte', value: { constant: 0 } }],
      },
    });
    const id = await published(of([kept, gone]));
    const adding = await published({
      method: 'POST',
      path: 'gecici',
      parameters: [{ name: 'a', in: 'body' }],
      action: {
        kind: 'insert',
        tableId: table,
        values: [{ field: kept, value: { parameter: 'a' } }],
        fields: [{ field: kept, name: 'a' }],
      },
    });
    const refused = async (method: string, path: string, sent?: unknown) => {
      const { status, body } = await call(method, `/tables${path}`, sent);
      return [status, body.data?.endpoints?.map((one: Any) => one.id)];
    };
    expect(await refused('DELETE', `/${table}/fields/${gone}`)).toEqual([409, [id]]);
    expect(await refused('PUT', `/${table}/fields/${typed}`, { type: 'string' })).toEqual([
      409,
      [id],
    ]);
    expect(
      await refused('POST', `/${owner.projectId}/${table}/fields`, {
        name: 'yeni',
        type: 'string',
        required: true,
      }),
    ).toEqual([409, [adding]]);
    expect((await refused('DELETE', `/${table}`))[1]).toEqual([id, adding]);
    // A new name changes nothing for its callers.
    await call('PUT', `/tables/${table}/fields/${kept}`, { name: 'başka' });
    expect((await custom('GET', 'gecici')).status).toBe(200);
    expect((await call('DELETE', `/tables/${table}/fields/${gone}?force=true`)).status).toBe(200);
    expect((await custom('GET', 'gecici')).body).toMatchObject({ code: 'CONFLICT' });
    expect(await get(id)).toMatchObject({
      state: 'broken',
      faults: [{ path: 'action.fields.1.field', message: 'Bu alan tabloda yok' }],
    });
    // An endpoint that is broken already hinders nobody.
    expect(await refused('DELETE', `/${table}/fields/${typed}`)).toEqual([200, undefined]);
    await call('PUT', `/custom-endpoints/${id}`, {
      name: 'Uç',
      definition: { ...of([kept]), action: { ...of([kept]).action, filters: [] } },
    });
    expect((await publish(id)).body.data.endpoint.state).toBe('live');
    expect((await custom('GET', 'gecici')).body.data).toEqual({ rows: [] });
  });

  it("is in the history, and in the project's OpenAPI document", async () => {
    await published({
      ...definition('belge/:depo', {
        paged: true,
        filters: [{ field: fields['depo'], op: 'eq', value: { parameter: 'depo' } }],
      }),
      parameters: [{ name: 'depo', in: 'path', description: 'Hangi depo' }],
      caller: 'identity',
    });
    const { events } = (
      await call('GET', `/projects/${owner.projectId}/history?type=custom-endpoint-published`)
    ).body.data;
    expect(events.at(-1).summary).toBe("Owner “Uç” endpoint'inin 1. sürümünü yayımladı");
    const document = (await call('GET', `/projects/${owner.projectId}/openapi.json`)).body;
    expect(document.paths[`/custom/${owner.projectId}/belge/{depo}`].get).toMatchObject({
      summary: 'Uç',
      security: [{ apiKey: [], userEmail: [], projectPassword: [] }, { session: [] }],
      parameters: [
        {
          name: 'depo',
          in: 'path',
          required: true,
          schema: { type: 'string', description: 'Hangi depo' },
        },
        { name: 'limit' },
        { name: 'cursor' },
      ],
    });
    expect(Object.keys(document.paths)).toContain(`/custom/${owner.projectId}/v1/belge/{depo}`);
    expect(Object.keys(document.paths).some(path => path.includes('kapali'))).toBe(false);
  });
});
