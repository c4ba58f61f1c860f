import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

/** Numbers that rows take when they are added: nobody writes them, and none comes twice. */
const { inTurn, register, origin, table } = serve();
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let owner: Awaited<ReturnType<typeof register>>;
let session: Headed;
let tableId = '';
let fieldId = '';
let nameId = '';
const { call } = inTurn(() => session);
const data = (rest = '') => `/data/table/${tableId}${rest}`;
const addField = (name: string, type: string, table = tableId) =>
  call('POST', `/tables/${owner.projectId}/${table}/fields`, { name, type });
const rows = async (query: Record<string, string> = {}): Promise<Any[]> =>
  (await call('GET', data(`?${new URLSearchParams(query)}`))).body.data.rows;
const shown = (some: readonly Any[]) => some.map(({ ad, no }) => `${ad} ${no}`);
const add = async (ad: string) => (await call('POST', data('/rows'), { ad })).body.data.row;

beforeAll(async () => {
  owner = await register('Ayse');
  session = { ...owner.session, 'accept-language': 'en' };
  const { body } = await call('POST', `/tables/project/${owner.projectId}`, { name: 'Siparişler' });
  tableId = body.data.table.id;
  nameId = (await addField('ad', 'string')).body.data.field.id;
  for (const ad of ['a', 'b', 'c']) await add(ad);
  const added = await addField('no', 'auto_number');
  fieldId = added.body.data.field.id;
});

describe('an auto number', () => {
  it('numbers rows that are older than its field by age, without a version of them', async () => {
    // The background may be faster than the call that added the field.
    await expect
      .poll(async () => shown(await rows()), { timeout: 10_000 })
      .toEqual(['a 1', 'b 2', 'c 3']);
    const all = await rows();
    expect(all.map(({ _version, created_at }) => [_version, created_at])).toEqual(
      all.map(({ updated_at }) => [1, updated_at]),
    );
    const { versions } = (await call('GET', data(`/rows/${all[0].id}/history`))).body.data;
    expect(versions).toHaveLength(1);
    const past = (await call('GET', `/projects/${owner.projectId}/history?row=${all[0].id}`)).body
      .data;
    expect(past.events.map(({ type }: Any) => type)).toEqual(['row-added']);
  });

  it('is answered to each write that adds rows, in their order', async () => {
    expect((await add('d')).no).toBe(4);
    const bulk = await call('POST', data('/rows/bulk'), { rows: [{ ad: 'e' }, { ad: 'f' }] });
    expect(shown(bulk.body.data.rows)).toEqual(['e 5', 'f 6']);
    const again = { ...session, 'x-request-id': 'a-request-that-comes-twice' };
    const first = await call('POST', data('/rows'), { ad: 'g' }, again);
    const second = await call('POST', data('/rows'), { ad: 'g' }, again);
    expect([first.body.data.row.no, second.body.data.row]).toEqual([7, first.body.data.row]);
    expect((await add('h')).no).toBe(8);
  });

  it('is written by nobody, and a refused write takes none', async () => {
    const refused = await call('POST', data('/rows'), { ad: 'x', no: 99 });
    expect([refused.status, refused.body.details[0].path]).toEqual([400, 'no']);
    const emptied = await call('PUT', data(`/rows/${(await rows())[0].id}`), { no: null });
    expect(emptied.status).toBe(400);
    const invalid = await call('POST', data('/rows'), { yok: 1 });
    expect(invalid.status).toBe(400);
    expect((await add('i')).no).toBe(9);
  });

  it('is not reused after its row is deleted, and comes back with the row', async () => {
    const [d] = await rows({ 'filter[ad][eq]': 'd' });
    await call('PUT', data(`/rows/${d.id}`), { ad: 'D' });
    await call('DELETE', data(`/rows/${d.id}`));
    expect((await add('j')).no).toBe(10);
    const back = await call('POST', data('/rows/bulk'), { restores: [d.id] });
    expect(shown(back.body.data.rows)).toEqual(['D 4']);
    await call('DELETE', data(`/rows/${d.id}`));
    const [bin] = (await call('GET', data('/bin'))).body.data.rows;
    expect(bin.values).toEqual({ ad: 'D', no: 4 });
    const older = await call('POST', data(`/rows/${d.id}/restore`), { version: 1 });
    expect(shown([older.body.data.row])).toEqual(['d 4']);
    const [a] = await rows({ 'filter[ad][eq]': 'a' });
    await call('DELETE', data(`/rows/${a.id}`));
    const first = await call('POST', data(`/rows/${a.id}/restore`), { version: 1 });
    expect(shown([first.body.data.row])).toEqual(['a 1']);
  });

  it('is filtered, sorted, searched, summed up and exported as an integer', async () => {
    expect(shown(await rows({ 'filter[no][gte]': '9', sort: 'no', order: 'desc' }))).toEqual([
      'j 10',
      'i 9',
    ]);
    expect(shown(await rows({ q: '10' }))).toEqual(['j 10']);
    expect(shown(await rows({ 'filter[no]': '10' }))).toEqual(['j 10']);
    const { summary } = (
      await call('POST', data('/summary'), {
        values: ['filled', 'maximum'].map(compute => ({ field: 'no', compute })),
      })
    ).body.data;
    expect(summary.values).toEqual([10, 10]);
    const csv = await (
      await fetch(`${origin()}/api/v1${data('/export?fields=ad,no')}`, { headers: session })
    ).text();
    expect(csv).toContain('j,10');
    const { body } = await call('GET', `/projects/${owner.projectId}/openapi.json`);
    const { schemas } = (body.data ?? body).components;
    expect(schemas[`Row-${tableId}`].properties.no).toMatchObject({
      type: ['integer', 'null'],
      readOnly: true,
    });
    expect(schemas[`NewRow-${tableId}`].properties).toEqual({ ad: expect.anything() });
  });

  it('is shown in a past state as it was, and is missing before its field was added', async () => {
    const { headers, body } = await call('POST', data('/rows'), { ad: 'k' });
    const at = headers.get('x-position');
    const { id, no } = body.data.row;
    await call('PUT', data(`/rows/${id}`), { ad: 'K' });
    const then = await call('GET', data(`/rows/${id}?asOf=${at}`));
    expect(then.body.data.row).toMatchObject({ ad: 'k', no });
    const [a] = await rows({ 'filter[ad][eq]': 'b' });
    const older = await call('GET', data(`/rows/${a.id}?asOf=${at}`));
    expect(older.body.data.row.no).toBe(2);
    const list = await call('GET', data(`?asOf=${at}&filter[ad][eq]=c`));
    expect(shown(list.body.data.rows)).toEqual(['c 3']);
  });

  it('goes on counting in a restored field, and is given to rows added without it', async () => {
    await call('DELETE', `/tables/${tableId}/fields/${fieldId}`);
    await add('l');
    const restored = await call(
      'POST',
      `/projects/${owner.projectId}/bin/fields/${fieldId}/restore`,
      {},
    );
    expect(restored.status).toBe(200);
    await add('m');
    expect(shown(await rows({ 'filter[ad][eq]': 'b' }))).toEqual(['b 2']);
    // Which of both is numbered first depends on the background.
    await expect
      .poll(async () => (await rows({ 'filter[no][gte]': '12', sort: 'no' })).map(({ no }) => no), {
        timeout: 10_000,
      })
      .toEqual([12, 13]);
  });

  it('is answered by an endpoint that adds a row; the history tells of numbered rows together', async () => {
    const { endpoint } = (
      await call('POST', `/custom-endpoints/project/${owner.projectId}`, {
        name: 'Yaz',
        definition: {
          method: 'POST',
          path: 'yaz',
          caller: 'key',
          parameters: [{ name: 'ad', in: 'body', type: 'text', required: true }],
          action: {
            kind: 'insert',
            tableId,
            values: [{ field: nameId, value: { parameter: 'ad' } }],
            fields: [{ field: fieldId, name: 'no' }],
          },
        },
      })
    ).body.data;
    await call('POST', `/custom-endpoints/${endpoint.id}/publish`, {});
    const made = await call('POST', `/custom/${owner.projectId}/yaz`, { ad: 'n' }, owner.key);
    expect(made.body.data.row).toEqual({ no: 14 });
    const { events } = (
      await call('GET', `/projects/${owner.projectId}/history?type=values-numbered`)
    ).body.data;
    expect(events.map(({ data: { count, counter } }: Any) => [count, counter])).toEqual([
      [3, undefined],
      [1, undefined],
    ]);
  });
});

describe('rows that come in other ways', () => {
  const listed = async (id: string) =>
    (await call('GET', `/data/table/${id}?sort=created_at,no`)).body.data.rows as Any[];

  it('are numbered in the order of an imported file, whose numbers are left out', async () => {
    const id = await table(owner.projectId, owner.session, 'Dosya', {
      ad: 'string',
      no: 'auto_number',
    });
    const sent = await fetch(
      `${origin()}/api/v1/projects/${owner.projectId}/row-imports?file_name=a.csv`,
      {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/octet-stream' },
        body: 'ad,no\nx,70\ny,80\n',
      },
    );
    const path = `/projects/${owner.projectId}/row-imports`;
    const importId = (await sent.json()).data.import.id;
    const { preview } = (await call('POST', `${path}/${importId}/preview`, { tableId: id })).body
      .data;
    const { source, mapping } = preview;
    expect(mapping.map(({ name }: Any) => name)).toEqual(['ad']);
    const started = await call('POST', `${path}/${importId}/start`, {
      source,
      target: { tableId: id },
      columns: mapping,
    });
    expect(started.status).toBe(202);
    await expect
      .poll(async () => shown(await listed(id)), { timeout: 20_000 })
      .toEqual(['x 1', 'y 2']);
  });

  it('count by themselves in a test environment, whose new field numbers live rows', async () => {
    const id = await table(owner.projectId, owner.session, 'Canlı', { ad: 'string' });
    for (const ad of ['x', 'y']) await call('POST', `/data/table/${id}/rows`, { ad });
    const made = await call('POST', `/projects/${owner.projectId}/create-test-environment`);
    const test = made.body.data.project.id;
    const { tables } = (await call('GET', `/tables/project/${test}`)).body.data;
    const copy = tables.find(({ name }: Any) => name === 'Canlı');
    const added = await call('POST', `/tables/${test}/${copy.id}/fields`, {
      name: 'no',
      type: 'auto_number',
    });
    expect(added.status).toBe(201);
    const own = await call('POST', `/data/table/${copy.id}/rows`, { ad: 'z' });
    expect(own.body.data.row.no).toBe(1);
    const moved = await call('POST', '/tables/transfer-to-live', {
      testProjectId: test,
      liveProjectId: owner.projectId,
      tableIds: [copy.id],
    });
    expect(moved.status).toBe(200);
    await expect
      .poll(async () => shown(await listed(id)), { timeout: 10_000 })
      .toEqual(['x 1', 'y 2']);
    const more = await call('POST', `/data/table/${id}/rows`, { ad: 'w' });
    expect(more.body.data.row.no).toBe(3);
    const copying = await call('POST', `/projects/${test}/copy-rows`, {
      tableIds: [copy.id],
      replace: [],
    });
    expect(copying.status).toBe(202);
    await expect
      .poll(async () => shown(await listed(copy.id)), { timeout: 20_000 })
      .toEqual(['z 1', 'x 2', 'y 3', 'w 4']);
  });
});
