import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
let session: Headed;
let key: Headed;
let projectId = '';
let tableId = '';
let rowId = '';
let others: string[] = [];

beforeAll(async () => {
  ({ session, key, projectId } = await register('Ayse'));
  tableId = await table(projectId, session, 'Ürünler', { ad: 'string', stok: 'number' });
  const rows = `/data/table/${tableId}/rows`;
  rowId = (await ask('POST', rows, { ad: 'Çay', stok: 5 }, session)).body.data.row.id;
  await ask('PUT', `${rows}/${rowId}`, { stok: 6 }, session);
  others = (
    await ask('POST', `${rows}/bulk`, { rows: [{ ad: 'Kahve' }, { ad: 'Şeker' }] }, session)
  ).body.data.rows.map((r: { id: string }) => r.id);
  await ask(
    'POST',
    `${rows}/bulk`,
    {
      updates: [
        { id: rowId, values: { stok: 7 } },
        { id: others[0], values: { stok: 8 } },
      ],
    },
    session,
  );
  await ask('DELETE', `${rows}/${rowId}`, undefined, session);
});

const told = async (query = '', headers: Headed = {}) =>
  (
    await ask('GET', `/projects/${projectId}/history?${query}`, undefined, {
      ...session,
      ...headers,
    })
  ).body.data.events;
const types = async (query: string) => (await told(query)).map((e: { type: string }) => e.type);

describe('the history of a project', () => {
  it("tells who did what, oldest first, in the reader's language", async () => {
    expect((await told()).map((e: { summary: string }) => e.summary)).toEqual([
      'Ayse “Varsayılan Proje” projesini oluşturdu',
      'Ayse “Ürünler” tablosunu oluşturdu',
      'Ayse “Ürünler” tablosuna “ad” alanını ekledi',
      'Ayse “Ürünler” tablosuna “stok” alanını ekledi',
      'Ayse “Ürünler” tablosuna bir kayıt ekledi: ad: Çay, stok: 5',
      'Ayse “Ürünler” tablosunda bir kaydı değiştirdi: stok: 5 → 6',
      'Ayse “Ürünler” tablosuna 2 kayıt ekledi',
      'Ayse “Ürünler” tablosunda 2 kaydı değiştirdi',
      'Ayse “Ürünler” tablosundan bir kaydı sildi: ad: Çay, stok: 7',
    ]);
    expect((await told('type=row-changed', { 'accept-language': 'en' }))[0].summary).toBe(
      'Ayse changed a row of “Ürünler”: stok: 5 → 6',
    );
  });

  it('says which row it was, by its first text: then, or where the event does not say it, now', async () => {
    const book = await table(projectId, session, 'Kitaplar', {
      sayfa: 'number',
      ad: 'string',
      not: 'text',
    });
    const rows = `/data/table/${book}/rows`;
    const add = async (values: object): Promise<string> =>
      (await ask('POST', rows, values, session)).body.data.row.id;
    const [first, second] = [
      await add({ sayfa: 1, ad: 'Kuyucaklı  Yusuf' }),
      await add({ sayfa: 2 }),
    ];
    await ask('PUT', `${rows}/${first}`, { sayfa: 9600 }, session);
    await ask('PUT', `${rows}/${first}`, { ad: 'Yusuf', not: 'x' }, session);
    await ask('PUT', `${rows}/${second}`, { sayfa: 3 }, session);
    await ask('DELETE', `${rows}/${first}`, undefined, session);
    const events: { row?: object; summary: string }[] = await told(`table=${book}`);
    expect(events.flatMap(({ row }) => (row ? [row] : []))).toEqual([
      { id: first, name: 'Kuyucaklı Yusuf' },
      { id: second, name: '' },
      { id: first, name: '' },
      { id: first, name: 'Yusuf' },
      { id: second, name: '' },
      { id: first, name: 'Yusuf' },
    ]);
    expect(events[6]!.summary).toBe(
      'Ayse “Kitaplar” tablosunda bir kaydı değiştirdi: sayfa: 1 → 9.600',
    );
  });

  it('names fields by their names, with what was there before, also when they are gone', async () => {
    const [changed] = await told('type=row-changed');
    expect(changed.data).toEqual({
      tableId,
      table: 'Ürünler',
      rowId,
      values: { stok: 6 },
      before: { stok: 5 },
    });
    const extra = await table(projectId, session, 'Geçici', { not: 'text' });
    const { id: fieldId } = (
      await ask('GET', `/tables/${projectId}/${extra}/fields`, undefined, session)
    ).body.data.fields[0];
    await ask(
      'PUT',
      `/tables/${extra}/fields/${fieldId}`,
      { name: 'açıklama', required: true },
      session,
    );
    await ask('DELETE', `/tables/${extra}/fields/${fieldId}`, undefined, session);
    await ask('PUT', `/tables/${extra}`, { name: 'Eski' }, session);
    await ask('DELETE', `/tables/${extra}`, undefined, session);
    expect(
      (await told(`table=${extra}`)).slice(2).map((e: { summary: string }) => e.summary),
    ).toEqual([
      'Ayse “Eski” tablosunda “açıklama” alanını değiştirdi: name: not → açıklama, required: Hayır → Evet',
      'Ayse “Eski” tablosundan “açıklama” alanını sildi',
      'Ayse bir tablonun adını değiştirdi: name: Geçici → Eski',
      'Ayse “Eski” tablosunu sildi',
    ]);
  });

  it('is told of a time', async () => {
    const all: { position: string; at: string }[] = await told(`table=${tableId}`);
    for (const [i, { at }] of all.entries()) {
      expect(await told(`table=${tableId}&from=${at}`)).toEqual(
        all.filter(event => event.at >= at),
      );
      expect(await told(`table=${tableId}&to=${at}`)).toEqual(all.filter(event => event.at < at));
      expect(
        await told(`table=${tableId}&from=${at}&to=${all[i + 1]?.at ?? '2999-01-01T00:00:00Z'}`),
      ).toEqual(all.filter(event => event.at >= at && event.at < (all[i + 1]?.at ?? '3')));
    }
    expect([
      await told('from=2999-01-01T00:00:00Z'),
      await told('to=2000-01-01T00:00:00Z'),
    ]).toEqual([[], []]);
    expect(
      (await ask('GET', `/projects/${projectId}/history?from=dün`, undefined, session)).status,
    ).toBe(400);
  });

  it('goes on in pages, forwards and backwards', async () => {
    const all = await told('limit=1000');
    const at = (i: number) => all[i].position;
    expect(await told(`after=${at(1)}&limit=2`)).toEqual(all.slice(2, 4));
    expect(await told(`before=${at(5)}&limit=2`)).toEqual(all.slice(3, 5));
    expect(await told(`after=${at(1)}&before=${at(5)}&limit=2`)).toEqual(all.slice(2, 4));
    expect(
      (await ask('GET', `/projects/${projectId}/history?limit=1001`, undefined, session)).status,
    ).toBe(400);
  });

  it('is filtered by row, table, type and actor', async () => {
    expect(await types(`row=${rowId}`)).toEqual([
      'row-added',
      'row-changed',
      'row-changed',
      'row-removed',
    ]);
    expect((await told(`row=${others[0]}&type=row-changed`))[0].data).toMatchObject({
      rowId: others[0],
      values: { stok: 8 },
      before: { stok: null },
    });
    expect(await types(`table=${tableId}&type=rows-added`)).toEqual(['rows-added']);
    const me = (await ask('GET', '/auth/me', undefined, session)).body.data.user.id;
    expect((await told(`actor=${me}`)).length).toBe((await told()).length);
    expect(await told('actor=somebody')).toEqual([]);
  });

  it('never shows a secret', async () => {
    await ask(
      'PUT',
      `/projects/${projectId}/api-key-password`,
      { newPassword: 'çok-gizli-parola' },
      session,
    );
    await ask('POST', `/projects/${projectId}/protection`, { password: 'kilit-parolası' }, session);
    const text = JSON.stringify(await told());
    for (const secret of [
      'çok-gizli-parola',
      'kilit-parolası',
      'argon2',
      key['x-api-key']!,
      key['x-project-password']!,
    ])
      expect(text).not.toContain(secret);
    expect((await told('type=api-key-password-changed'))[0].data).toEqual({
      apiKeyPassword: '********',
    });
    await ask(
      'PUT',
      `/projects/${projectId}`,
      { settings: { requireAuth: false }, name: 'Yeni ad' },
      session,
    );
    expect((await told('type=project-settings-changed'))[0].summary).toBe(
      'Ayse proje ayarlarını değiştirdi: requireAuth: Evet → Hayır',
    );
    expect((await told('type=project-described'))[0].summary).toBe(
      'Ayse projenin bilgilerini değiştirdi: name: Varsayılan Proje → Yeni ad',
    );
  });

  it("is nobody else's", async () => {
    const { session: stranger } = await register('Can');
    expect((await ask('GET', `/projects/${projectId}/history`, undefined, stranger)).status).toBe(
      404,
    );
    expect((await ask('GET', `/projects/${projectId}/history`)).status).toBe(401);
  });
});

describe('the history of a row', () => {
  const path = () => `/data/table/${tableId}/rows/${rowId}`;
  const versions = async () =>
    (await ask('GET', `${path()}/history`, undefined, session)).body.data.versions;

  it('has every version, with what was there before, also those made together with others', async () => {
    expect(
      (await versions()).map((v: { version: number; type: string; data: object }) => [
        v.version,
        v.type,
        v.data,
      ]),
    ).toMatchObject([
      [1, 'row-added', { values: { ad: 'Çay', stok: 5 } }],
      [2, 'row-changed', { values: { stok: 6 }, before: { stok: 5 } }],
      [3, 'row-changed', { values: { stok: 7 }, before: { stok: 6 } }],
      [4, 'row-removed', { before: { ad: 'Çay', stok: 7 } }],
    ]);
    expect(
      (await ask('GET', `/data/table/${tableId}/rows/${projectId}/history`, undefined, session))
        .status,
    ).toBe(404);
  });

  it('brings a removed row back, as a new version, once for one request', async () => {
    const headers = { ...session, 'x-request-id': 'back' };
    const first = await ask('POST', `${path()}/restore`, { version: 2 }, headers);
    expect(first.body.data.row).toMatchObject({ id: rowId, ad: 'Çay', stok: 6, _version: 5 });
    expect((await ask('POST', `${path()}/restore`, { version: 2 }, headers)).body).toEqual(
      first.body,
    );
    const {
      body,
      headers: { etag },
    } = await ask('GET', path(), undefined, {
      ...session,
      'x-wait-for-position': first.headers.get('x-position')!,
    }).then(a => ({ ...a, headers: { etag: a.headers.get('etag') } }));
    expect([body.data.row, etag]).toEqual([first.body.data.row, '"5"']);
    expect((await versions()).at(-1)).toMatchObject({
      version: 5,
      type: 'row-restored',
      data: { values: { ad: 'Çay', stok: 6 } },
    });
  });

  it('gives a row the values of an earlier version, with a check of what the caller saw', async () => {
    expect(
      (await ask('POST', `${path()}/restore`, { version: 1 }, { ...session, 'if-match': '"4"' }))
        .status,
    ).toBe(412);
    const { body } = await ask(
      'POST',
      `${path()}/restore`,
      { version: 1 },
      { ...session, 'if-match': '"5"' },
    );
    expect(body.data.row).toMatchObject({ stok: 5, _version: 6 });
    const again = await ask('PUT', path(), { stok: 9 }, session);
    expect(again.body.data.row._version).toBe(7);
  });

  it('has no version that never was, and none of a removed row', async () => {
    expect((await ask('POST', `${path()}/restore`, { version: 99 }, session)).status).toBe(404);
    expect((await ask('POST', `${path()}/restore`, { version: 4 }, session)).status).toBe(404);
    expect((await ask('POST', `${path()}/restore`, { version: 0 }, session)).status).toBe(400);
  });

  it('brings back what was removed together with others', async () => {
    await ask('POST', `/data/table/${tableId}/rows/bulk`, { deletes: others }, session);
    const { body } = await ask(
      'POST',
      `/data/table/${tableId}/rows/${others[0]}/restore`,
      { version: 2 },
      session,
    );
    expect(body.data.row).toMatchObject({ ad: 'Kahve', stok: 8, _version: 4 });
  });

  it('refuses values that no longer fit', async () => {
    const { id } = (await ask('GET', `/tables/${projectId}/${tableId}/fields`, undefined, session))
      .body.data.fields[0];
    await ask('PUT', `/tables/${tableId}/fields/${id}`, { type: 'boolean' }, session);
    const { status, body } = await ask('POST', `${path()}/restore`, { version: 2 }, session);
    expect([status, body.details[0].path]).toEqual([400, 'ad']);
  });
});
