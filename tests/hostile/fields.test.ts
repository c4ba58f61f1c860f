import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from '../http/serve.ts';

/**
 * Values of fields that were removed or hidden: no reader who is not shown them finds out what they
 * hold, by no way.
 */
const server = serve();
let session: Headed;
let projectId = '';
let tableId = '';
let rowId = '';
const fieldIds: Record<string, string> = {};
/** Readers who are not shown hidden fields. */
const outsiders: Record<string, Headed> = {};
const insiders: Record<string, Headed> = {};

beforeAll(async () => {
  const owner = await server.register('Ayse');
  ({ session, projectId } = owner);
  await server.ask(
    'PUT',
    `/projects/${projectId}`,
    { isPublic: true, settings: { maxRequestsPerMinute: 10_000 } },
    session,
  );
  tableId = await server.table(projectId, session, 'Ürünler', { ad: 'string', eski: 'string' });
  await server.ask(
    'POST',
    `/tables/${projectId}/${tableId}/fields`,
    { name: 'maliyet', type: 'string', isHidden: true },
    session,
  );
  const { body } = await server.ask(
    'GET',
    `/tables/${projectId}/${tableId}/fields`,
    undefined,
    session,
  );
  for (const { name, id } of body.data.fields) fieldIds[name] = id;
  const added = await server.ask(
    'POST',
    `/data/table/${tableId}/rows`,
    { ad: 'çay', eski: 'sır-bir', maliyet: 'sır-iki' },
    session,
  );
  rowId = added.body.data.row.id;
  await server.ask('DELETE', `/tables/${tableId}/fields/${fieldIds['eski']}`, undefined, session);

  const apiKey = async (
    name: string,
    permissions: readonly string[],
    scope: string,
  ): Promise<Headed> => {
    const made = await server.ask(
      'POST',
      `/api-keys/project/${projectId}`,
      { name, permissions, scope },
      session,
    );
    return { ...owner.key, 'x-api-key': made.body.data.apiKey.key };
  };
  Object.assign(outsiders, {
    'a stranger': {},
    'somebody signed in': (await server.register('Baska')).session,
    'a key': await apiKey('k', ['read', 'write'], 'project'),
    'a key alone': {
      'x-api-key': (await apiKey('a', ['read', 'write', 'delete', 'admin'], 'admin_project'))[
        'x-api-key'
      ]!,
    },
  });
  Object.assign(insiders, {
    'the owner': session,
    'a key with admin': await apiKey('admin', ['read', 'admin'], 'admin_project'),
  });
});

const list = (query: string, headers: Headed) =>
  server.ask('GET', `/data/table/${tableId}?${query}`, undefined, headers);
const found = async (query: string, headers: Headed): Promise<number> =>
  (await list(query, headers)).body.data.pagination.total;

describe('removed fields', () => {
  it('cannot be searched, by nobody', async () => {
    for (const [name, headers] of Object.entries({ ...outsiders, ...insiders })) {
      expect([
        name,
        await found('q=çay', headers),
        await found('q=sır-bir', headers),
        await found('q=s%C4%B1r-b', headers),
      ]).toEqual([name, 1, 0, 0]);
      expect((await list('filter[eski]=s', headers)).status).toBe(400);
      expect((await list('sort=eski', headers)).status).toBe(400);
    }
  });

  it('are in no answer, no sort and no condition, neither by name nor by id, and in no export', async () => {
    const id = fieldIds['eski']!;
    const refused: [string, number][] = [
      [`filter[${id}][eq]=s%C4%B1r-bir`, 400],
      [`filter[${id}][empty]=false&fieldKey=id`, 409],
      [`sort=${id}&fieldKey=id`, 409],
    ];
    for (const [name, headers] of Object.entries({ ...outsiders, ...insiders })) {
      for (const [query, status] of refused)
        expect([name, query, (await list(query, headers)).status]).toEqual([name, query, status]);
      for (const query of ['', '?fieldKey=id']) {
        const row = await server.ask(
          'GET',
          `/data/table/${tableId}/rows/${rowId}${query}`,
          undefined,
          headers,
        );
        const page = await server.ask('GET', `/data/table/${tableId}${query}`, undefined, headers);
        expect([row.status, page.status]).toEqual([200, 200]);
        expect(JSON.stringify([row.body, page.body])).not.toContain('sır-bir');
      }
    }
    const file = await fetch(`${server.origin()}/api/v1/admin/backup`, { headers: session });
    const text = await file.text();
    expect([file.status, text.includes('çay'), text.includes('sır-bir')]).toEqual([
      200,
      true,
      false,
    ]);
  });

  it('are no values of a field that is added under their name', async () => {
    await server.ask(
      'POST',
      `/tables/${projectId}/${tableId}/fields`,
      { name: 'eski', type: 'string' },
      session,
    );
    expect([
      await found('filter[eski][empty]=true', session),
      await found('filter[eski]=s%C4%B1r', session),
      await found('q=s%C4%B1r-bir', session),
    ]).toEqual([1, 0, 0]);
    const { body } = await list('', session);
    expect(body.data.rows[0].eski).toBeNull();
    const { body: schema } = await server.ask(
      'GET',
      `/tables/${projectId}/${tableId}/fields`,
      undefined,
      session,
    );
    const added = schema.data.fields.find(({ name }: { name: string }) => name === 'eski');
    await server.ask('DELETE', `/tables/${tableId}/fields/${added.id}`, undefined, session);
  });
});

describe('hidden fields', () => {
  it('are neither answered, searched, filtered nor sorted for strangers and keys without admin', async () => {
    for (const [name, headers] of Object.entries(outsiders)) {
      const { body } = await list('', headers);
      expect([name, body.data.rows.map((row: object) => 'maliyet' in row)]).toEqual([
        name,
        [false],
      ]);
      const one = await server.ask(
        'GET',
        `/data/table/${tableId}/rows/${rowId}`,
        undefined,
        headers,
      );
      expect([name, JSON.stringify(one.body).includes('sır')]).toEqual([name, false]);
      expect([name, await found('q=sır-iki', headers)]).toEqual([name, 0]);
      for (const query of ['filter[maliyet]=s', 'filter[maliyet][gt]=s', 'sort=maliyet']) {
        const {
          status,
          body: { code },
        } = await list(query, headers);
        expect([name, query, status, code]).toEqual([name, query, 400, 'VALIDATION_ERROR']);
      }
    }
  });

  it('are answered and searched for people of the project and keys with admin', async () => {
    for (const [name, headers] of Object.entries(insiders)) {
      expect([
        name,
        (await list('', headers)).body.data.rows[0].maliyet,
        await found('q=sır-iki', headers),
        await found('filter[maliyet]=iki', headers),
      ]).toEqual([name, 'sır-iki', 1, 1]);
    }
  });

  it('are in no description of a table, no history and no answer to a write for keys without admin', async () => {
    const { 'a key': key, 'a key alone': alone } = outsiders as {
      'a key': Headed;
      'a key alone': Headed;
    };
    for (const path of [
      `/tables/project/${projectId}`,
      `/tables/${projectId}/${tableId}`,
      `/tables/${projectId}/${tableId}/fields`,
      '/tables/api-key-info',
    ]) {
      const { status, body } = await server.ask('GET', path, undefined, key);
      expect([path, status, JSON.stringify(body).includes('maliyet')]).toEqual([path, 200, false]);
    }
    const history = await server.ask(
      'GET',
      `/data/table/${tableId}/rows/${rowId}/history`,
      undefined,
      alone,
    );
    expect([history.status, JSON.stringify(history.body).includes('sır-iki')]).toEqual([
      200,
      false,
    ]);

    const row = `/data/table/${tableId}/rows/${rowId}`;
    const changed = await server.ask('PUT', row, { ad: 'kahve' }, key);
    const late = await server.ask('PUT', row, { ad: 'su' }, { ...key, 'if-match': '"1"' });
    const bulk = await server.ask(
      'POST',
      `/data/table/${tableId}/rows/bulk`,
      { updates: [{ id: rowId, values: { ad: 'süt' } }] },
      key,
    );
    const restored = await server.ask('POST', `${row}/restore`, { version: 1 }, key);
    expect(
      [changed, late, bulk, restored].map(({ status, body }) => [
        status,
        JSON.stringify(body).includes('sır-iki'),
      ]),
    ).toEqual([
      [200, false],
      [412, false],
      [200, false],
      [200, false],
    ]);
    // Hidden values stay where they are.
    expect((await server.ask('GET', row, undefined, session)).body.data.row).toMatchObject({
      ad: 'çay',
      maliyet: 'sır-iki',
    });
  });

  it('are in no history of the project and no receipt of a transfer for keys without admin', async () => {
    const { 'a key': key } = outsiders as { 'a key': Headed };
    const { body } = await server.ask(
      'POST',
      `/projects/${projectId}/create-test-environment`,
      {},
      session,
    );
    const testProjectId = body.data.project.id as string;
    const [test] = (await server.ask('GET', `/tables/project/${testProjectId}`, undefined, session))
      .body.data.tables;
    const fields = `/tables/${test.id}/fields`;
    const added = { name: 'maliyet-iki', type: 'string', isHidden: true };
    await server.ask('POST', `/tables/${testProjectId}/${test.id}/fields`, added, session);
    const hidden = test.fields.find((field: { name: string }) => field.name === 'maliyet');
    const shown = test.fields.find((field: { name: string }) => field.name === 'ad');
    const described = { description: 'maliyet açıklaması' };
    await server.ask('PUT', `${fields}/${hidden.id}`, described, session);
    await server.ask('PUT', `${fields}/${shown.id}`, { description: 'görünür' }, session);
    const order = { fieldId: shown.id, oldPosition: 0, newPosition: 1 };
    await server.ask('POST', `${fields}/reorder`, order, session);
    const transferred = await server.ask(
      'POST',
      '/tables/transfer-to-live',
      { testProjectId, liveProjectId: projectId, tableIds: [test.id] },
      session,
    );
    const { transfer } = transferred.body.data;
    expect(JSON.stringify(transfer)).toContain('maliyet-iki');
    const paths = ['history?limit=200', 'transfers', `transfers/${transfer.id}`];
    for (const path of paths.map(one => `/projects/${projectId}/${one}`)) {
      const asKey = await server.ask('GET', path, undefined, key);
      const told = JSON.stringify(asKey.body);
      expect([path, asKey.status, told.includes('maliyet')]).toEqual([path, 200, false]);
      expect([path, told.includes('görünür')]).toEqual([path, true]);
      const asOwner = await server.ask('GET', path, undefined, session);
      expect([path, JSON.stringify(asOwner.body).includes('maliyet açıklaması')]).toEqual([
        path,
        true,
      ]);
    }
  });

  it('are hidden in the past once they are hidden now', async () => {
    const before = (
      await server.ask('GET', `/data/table/${tableId}`, undefined, session)
    ).headers.get('x-position')!;
    await server.ask(
      'PUT',
      `/tables/${tableId}/fields/${fieldIds['ad']}`,
      { isHidden: true },
      session,
    );
    const { body } = await list(`asOf=${before}`, outsiders['a key alone']!);
    expect(body.data.rows.map((row: object) => 'ad' in row)).toEqual([false]);
    await server.ask(
      'PUT',
      `/tables/${tableId}/fields/${fieldIds['ad']}`,
      { isHidden: false },
      session,
    );
  });

  it('are not named by the refusal of a write that lacks them, or restores what does not fit', async () => {
    const { 'a key': key } = outsiders as { 'a key': Headed };
    const rows = `/data/table/${tableId}/rows`;
    const field = `/tables/${tableId}/fields/${fieldIds['maliyet']}`;
    const { row } = (await server.ask('POST', rows, { ad: 'ıhlamur' }, session)).body.data;
    await server.ask('DELETE', `${rows}/${row.id}`, undefined, session);
    await server.ask('PUT', field, { required: true }, session);
    const writes: [string, unknown][] = [
      [rows, { ad: 'kahve' }],
      [`${rows}/bulk`, { rows: [{ ad: 'kahve' }] }],
      [`${rows}/bulk`, { restores: [row.id] }],
      [`${rows}/${row.id}/restore`, { version: 1 }],
    ];
    for (const [path, body] of writes) {
      const [asKey, asOwner] = [
        await server.ask('POST', path, body, { ...key, 'accept-language': 'en' }),
        await server.ask('POST', path, body, session),
      ];
      const told = JSON.stringify(asKey.body);
      expect([path, asKey.status, told.includes('maliyet'), told.includes('hidden field')]).toEqual(
        [path, 400, false, true],
      );
      expect([path, JSON.stringify(asOwner.body).includes('maliyet')]).toEqual([path, true]);
    }
    const named = await server.ask('POST', rows, { ad: 'kahve', maliyet: '' }, key);
    expect([named.status, named.body.details?.[0].path]).toEqual([400, 'maliyet']);
    await server.ask('PUT', field, { required: false }, session);
  });

  it('are not counted by the refusal of a deletion, nor described by that of a value', async () => {
    const other = async (name: string, permissions: readonly string[]): Promise<Headed> => {
      const body = { name, permissions, scope: 'project' };
      const made = await server.ask('POST', `/api-keys/project/${projectId}`, body, session);
      const { 'a key': key } = outsiders as { 'a key': Headed };
      return {
        ...key,
        'x-api-key': made.body.data.apiKey.key,
        'accept-language': 'en',
      };
    };
    const [key, blind] = [
      await other('d', ['read', 'write', 'delete']),
      await other('b', ['delete', 'write']),
    ];
    const targets = await server.table(projectId, session, 'Depolar', { ad: 'string' });
    const sources = await server.table(projectId, session, 'Sayımlar', { ad: 'string' });
    const path = `/tables/${projectId}`;
    const idOf = async (table: string): Promise<string> =>
      (await server.ask('GET', `${path}/${table}/fields`, undefined, session)).body.data.fields[0]
        .id;
    const added = async (body: object): Promise<string> =>
      (await server.ask('POST', `${path}/${sources}/fields`, body, session)).body.data.field.id;
    const reference = async (name: string, isHidden: boolean): Promise<void> => {
      const id = await added({ name, type: 'reference', isHidden });
      const body = { targetTableId: targets, targetFieldId: await idOf(targets) };
      await server.ask('POST', `/tables/${sources}/fields/${id}/relationships`, body, session);
    };
    await reference('açık', false);
    await reference('gizliyer', true);
    const options = [{ name: 'sırlı' }];
    await added({ name: 'gizlihal', type: 'select', isHidden: true, validation: { options } });
    await added({ name: 'hal', type: 'select', validation: { options: [{ name: 'belli' }] } });
    const row = async (table: string, values: object): Promise<string> =>
      (await server.ask('POST', `/data/table/${table}/rows`, values, session)).body.data.row.id;
    const [both, hidden] = [await row(targets, { ad: 'iki' }), await row(targets, { ad: 'gizli' })];
    await row(sources, { ad: 'a', açık: both });
    for (const ad of ['b', 'c']) await row(sources, { ad, gizliyer: both });
    for (const ad of ['d', 'e', 'f']) await row(sources, { ad, gizliyer: hidden });
    const refusal = async (id: string, by: Headed) => {
      const { status, body } = await server.ask(
        'DELETE',
        `/data/table/${targets}/rows/${id}`,
        undefined,
        by,
      );
      return [
        status,
        body.error,
        body.data?.pointing?.map(({ count }: { count: number }) => count),
      ];
    };
    expect(await refusal(both, { ...session, 'accept-language': 'en' })).toEqual([
      409,
      '3 rows point here',
      [1, 2],
    ]);
    expect(await refusal(both, key)).toEqual([409, '1 row points here', [1]]);
    expect(await refusal(hidden, key)).toEqual([409, 'Other rows point here', []]);
    expect(await refusal(both, blind)).toEqual([409, 'Other rows point here', undefined]);
    for (const [values, by, isTold] of [
      [{ gizlihal: 'yok' }, key, false],
      [{ gizlihal: 'yok' }, { ...session, 'accept-language': 'en' }, true],
      [{ hal: 'yok' }, key, true],
      [{ hal: 'yok' }, blind, false],
    ] as const) {
      const { status, body } = await server.ask('POST', `/data/table/${sources}/rows`, values, by);
      const told = JSON.stringify(body);
      expect([status, told.includes('sırlı') || told.includes('belli')]).toEqual([400, isTold]);
    }
  });

  it('are not named by a widget that they broke, nor by its history, for keys without admin', async () => {
    const of = await server.table(projectId, session, 'Sergi', { kod: 'string', kar: 'string' });
    const path = `/tables/${projectId}/${of}/fields`;
    const { fields } = (await server.ask('GET', path, undefined, session)).body.data;
    const [kod, kar] = fields.map(({ id }: { id: string }) => id);
    const shapes = [
      { type: 'table', tableId: of, fields: [{ field: kar, name: 'kar payı' }] },
      { type: 'form', tableId: of, fields: [{ field: kod, name: 'kod' }] },
    ];
    const widgets: string[] = [];
    for (const settings of shapes) {
      const body = { name: 'Vitrin', type: settings.type, settings };
      const made = await server.ask('POST', `/projects/${projectId}/widgets`, body, session);
      widgets.push(`/widgets/${made.body.data.widget.id}`);
    }
    const change = { isHidden: true, required: true };
    await server.ask('PUT', `/tables/${of}/fields/${kar}?force=true`, change, session);
    const told = async (one: string, headers: Headed) => {
      const { status, body } = await server.ask('GET', one, undefined, headers);
      return [one, status, JSON.stringify(body).includes('kar')];
    };
    const paths = [...widgets, `/projects/${projectId}/history?limit=200`];
    for (const one of paths) {
      expect(await told(one, outsiders['a key']!)).toEqual([one, 200, false]);
      expect(await told(one, session)).toEqual([one, 200, true]);
    }
    await server.ask('DELETE', `/tables/${of}/fields/${kar}?force=true`, undefined, session);
    for (const one of paths)
      expect(await told(one, outsiders['a key']!)).toEqual([one, 200, false]);
  });

  it('a refused write of an endpoint tells only what the endpoint answers', async () => {
    const parameters = [
      { name: 'id', in: 'path', type: 'id' },
      { name: 'ad', in: 'body', required: true },
    ];
    const definition = {
      method: 'PUT',
      path: 'ad-degistir/:id',
      parameters,
      action: {
        kind: 'update',
        tableId,
        key: { field: 'id', value: { parameter: 'id' } },
        values: [{ field: fieldIds['ad'], value: { parameter: 'ad' } }],
        fields: [{ field: 'id', name: 'id' }],
      },
    };
    const made = await server.ask(
      'POST',
      `/custom-endpoints/project/${projectId}`,
      { name: 'Ad', definition },
      session,
    );
    expect([made.status, made.body.details ?? null]).toEqual([201, null]);
    const published = await server.ask(
      'POST',
      `/custom-endpoints/${made.body.data.endpoint.id}/publish`,
      {},
      session,
    );
    expect([published.status, published.body.details ?? null]).toEqual([200, null]);
    const { status, body } = await server.ask(
      'PUT',
      `/custom/${projectId}/ad-degistir/${rowId}`,
      { ad: 'x' },
      { ...outsiders['a key'], 'if-match': '"1"' },
    );
    expect([status, JSON.stringify(body).includes('sır-iki')]).toEqual([412, false]);
  });
});
