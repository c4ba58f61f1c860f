import { newId } from '@hzm/contracts/core/ids';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table, restart } = serve();
type Person = Awaited<ReturnType<typeof register>>;
let owner: Person;
let other: Person;
let viewer: Headed;
let editor: Headed;
beforeAll(async () => {
  await register('Admin');
  [owner, other] = [await register('Ayse'), await register('Baska')];
  const join = async (name: string, role: string): Promise<Headed> => {
    const guest = await register(name);
    const email = `${name.toLowerCase()}@example.com`;
    const { invitation } = (
      await ask('POST', `/projects/${owner.projectId}/invitations`, { email, role }, owner.session)
    ).body.data;
    await ask('POST', `${invitation.url}/accept`, undefined, guest.session);
    return guest.session;
  };
  [viewer, editor] = [await join('Izleyen', 'viewer'), await join('Yazan', 'editor')];
});

const bin = (projectId = owner.projectId): string => `/projects/${projectId}/bin`;
const asked = (method: string, path: string, body?: unknown, by = owner.session) =>
  ask(method, path, body, by);
const statusOf = async (...of: Parameters<typeof asked>): Promise<number> =>
  (await asked(...of)).status;
const entries = async (kind: 'table' | 'field', by = owner) =>
  (await asked('GET', `${bin(by.projectId)}?kind=${kind}`, undefined, by.session)).body.data
    .entries as { id: string; name: string }[];

// A free plan has room for few tables.
afterEach(async () => {
  const { tables } = (await asked('GET', `/tables/project/${owner.projectId}`)).body.data;
  for (const { id } of tables) await asked('DELETE', `/tables/${id}`);
});

/** A table with the field `ad` and one row, by its ids. */
async function filled(name: string) {
  const tableId = await table(owner.projectId, owner.session, name, { ad: 'string' });
  const [field] = (await asked('GET', `/tables/${owner.projectId}/${tableId}/fields`)).body.data
    .fields;
  const { row } = (await asked('POST', `/data/table/${tableId}/rows`, { ad: 'Çay' })).body.data;
  return { tableId, fieldId: field.id as string, rowId: row.id as string };
}
const rowsOf = async (tableId: string): Promise<unknown[]> =>
  (await asked('GET', `/data/table/${tableId}`)).body.data.rows;

describe('a deleted table', () => {
  it('is listed with its deletion, comes back with rows, order and history, also after a restart', async () => {
    const { tableId, rowId } = await filled('Stok');
    expect(await statusOf('DELETE', `/tables/${tableId}`)).toBe(200);
    expect(await statusOf('GET', `/data/table/${tableId}`)).toBe(404);
    const [entry] = (await asked('GET', `${bin()}?kind=table`)).body.data.entries;
    expect(entry).toMatchObject({
      id: tableId,
      name: 'Stok',
      tableName: 'Stok',
      fieldCount: 1,
      rowCount: 1,
      deletedBy: { id: owner.id, name: 'Ayse' },
      isTableDeleted: false,
    });
    const days = (Date.parse(entry.until) - Date.parse(entry.deletedAt)) / 86_400_000;
    expect(days).toBeCloseTo(30, 3);
    await restart();
    const restored = await asked('POST', `${bin()}/tables/${tableId}/restore`, {});
    expect([restored.status, restored.body.data.table]).toMatchObject([
      200,
      { id: tableId, name: 'Stok', fields: [{ name: 'ad' }] },
    ]);
    expect(await rowsOf(tableId)).toMatchObject([{ id: rowId, ad: 'Çay' }]);
    expect(await statusOf('PUT', `/data/table/${tableId}/rows/${rowId}`, { ad: 'Un' })).toBe(200);
    expect(await entries('table')).not.toContainEqual(expect.objectContaining({ id: tableId }));
    const { events: past } = (
      await asked('GET', `/projects/${owner.projectId}/history?type=table-restored`)
    ).body.data;
    expect(past[0].summary).toMatch(/“Stok”/);
  });

  it('comes back once, whether one request is repeated or two race', async () => {
    const { tableId } = await filled('Yarış');
    await asked('DELETE', `/tables/${tableId}`);
    const path = `${bin()}/tables/${tableId}/restore`;
    const headers = { ...owner.session, 'x-request-id': newId() };
    const answers = await Promise.all([
      ask('POST', path, {}, headers),
      ask('POST', path, {}, headers),
      asked('POST', path, {}),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { events: past } = (
      await asked('GET', `/projects/${owner.projectId}/history?type=table-restored`)
    ).body.data;
    expect(
      past.filter(({ data }: { data: { tableId: string } }) => data.tableId === tableId),
    ).toHaveLength(1);
  });

  it('does not take its name from another one, and suggests a free one', async () => {
    const { tableId } = await filled('Depo');
    await asked('DELETE', `/tables/${tableId}`);
    const path = `${bin()}/tables/${tableId}/restore`;
    const [made, back] = await Promise.all([
      asked('POST', `/tables/project/${owner.projectId}`, { name: 'DEPO' }),
      asked('POST', path, {}),
    ]);
    // Either comes first.
    expect([
      [201, 409],
      [409, 200],
    ]).toContainEqual([made.status, back.status]);
    await asked('DELETE', `/tables/${tableId}`);
    await asked('POST', `/tables/project/${owner.projectId}`, { name: 'depo' });
    const taken = await asked('POST', path, {});
    expect(taken.body).toMatchObject({ code: 'NAME_TAKEN', data: { suggestion: 'Depo 2' } });
    expect(await statusOf('POST', path, { name: 'Depo 2' })).toBe(200);
    expect(await rowsOf(tableId)).toHaveLength(1);
  });

  it('counts as storage until it is erased, which asks for its name and a session', async () => {
    const { tableId } = await filled('Arşiv');
    const usage = async (): Promise<number> =>
      (await asked('GET', `/projects/${owner.projectId}/usage`)).body.data.usage.rows;
    const before = await usage();
    await asked('DELETE', `/tables/${tableId}`);
    expect(await usage()).toBe(before);
    const path = `${bin()}/tables/${tableId}`;
    expect(await statusOf('DELETE', path, { confirm: 'Arşiv' }, owner.key)).toBe(403);
    expect(await statusOf('DELETE', path, { confirm: 'Arsiv' })).toBe(400);
    expect(await statusOf('DELETE', path, { confirm: 'Arşiv' })).toBe(200);
    expect(await usage()).toBe(before - 1);
    expect(await statusOf('POST', `${path}/restore`, {})).toBe(404);
    expect(await statusOf('DELETE', path, { confirm: 'Arşiv' })).toBe(404);
  });
});

describe('a deleted field', () => {
  it('comes back with its values, those of rows that were deleted and restored meanwhile, too', async () => {
    const { tableId, fieldId, rowId } = await filled('Alanlı');
    expect(await statusOf('DELETE', `/tables/${tableId}/fields/${fieldId}`)).toBe(200);
    expect(await rowsOf(tableId)).not.toMatchObject([{ ad: 'Çay' }]);
    const rows = `/data/table/${tableId}/rows`;
    await asked('DELETE', `${rows}/${rowId}`);
    await asked('POST', `${rows}/${rowId}/restore`, {});
    const back = await asked('POST', `${bin()}/fields/${fieldId}/restore`, {});
    expect([back.status, back.body.data.field]).toMatchObject([200, { id: fieldId, name: 'ad' }]);
    expect(await rowsOf(tableId)).toMatchObject([{ ad: 'Çay' }]);
  });

  it('waits for its table, and is erased with it', async () => {
    const { tableId, fieldId } = await filled('İkisi');
    await asked('DELETE', `/tables/${tableId}/fields/${fieldId}`);
    await asked('DELETE', `/tables/${tableId}`);
    expect((await entries('field')).find(({ id }) => id === fieldId)).toMatchObject({
      tableName: 'İkisi',
      isTableDeleted: true,
    });
    expect((await asked('POST', `${bin()}/fields/${fieldId}/restore`, {})).body.code).toBe(
      'CONFLICT',
    );
    await asked('DELETE', `${bin()}/tables/${tableId}`, { confirm: 'İkisi' });
    expect((await entries('field')).find(({ id }) => id === fieldId)).toBeUndefined();
    expect(await statusOf('POST', `${bin()}/fields/${fieldId}/restore`, {})).toBe(404);
  });

  it('keeps converting what it was converting, and comes back in its new type', async () => {
    const tableId = await table(owner.projectId, owner.session, 'Sayılar', { v: 'string' });
    const rows = Array.from({ length: 1_500 }, (_, n) => ({ v: `${n},5` }));
    for (let from = 0; from < rows.length; from += 500)
      await asked('POST', `/data/table/${tableId}/rows/bulk`, {
        rows: rows.slice(from, from + 500),
      });
    const [{ id: fieldId }] = (await asked('GET', `/tables/${owner.projectId}/${tableId}/fields`))
      .body.data.fields;
    await asked('PUT', `/tables/${tableId}/fields/${fieldId}`, { type: 'number' });
    await asked('DELETE', `/tables/${tableId}/fields/${fieldId}`);
    await asked('POST', `${bin()}/fields/${fieldId}/restore`, {});
    await expect
      .poll(
        async () =>
          (await asked('GET', `/data/table/${tableId}?filter[v][gte]=0&limit=1`)).body.data
            .pagination.total,
        { timeout: 15_000 },
      )
      .toBe(1_500);
  });
});

describe('deleted rows', () => {
  it('are listed by pages, the last deleted first, with their values and who deleted them', async () => {
    const tableId = await table(owner.projectId, owner.session, 'Satırlar', { ad: 'string' });
    const path = `/data/table/${tableId}`;
    const added = (
      await asked('POST', `${path}/rows/bulk`, { rows: [{ ad: 'a' }, { ad: 'b' }, { ad: 'c' }] })
    ).body.data.rows.map(({ id }: { id: string }) => id) as string[];
    await asked('DELETE', `${path}/rows/${added[0]}`);
    await ask('POST', `${path}/rows/bulk`, { deletes: added.slice(1) }, editor);
    const first = (await asked('GET', `${path}/bin?limit=2`)).body.data;
    expect(first).toMatchObject({
      total: 3,
      rows: [{ deletedBy: { name: 'Yazan' } }, { deletedBy: { name: 'Yazan' } }],
    });
    const second = (await asked('GET', `${path}/bin?limit=2&cursor=${first.nextCursor}`)).body.data;
    expect(second.rows).toMatchObject([
      { id: added[0], values: { ad: 'a' }, deletedBy: { name: 'Ayse' } },
    ]);
    expect(
      [...first.rows, ...second.rows].map(({ values }: { values: unknown }) => values),
    ).toEqual(expect.arrayContaining([{ ad: 'a' }, { ad: 'b' }, { ad: 'c' }]));
    expect(await statusOf('POST', `${path}/rows/bulk`, { restores: added }, editor)).toBe(200);
    expect((await asked('GET', `${path}/bin`)).body.data).toEqual({ rows: [], total: 0 });
    expect(await statusOf('GET', `${path}/bin?cursor=x`)).toBe(400);
  });
});

describe('the bin of a project', () => {
  it('is for those who may delete: editors restore rows, managers tables; viewers and strangers nothing', async () => {
    const { tableId, fieldId, rowId } = await filled('Haklar');
    const rows = `/data/table/${tableId}/bin`;
    await asked('DELETE', `/data/table/${tableId}/rows/${rowId}`);
    await asked('DELETE', `/tables/${tableId}/fields/${fieldId}`);
    const stranger = other.session;
    const restore = `${bin()}/fields/${fieldId}/restore`;
    const seen = async (by: Headed) => [
      await statusOf('GET', rows, undefined, by),
      await statusOf('GET', `${bin()}?kind=field`, undefined, by),
      await statusOf('POST', restore, {}, by),
      await statusOf('DELETE', `${bin()}/fields/${fieldId}`, { confirm: 'ad' }, by),
    ];
    expect({
      viewer: await seen(viewer),
      editor: await seen(editor),
      stranger: await seen(stranger),
      key: await seen(owner.key),
      nobody: await seen({}),
    }).toEqual({
      viewer: [403, 403, 403, 403],
      editor: [200, 403, 403, 403],
      stranger: [404, 404, 404, 404],
      key: [200, 403, 403, 403],
      nobody: [401, 401, 401, 401],
    });
  });

  it('does not open by the ids of another project', async () => {
    const { tableId, fieldId } = await filled('Yabancı');
    await asked('DELETE', `/tables/${tableId}/fields/${fieldId}`);
    await asked('DELETE', `/tables/${tableId}`);
    const theirs = bin(other.projectId);
    const by = other.session;
    for (const [method, path, body] of [
      ['POST', `${theirs}/tables/${tableId}/restore`, {}],
      ['POST', `${theirs}/fields/${fieldId}/restore`, {}],
      ['DELETE', `${theirs}/tables/${tableId}`, { confirm: 'Yabancı' }],
      ['DELETE', `${theirs}/fields/${fieldId}`, { confirm: 'ad' }],
    ] as const)
      expect([path, await statusOf(method, path, body, by)]).toEqual([path, 404]);
    expect(await entries('table', other)).toEqual([]);
    expect(await statusOf('POST', `${bin()}/tables/${tableId}/restore`, {})).toBe(200);
  });

  it('goes with the project', async () => {
    const mine = (await asked('POST', '/projects', { name: 'Kısa' })).body.data.project;
    const tableId = await table(mine.id, owner.session, 'Son', { ad: 'string' });
    await asked('DELETE', `/tables/${tableId}`);
    expect(await statusOf('DELETE', `/projects/${mine.id}`, {})).toBe(200);
    expect(await statusOf('POST', `${bin(mine.id)}/tables/${tableId}/restore`, {})).toBe(404);
    expect(await statusOf('GET', `/data/table/${tableId}`)).toBe(404);
  });
});
