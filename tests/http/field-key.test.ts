import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
let session: Headed;
let tableId = '';
let ids: Record<string, string> = {};

beforeAll(async () => {
  const person = await register('Ada');
  ({ session } = person);
  const shape = { ad: 'string', stok: 'number', kod: 'string' };
  tableId = await table(person.projectId, session, 'Ürünler', shape);
  const path = `/tables/${person.projectId}/${tableId}/fields`;
  const { fields } = (await ask('GET', path, undefined, session)).body.data;
  ids = Object.fromEntries(fields.map(({ id, name }: { id: string; name: string }) => [name, id]));
});

const rows = (method: string, path: string, body?: unknown, headers: Headed = {}) =>
  ask(method, `/data/table/${tableId}${path}`, body, { ...session, ...headers });
const rename = (id: string, name: string) =>
  ask('PUT', `/tables/${tableId}/fields/${id}`, { name }, session);
const pathsOf = ({ body }: Awaited<ReturnType<typeof rows>>): string[] =>
  body.details.map(({ path }: { path: string }) => path);

describe('rows by field id', () => {
  it('are written and answered under the ids of fields, alone and together', async () => {
    const { ad, stok, kod } = ids as Record<'ad' | 'stok' | 'kod', string>;
    const added = await rows('POST', '/rows?fieldKey=id', { [ad]: 'çay', [stok]: 4 });
    expect(added.status).toBe(201);
    expect(added.body.data.row).toMatchObject({ [ad]: 'çay', [stok]: 4, [kod]: null });
    expect(Object.keys(added.body.data.row)).not.toContain('ad');
    const { id } = added.body.data.row;
    const changed = await rows('PUT', `/rows/${id}?fieldKey=id`, { [stok]: 5 });
    expect(changed.body.data.row[stok]).toBe(5);
    const updates = [{ id, values: { [kod]: 'K1' } }];
    const many = await rows('POST', '/rows/bulk?fieldKey=id', { updates });
    expect(many.body.data.rows[0]).toMatchObject({ [ad]: 'çay', [stok]: 5, [kod]: 'K1' });
    const read = await rows('GET', `/rows/${id}?fieldKey=id`);
    expect(read.body.data.row).toEqual(many.body.data.rows[0]);
    const named = await rows('GET', `/rows/${id}`);
    expect(named.body.data.row).toMatchObject({ ad: 'çay', stok: 5, kod: 'K1' });
  });

  it('are filtered and sorted by the ids of fields', async () => {
    await rows('POST', '/rows', { ad: 'kahve', stok: 1 });
    const { ad, stok } = ids as Record<'ad' | 'stok', string>;
    const found = await rows('GET', `?fieldKey=id&filter[${stok}][gte]=1&sort=${stok}&order=asc`);
    const names = found.body.data.rows.map((row: Record<string, unknown>) => row[ad]);
    expect(names).toEqual(['kahve', 'çay']);
  });

  it('reach the same field though two fields swap their names', async () => {
    const { ad, kod } = ids as Record<'ad' | 'kod', string>;
    const { id } = (await rows('POST', '/rows', { ad: 'a', kod: 'k' })).body.data.row;
    const swap = [
      [ad, 'geçici'],
      [kod, 'ad'],
      [ad, 'kod'],
    ] as const;
    for (const [field, name] of swap) expect((await rename(field, name)).status).toBe(200);
    const changed = await rows('PUT', `/rows/${id}?fieldKey=id`, { [ad]: 'yeni' });
    expect(changed.body.data.row).toMatchObject({ [ad]: 'yeni', [kod]: 'k' });
    const read = await rows('GET', `/rows/${id}`);
    expect(read.body.data.row).toMatchObject({ kod: 'yeni', ad: 'k' });
  });

  it('name what another writer has made of the row', async () => {
    const { stok } = ids as Record<'stok', string>;
    const { id } = (await rows('POST', '/rows?fieldKey=id', { [stok]: 1 })).body.data.row;
    const stale = { 'if-match': '"9"' };
    const late = await rows('PUT', `/rows/${id}?fieldKey=id`, { [stok]: 2 }, stale);
    expect([late.status, late.body.data.current[stok]]).toEqual([412, 1]);
  });

  it('are refused as a whole where a field was removed, which is named', async () => {
    const { stok, kod } = ids as Record<'stok' | 'kod', string>;
    const { id } = (await rows('POST', '/rows', { stok: 1 })).body.data.row;
    const before = { 'x-request-id': 'before' };
    const written = await rows('PUT', `/rows/${id}?fieldKey=id`, { [kod]: 'son' }, before);
    const dropped = await ask('DELETE', `/tables/${tableId}/fields/${kod}`, undefined, session);
    expect(dropped.status).toBe(200);

    const one = await rows('PUT', `/rows/${id}?fieldKey=id`, { [stok]: 'no number', [kod]: 'x' });
    expect([one.status, one.body.code, pathsOf(one)]).toEqual([409, 'CONFLICT', [kod]]);
    const added = await rows('POST', '/rows?fieldKey=id', { [stok]: 7, [kod]: 'x' });
    expect([added.status, pathsOf(added)]).toEqual([409, [kod]]);
    const updates = [{ id, values: { [stok]: 8, [kod]: 'x' } }];
    const many = await rows('POST', '/rows/bulk?fieldKey=id', { updates });
    expect([many.status, pathsOf(many)]).toEqual([409, [`updates.0.values.${kod}`]]);
    expect((await rows('GET', `/rows/${id}`)).body.data.row.stok).toBe(1);
    const found = await rows('GET', `?fieldKey=id&filter[${kod}]=x`);
    expect([found.status, pathsOf(found)]).toEqual([409, [`filter.${kod}`]]);
    // A repeated write gets its answer again, in the fields of today.
    const again = await rows('PUT', `/rows/${id}?fieldKey=id`, { [kod]: 'son' }, before);
    expect(again.body.data.row._version).toBe(written.body.data.row._version);
  });

  it('take no other kind of key', async () => {
    expect((await rows('GET', '?fieldKey=label')).status).toBe(400);
  });
});
