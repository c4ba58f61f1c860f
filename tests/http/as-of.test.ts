import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table, restart } = serve();
let session: Headed;
let projectId = '';
let tableId = '';
let rowId = '';
/**
 * Positions: before the table, with one row, after the change, after the batch, after the removal.
 */
let empty = '';
let first = '';
let changed = '';
let many = '';
let removed = '';

beforeAll(async () => {
  ({ session, projectId } = await register('Ayse'));
  const position = ({ headers }: { headers: Headers }) => headers.get('x-position')!;
  empty = position(await ask('PUT', `/projects/${projectId}`, { name: 'Eski ad' }, session));
  tableId = await table(projectId, session, 'Ürünler', { ad: 'string', stok: 'number' });
  const rows = `/data/table/${tableId}/rows`;
  const added = await ask('POST', rows, { ad: 'Çay', stok: 5 }, session);
  rowId = added.body.data.row.id;
  first = position(added);
  changed = position(await ask('PUT', `${rows}/${rowId}`, { stok: 6 }, session));
  many = position(
    await ask(
      'POST',
      `${rows}/bulk`,
      {
        rows: [
          { ad: 'Şeker', stok: 2 },
          { ad: 'ıhlamur', stok: 9 },
        ],
      },
      session,
    ),
  );
  removed = position(await ask('DELETE', `${rows}/${rowId}`, undefined, session));
  await ask('PUT', `/tables/${tableId}`, { name: 'Mallar' }, session);
  await ask(
    'POST',
    `/tables/${projectId}/${tableId}/fields`,
    { name: 'renk', type: 'string' },
    session,
  );
  await ask(
    'PUT',
    `/projects/${projectId}`,
    { name: 'Yeni ad', settings: { maxRequestsPerMinute: 7 } },
    session,
  );
});

const get = (path: string) => ask('GET', path, undefined, session);
const rowsAt = async (asOf: string, more = '') =>
  (await get(`/data/table/${tableId}?asOf=${asOf}${more}`)).body.data.rows.map(
    (r: { ad: string; stok: number }) => `${r.ad} ${r.stok}`,
  );

describe('as it was then', () => {
  it('is a project', async () => {
    const { project } = (await get(`/projects/${projectId}?asOf=${many}`)).body.data;
    expect(project).toMatchObject({
      name: 'Eski ad',
      tableCount: 1,
      settings: { maxRequestsPerMinute: 100 },
      userName: 'Ayse',
    });
    expect((await get(`/projects/${projectId}?asOf=${empty}`)).body.data.project.tableCount).toBe(
      0,
    );
  });

  it('are its tables and their fields', async () => {
    const { tables } = (await get(`/tables/project/${projectId}?asOf=${many}`)).body.data;
    expect(
      tables.map((t: { name: string; fields: { name: string }[] }) => [
        t.name,
        ...t.fields.map(f => f.name),
      ]),
    ).toEqual([['Ürünler', 'ad', 'stok']]);
    expect((await get(`/tables/project/${projectId}?asOf=${empty}`)).body.data.tables).toEqual([]);
    expect((await get(`/tables/${projectId}/${tableId}?asOf=${many}`)).body.data.table.name).toBe(
      'Ürünler',
    );
    expect((await get(`/tables/${projectId}/${tableId}?asOf=${empty}`)).status).toBe(404);
  });

  it('are its rows, with every filter, sort and cursor', async () => {
    expect(await rowsAt(first)).toEqual(['Çay 5']);
    expect(await rowsAt(changed)).toEqual(['Çay 6']);
    expect(await rowsAt(many)).toEqual(['Çay 6', 'Şeker 2', 'ıhlamur 9']);
    expect(await rowsAt(removed)).toEqual(['Şeker 2', 'ıhlamur 9']);
    expect(await rowsAt(many, '&sort=ad&order=desc')).toEqual(['Şeker 2', 'ıhlamur 9', 'Çay 6']);
    expect(await rowsAt(many, '&filter[ad]=I&filter[stok][gte]=3')).toEqual(['ıhlamur 9']);
    const page = (await get(`/data/table/${tableId}?asOf=${many}&limit=2`)).body.data;
    expect(page.pagination).toMatchObject({ total: 3, totalPages: 2 });
    expect(
      await rowsAt(many, `&limit=2&cursor=${encodeURIComponent(page.pagination.nextCursor)}`),
    ).toEqual(['ıhlamur 9']);
    expect(
      (await get(`/projects/${projectId}/tables/${tableId}/data?asOf=${first}`)).body.data.rows[0],
    ).not.toHaveProperty('renk');
  });

  it('is one row, with its version', async () => {
    const path = `/data/table/${tableId}/rows/${rowId}`;
    const then = await get(`${path}?asOf=${changed}`);
    expect([then.body.data.row.stok, then.headers.get('etag')]).toEqual([6, '"2"']);
    expect((await get(`${path}?asOf=${removed}`)).status).toBe(404);
    expect((await get(path)).status).toBe(404);
  });

  it('may be said as a time, and the future is now', async () => {
    const { events } = (await get(`/projects/${projectId}/history?table=${tableId}`)).body.data;
    const { at } = events.find((e: { type: string }) => e.type === 'row-changed');
    expect(await rowsAt(at)).toContain('Çay 6');
    expect(await rowsAt('2099-01-01T00:00:00Z')).toEqual(['Şeker 2', 'ıhlamur 9']);
    expect(await rowsAt('9'.repeat(20))).toEqual(['Şeker 2', 'ıhlamur 9']);
    expect((await get(`/projects/${projectId}?asOf=2000-01-01T00:00:00Z`)).status).toBe(404);
  });

  it('gives the same answer the second time and after a restart', async () => {
    const before = (await get(`/data/table/${tableId}?asOf=${many}`)).body;
    expect((await get(`/data/table/${tableId}?asOf=${many}`)).body).toEqual(before);
    await restart();
    expect((await get(`/data/table/${tableId}?asOf=${many}`)).body).toEqual(before);
  });

  it.each(['yesterday', '5', '2020-13-01T00:00:00Z', ''])('is refused for %j', async asOf => {
    expect((await get(`/data/table/${tableId}?asOf=${asOf}`)).status).toBe(400);
    expect((await get(`/projects/${projectId}?asOf=${asOf}`)).status).toBe(400);
  });

  it('is a deleted table too, but never a deleted project', async () => {
    await ask('DELETE', `/tables/${tableId}`, undefined, session);
    expect(
      (await get(`/projects/${projectId}/tables/${tableId}/data?asOf=${many}`)).body.data.rows,
    ).toHaveLength(3);
    await ask('DELETE', `/projects/${projectId}`, undefined, session);
    expect((await get(`/projects/${projectId}?asOf=${many}`)).status).toBe(404);
    expect((await get(`/projects/${projectId}/tables/${tableId}/data?asOf=${many}`)).status).toBe(
      404,
    );
  });

  it('is every moment there was, however rows were written', async () => {
    const { session: own, projectId: id } = await register('Elif');
    const many = await table(id, own, 'Çok', { ad: 'string', stok: 'number' });
    const data = `/data/table/${many}`;
    const moments: { position: string; rows: { id: string; _version: number }[] }[] = [];
    const { rows: three } = (
      await ask('POST', `${data}/rows/bulk`, { rows: [{ ad: 'a' }, { ad: 'b' }, { ad: 'c' }] }, own)
    ).body.data;
    const [a, b, c] = three.map((row: { id: string }) => row.id) as [string, string, string];
    const writes: [method: string, path: string, body?: object][] = [
      ['PUT', `rows/${a}`, { stok: 1 }],
      ['POST', 'rows', { ad: 'd' }],
      [
        'POST',
        'rows/bulk',
        {
          updates: [
            { id: a, values: { ad: 'A' } },
            { id: b, values: { stok: 2 } },
          ],
        },
      ],
      ['DELETE', `rows/${a}`],
      ['PUT', `rows/${b}`, { stok: null }],
      ['POST', `rows/${a}/restore`, { version: 2 }],
      ['POST', 'rows/bulk', { deletes: [b, c] }],
      ['POST', `rows/${c}/restore`, { version: 1 }],
      ['PUT', `rows/${a}`, { stok: 9 }],
      ['POST', 'rows/bulk', { rows: [{ ad: 'e' }] }],
    ];
    for (const [method, path, body] of writes) {
      const { headers } = await ask(method, `${data}/${path}`, body, own);
      const position = headers.get('x-position')!;
      moments.push({
        position,
        rows: (await ask('GET', data, undefined, { ...own, 'x-wait-for-position': position })).body
          .data.rows,
      });
    }
    for (const { position, rows } of moments) {
      expect((await ask('GET', `${data}?asOf=${position}`, undefined, own)).body.data.rows).toEqual(
        rows,
      );
      for (const row of rows)
        expect(
          (await ask('GET', `${data}/rows/${row.id}?asOf=${position}`, undefined, own)).body.data
            .row,
        ).toEqual(row);
    }
    for (const row of moments.at(-1)!.rows) {
      const { versions } = (await ask('GET', `${data}/rows/${row.id}/history`, undefined, own)).body
        .data;
      expect(versions.at(-1).version).toBe(row._version);
    }
  });

  it("shows nobody another's past", async () => {
    const { session: stranger, projectId: own } = await register('Can');
    const foreign = await table(own, stranger, 'Sırlar', { ad: 'string' });
    await ask('POST', `/data/table/${foreign}/rows`, { ad: 'gizli' }, stranger);
    const mine = await register('Deniz');
    const now = '9'.repeat(20);
    expect(
      (
        await ask(
          'GET',
          `/projects/${mine.projectId}/tables/${foreign}/data?asOf=${now}`,
          undefined,
          mine.session,
        )
      ).status,
    ).toBe(404);
    expect(
      (await ask('GET', `/data/table/${foreign}?asOf=${now}`, undefined, mine.session)).status,
    ).toBe(404);
  });
});
