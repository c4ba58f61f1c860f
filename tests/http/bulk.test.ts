import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table, restart } = serve();
let key: Headed;
let tableId = '';
let ids: string[] = [];
let session: Headed;
let projectId = '';

beforeAll(async () => {
  const person = await register('Bulk');
  ({ key, session, projectId } = person);
  tableId = await table(person.projectId, person.session, 'Ürünler', {
    ad: 'string',
    stok: 'number',
  });
});

const bulk = (body: unknown, headers: Headed = {}) =>
  ask('POST', `/data/table/${tableId}/rows/bulk`, body, { ...key, ...headers });
const one = (method: string, id: string, body?: unknown, headers: Headed = {}) =>
  ask(method, `/data/table/${tableId}/rows/${id}`, body, { ...key, ...headers });
const total = async () =>
  (await ask('GET', `/data/table/${tableId}?limit=1`, undefined, key)).body.data.pagination.total;

describe('many rows at once', () => {
  it('are added in their order, once for one request id, and are there at once', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({ ad: `ürün ${i}`, stok: i }));
    const first = await bulk({ rows }, { 'x-request-id': 'add' });
    expect([first.status, first.body.data.count]).toEqual([200, 1000]);
    expect(first.headers.get('x-position')).toMatch(/^\d{20}$/);
    ids = first.body.data.rows.map((row: { id: string }) => row.id);
    const listed = (await ask('GET', `/data/table/${tableId}?limit=1000`, undefined, key)).body.data
      .rows;
    expect(listed).toEqual(first.body.data.rows);
    expect((await bulk({ rows }, { 'x-request-id': 'add' })).body).toEqual(first.body);
    expect((await bulk({ rows: [{ ad: 'x' }] }, { 'x-request-id': 'add' })).body.code).toBe(
      'CONFLICT',
    );
    expect(await total()).toBe(1000);
  });

  it('are changed field by field, and the same answer comes again after others wrote and after a restart', async () => {
    const updates = ids.slice(0, 600).map(id => ({ id, values: { stok: -1 } }));
    const first = await bulk({ updates }, { 'x-request-id': 'change' });
    expect(first.body.data.rows[3]).toMatchObject({
      id: ids[3],
      ad: 'ürün 3',
      stok: -1,
      _version: 2,
    });
    expect((await one('PUT', ids[3]!, { stok: 7 })).body.data.row).toMatchObject({
      stok: 7,
      _version: 3,
    });
    expect((await one('DELETE', ids[4]!)).status).toBe(200);
    await restart();
    expect((await bulk({ updates }, { 'x-request-id': 'change' })).body).toEqual(first.body);
    expect((await one('GET', ids[3]!)).body.data.row.stok).toBe(7);
  });

  it('are refused when one of them is not at the version that was seen', async () => {
    const [a, b] = ids.slice(40, 42) as [string, string];
    await one('PUT', b, { ad: 'daha yeni' });
    const seen = (await one('GET', a)).body.data.row._version;
    const late = await bulk({
      updates: [
        { id: a, values: { stok: 5 }, version: seen },
        { id: b, values: { stok: 5 }, version: seen },
      ],
    });
    expect([late.status, late.body.code, late.body.data.current]).toEqual([
      412,
      'VERSION_MISMATCH',
      [expect.objectContaining({ id: b, ad: 'daha yeni', _version: seen + 1 })],
    ]);
    expect(
      (
        await bulk({
          updates: [
            { id: a, values: { stok: 5 }, version: seen },
            { id: b, values: { stok: 5 }, version: seen + 1 },
          ],
        })
      ).status,
    ).toBe(200);
  });

  it('that have their values already are not written', async () => {
    const answer = await bulk({ updates: [{ id: ids[10], values: { stok: -1 } }] });
    expect([
      answer.status,
      answer.headers.get('x-position'),
      answer.body.data.rows[0]._version,
    ]).toEqual([200, null, 2]);
  });

  it('are all refused when one is wrong, and every wrong one is named', async () => {
    const before = await total();
    const added = await bulk({ rows: [{ ad: 'a' }, { stok: 'çok', yok: 1 }, { ad: 5 }] });
    expect([added.status, added.body.details.map((d: { path: string }) => d.path)]).toEqual([
      400,
      ['rows.1.stok', 'rows.1.yok', 'rows.2.ad'],
    ]);
    const changed = await bulk({
      updates: [
        { id: ids[0], values: { stok: 0 } },
        { id: ids[1], values: { stok: 'x' } },
      ],
    });
    expect(changed.body.details.map((d: { path: string }) => d.path)).toEqual([
      'updates.1.values.stok',
    ]);
    const missing = await bulk({ deletes: [ids[0], ids[4]] });
    expect([missing.status, missing.body.code, missing.body.details[0].path]).toEqual([
      404,
      'NOT_FOUND',
      'deletes.1',
    ]);
    expect((await bulk({ updates: [{ id: ids[4], values: {} }] })).body.details[0].path).toBe(
      'updates.0.id',
    );
    expect([await total(), (await one('GET', ids[0]!)).body.data.row.stok]).toEqual([before, -1]);
  });

  it.each([
    ['nothing', {}],
    ['no row', { rows: [] }],
    ['two kinds', { rows: [{}], deletes: ids }],
    ['too many', { rows: Array.from({ length: 1001 }, () => ({})) }],
    ['no id', { deletes: ['x'] }],
    ['an array', []],
  ])('are refused: %s', async (_, body) => {
    expect((await bulk(body)).status).toBe(400);
  });

  it('are named once', async () => {
    expect((await bulk({ deletes: [ids[0], ids[0]] })).body.error).toBe(
      'Bir kayıt birden fazla kez geçiyor',
    );
    expect((await bulk({ updates: [ids[0], ids[0]].map(id => ({ id, values: {} })) })).status).toBe(
      400,
    );
  });

  it('are refused when they are too much for one append', async () => {
    const noise = (seed: string) =>
      Array.from({ length: 200 }, (_, i) =>
        createHash('sha256').update(`${seed} ${i}`).digest('base64'),
      ).join('');
    const added: string[] = [];
    for (const half of [1, 2]) {
      const { body } = await bulk({
        rows: Array.from({ length: 80 }, (_, i) => ({ ad: noise(`${half} ${i}`) })),
      });
      added.push(...body.data.rows.map((row: { id: string }) => row.id));
    }
    expect((await bulk({ deletes: added })).body.code).toBe('PAYLOAD_TOO_LARGE');
    expect((await bulk({ deletes: added.slice(0, 80) })).status).toBe(200);
    expect((await bulk({ deletes: added.slice(80) })).status).toBe(200);
  });

  it('are removed, after which each is as gone as if it had been removed alone', async () => {
    const first = await bulk({ deletes: ids.slice(5, 9) }, { 'x-request-id': 'remove' });
    expect(first.body.data).toEqual({ count: 4 });
    expect((await bulk({ deletes: ids.slice(5, 9) }, { 'x-request-id': 'remove' })).body).toEqual(
      first.body,
    );
    expect((await one('GET', ids[5]!)).status).toBe(404);
    expect((await one('PUT', ids[5]!, { stok: 1 })).status).toBe(404);
    expect((await one('DELETE', ids[5]!)).status).toBe(404);
  });

  it('are brought back in one call, as they were, each as its next version', async () => {
    const removed = ids.slice(50, 53);
    await one('PUT', removed[1]!, { stok: 55 });
    const rows = await Promise.all(removed.map(async id => (await one('GET', id)).body.data.row));
    await bulk({ deletes: removed.slice(0, 2) });
    const gone = (await one('DELETE', removed[2]!)).headers.get('x-position')!;
    const { events: before } = (
      await ask('GET', `/projects/${projectId}/history?type=rows-restored`, undefined, session)
    ).body.data;
    const first = await bulk({ restores: [ids[54]!, ...removed] }, { 'x-request-id': 'back' });
    expect([first.status, first.body.data.count]).toEqual([200, 4]);
    expect(first.body.data.rows.slice(1)).toEqual(
      rows.map(row => ({ ...row, updated_at: expect.any(String), _version: row._version + 2 })),
    );
    expect(first.body.data.rows[0]).toEqual((await one('GET', ids[54]!)).body.data.row);
    expect(
      (await bulk({ restores: [ids[54]!, ...removed] }, { 'x-request-id': 'back' })).body,
    ).toEqual(first.body);
    expect((await bulk({ restores: removed }, { 'x-request-id': 'back' })).body.code).toBe(
      'CONFLICT',
    );
    const { events } = (
      await ask('GET', `/projects/${projectId}/history?type=rows-restored`, undefined, {
        ...session,
        'x-wait-for-position': first.headers.get('x-position')!,
      })
    ).body.data;
    expect([
      events.length - before.length,
      events.at(-1).data.count,
      events.at(-1).summary,
    ]).toEqual([1, 3, 'Ana anahtar “Ürünler” tablosunda silinmiş 3 kaydı geri getirdi']);
    const { versions } = (
      await ask('GET', `/data/table/${tableId}/rows/${removed[1]}/history`, undefined, session)
    ).body.data;
    expect(
      versions.slice(-2).map((v: { type: string; version: number }) => [v.type, v.version]),
    ).toEqual([
      ['row-removed', rows[1]._version + 1],
      ['row-restored', rows[1]._version + 2],
    ]);
    expect(
      (await one('PUT', removed[1]!, { stok: 56 }, { 'if-match': `"${rows[1]._version + 2}"` }))
        .status,
    ).toBe(200);
    expect((await bulk({ restores: removed })).headers.get('x-position')).toBeNull();
    const then = async (position: string) =>
      (
        await ask(
          'GET',
          `/data/table/${tableId}/rows/${removed[0]}?asOf=${position}`,
          undefined,
          session,
        )
      ).body.data?.row;
    expect([await then(gone), await then(first.headers.get('x-position')!)]).toEqual([
      undefined,
      first.body.data.rows[1],
    ]);
  });

  it('are all left where they are when one cannot be brought back', async () => {
    const [a, b, never] = [ids[60]!, ids[61]!, '01937b5e-0000-7000-8000-00000000dead'];
    await bulk({ deletes: [a, b] });
    const refused = await bulk({ restores: [a, never, b] });
    expect([
      refused.status,
      refused.body.code,
      refused.body.details.map((d: { path: string }) => d.path),
    ]).toEqual([404, 'NOT_FOUND', ['restores.1']]);
    const { fields } = (
      await ask('GET', `/tables/${projectId}/${tableId}/fields`, undefined, session)
    ).body.data;
    const stok = fields.find(({ name }: { name: string }) => name === 'stok');
    await ask(
      'PUT',
      `/tables/${tableId}/fields/${stok.id}`,
      { validation: { minValue: 61 } },
      session,
    );
    await one('PUT', a, { stok: 100 });
    const unfit = await bulk({ restores: [b, a] });
    expect([
      unfit.status,
      unfit.body.code,
      unfit.body.details.map((d: { path: string }) => d.path),
    ]).toEqual([400, 'VALIDATION_ERROR', ['restores.0.stok', 'restores.1.stok']]);
    expect((await one('GET', a)).status).toBe(404);
    await ask('PUT', `/tables/${tableId}/fields/${stok.id}`, { validation: {} }, session);
    expect((await bulk({ restores: [b, a] })).status).toBe(200);
  });

  it('are brought back by the thousand, as one event for each 500', async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({ ad: `çok ${i}`, stok: i }));
    const added = (await bulk({ rows })).body.data.rows.map((row: { id: string }) => row.id);
    expect((await bulk({ deletes: added })).status).toBe(200);
    const back = await bulk({ restores: added });
    expect([
      back.status,
      back.body.data.rows.map((row: { stok: number; _version: number }) => [
        row.stok,
        row._version,
      ]),
    ]).toEqual([200, rows.map(({ stok }) => [stok, 3])]);
    expect((await bulk({ restores: [...added, ids[0]] })).status).toBe(400);
    expect((await bulk({ deletes: added })).status).toBe(200);
  });

  it('see what was just written alone, and the other way round', async () => {
    const { id } = (await ask('POST', `/data/table/${tableId}/rows`, { ad: 'yeni', stok: 1 }, key))
      .body.data.row;
    expect(
      (await bulk({ updates: [{ id, values: { stok: 2 } }] })).body.data.rows[0],
    ).toMatchObject({ stok: 2, _version: 2 });
    expect(
      (await one('PUT', id, { ad: 'daha yeni' }, { 'if-match': '"2"' })).body.data.row,
    ).toMatchObject({ ad: 'daha yeni', stok: 2, _version: 3 });
    expect((await bulk({ deletes: [id] })).status).toBe(200);
    expect((await one('PUT', id, { stok: 3 })).status).toBe(404);
  });

  it('need the right to do it', async () => {
    const alone = { 'x-user-email': undefined, 'x-project-password': undefined } as never;
    expect((await bulk({ deletes: [ids[0]] }, alone)).status).toBe(401);
    const stranger = await register('Yabanci');
    expect(
      (
        await ask(
          'POST',
          `/data/table/${tableId}/rows/bulk`,
          { deletes: [ids[0]] },
          stranger.session,
        )
      ).status,
    ).toBe(404);
    expect(
      (
        await ask(
          'POST',
          `/data/table/${tableId}/rows/bulk`,
          { restores: [ids[0]] },
          stranger.session,
        )
      ).status,
    ).toBe(404);
    expect(
      (await ask('POST', `/data/table/${tableId}/rows/bulk`, { deletes: [ids[0]] }, stranger.key))
        .body.code,
    ).toBe('KEY_SCOPE');
  });
});

describe('one row', () => {
  it('gets the first answer again when others wrote since', async () => {
    const id = ids[20]!;
    const first = await one('PUT', id, { stok: 100 }, { 'x-request-id': 'one' });
    for (const stok of [101, 102]) await one('PUT', id, { stok });
    expect((await one('PUT', id, { stok: 100 }, { 'x-request-id': 'one' })).body).toEqual(
      first.body,
    );
    await one('DELETE', id, undefined, { 'x-request-id': 'gone' });
    expect((await one('DELETE', id, undefined, { 'x-request-id': 'gone' })).status).toBe(200);
    expect((await one('PUT', id, { stok: 100 }, { 'x-request-id': 'one' })).body).toEqual(
      first.body,
    );
    expect((await one('PUT', id, { stok: 5 })).status).toBe(404);
  });

  it('loses nothing when many change it at once', async () => {
    const id = ids[30]!;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 4 === 0
          ? bulk({ updates: [{ id, values: { stok: 1000 + i } }] })
          : one('PUT', id, { ad: `ad ${i}` }),
      ),
    );
    const written = answers.filter(({ status }) => status === 200);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const last = written
      .map(({ headers }) => headers.get('x-position')!)
      .toSorted()
      .at(-1)!;
    const { body } = await one('GET', id, undefined, { 'x-wait-for-position': last });
    expect(body.data.row._version).toBe(2 + written.length);
  });
});
