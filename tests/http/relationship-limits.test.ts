import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { asOwner, type Person } from './as-owner.ts';
import { serve } from './serve.ts';

const { ask, register } = serve();
let owner: Person;
let [people, tables] = [0, 0];
const { asked, data, made, add } = asOwner({ ask }, () => owner);
const related = async (more: object = {}) => {
  const targets = await made(`Hedefler ${++tables}`, { ad: 'string' });
  const sources = await made(`Kaynaklar ${tables}`, { ad: 'string', h: 'reference' });
  await data('POST', `/tables/${sources.id}/fields/${sources.fields[1]}/relationships`, {
    targetTableId: targets.id,
    targetFieldId: targets.fields[0],
    ...more,
  });
  return {
    targets: targets.id,
    name: targets.fields[0]!,
    sources: sources.id,
    field: sources.fields[1]!,
  };
};
beforeAll(async () => {
  await register('Admin');
});
beforeEach(async () => {
  owner = await register(`Ayse${++people}`);
});

it('a value with more targets than it may have is refused before they are looked up', async () => {
  const { sources } = await related({ relationshipType: 'many-to-many' });
  const h = Array.from({ length: 100_000 }, (_, i) => i.toString(36));
  const { status, body } = await asked('POST', `/data/table/${sources}/rows`, { h });
  expect([status, body.details]).toEqual([400, [{ path: 'h', message: 'En çok 200 kayıt' }]]);
});

it('a repeated deletion that took rows along deletes nothing again', async () => {
  const { targets, sources } = await related({ cascadeDelete: true });
  const ada = await add(targets, { ad: 'Ada' });
  await add(sources, { h: ada });
  const path = `/data/table/${targets}/rows/${ada}`;
  const again = { ...owner.session, 'X-Request-ID': newId() };
  await data('DELETE', path, undefined, again);
  await data('POST', `/data/table/${targets}/rows/bulk`, { restores: [ada] });
  await data('DELETE', path, undefined, again);
  expect((await data('GET', `/data/table/${targets}`)).rows).toMatchObject([{ id: ada }]);
  await add(sources, { h: ada });
  await data('DELETE', path, undefined, again);
  expect((await data('GET', `/data/table/${targets}`)).rows).toMatchObject([{ id: ada }]);
});

it('a hidden field is not named to a key, neither by a deletion nor by a return', async () => {
  const { targets, sources, field } = await related();
  const ada = await add(targets, { ad: 'Ada' });
  const row = await add(sources, { ad: 'x', h: ada });
  await data('PUT', `/projects/${owner.projectId}`, { settings: { allowApiAccess: true } });
  await data('PUT', `/tables/${sources}/fields/${field}`, { isHidden: true });
  const refused = await asked('DELETE', `/data/table/${targets}/rows/${ada}`, undefined, owner.key);
  expect([refused.status, refused.body.data]).toEqual([409, { pointing: [] }]);
  const own = await asked('DELETE', `/data/table/${targets}/rows/${ada}`);
  expect(own.body.data.pointing).toMatchObject([{ fieldName: 'h', count: 1 }]);
  await data('DELETE', `/data/table/${sources}/rows/${row}`);
  await data('DELETE', `/data/table/${targets}/rows/${ada}`);
  for (const [path, body] of [
    [`${row}/restore`, {}],
    ['bulk', { restores: [row] }],
  ] as const) {
    const { status, body: answer } = await asked(
      'POST',
      `/data/table/${sources}/rows/${path}`,
      body,
      owner.key,
    );
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).not.toMatch(/"h"|\.h"/);
  }
});

it('an endpoint deletes with those that go along, tells a repetition the same, and of rows in the way only that they are', async () => {
  await data('PUT', `/projects/${owner.projectId}`, { settings: { allowApiAccess: true } });
  const prepared = async (cascadeDelete: boolean) => {
    const { targets, sources, name } = await related({ cascadeDelete });
    await add(sources, { h: await add(targets, { ad: 'Ada' }) });
    const definition = {
      method: 'DELETE',
      path: `sil-${cascadeDelete}/:ad`,
      parameters: [{ name: 'ad', in: 'path' }],
      action: {
        kind: 'delete',
        tableId: targets,
        key: { field: name, value: { parameter: 'ad' } },
      },
    };
    const path = `/custom-endpoints/project/${owner.projectId}`;
    const { endpoint } = await data('POST', path, { name: 'Sil', definition });
    await data('POST', `/custom-endpoints/${endpoint.id}/publish`, {});
    return { sources, call: `/custom/${owner.projectId}/sil-${cascadeDelete}/ada` };
  };
  const along = await prepared(true);
  const again = { ...owner.key, 'X-Request-ID': newId() };
  for (let i = 0; i < 2; i++)
    expect(await data('DELETE', along.call, undefined, again)).toEqual({});
  expect((await data('GET', `/data/table/${along.sources}`)).rows).toEqual([]);
  const { call } = await prepared(false);
  const { status, body } = await asked('DELETE', call, undefined, owner.key);
  expect([status, body.code, body.data]).toEqual([409, 'CONFLICT', undefined]);
});

it('a row that names another target meanwhile does not go along', async () => {
  const { targets, sources } = await related({ cascadeDelete: true });
  const kept = await add(targets, { ad: 'Kalan' });
  for (let round = 0; round < 8; round++) {
    const gone = await add(targets, { ad: 'Giden' });
    const rows = await Promise.all(Array.from({ length: 8 }, () => add(sources, { h: gone })));
    const moved = (id: string) => asked('PUT', `/data/table/${sources}/rows/${id}`, { h: kept });
    const [removed, ...answers] = await Promise.all([
      asked('DELETE', `/data/table/${targets}/rows/${gone}`),
      ...rows.map(moved),
    ]);
    expect(removed.status).toBe(200);
    const there = (await data('GET', `/data/table/${sources}?limit=1000`)).rows;
    const ids = new Set(there.map(({ id }: { id: string }) => id));
    const lost = rows.filter((id, i) => answers[i]!.status === 200 && !ids.has(id));
    expect([round, lost]).toEqual([round, []]);
  }
});

it('rows that went along come back once their target is back', async () => {
  const { targets, sources } = await related({ cascadeDelete: true });
  const ada = await add(targets, { ad: 'Ada' });
  const row = await add(sources, { ad: 'x', h: ada });
  const also = await add(sources, { ad: 'y', h: ada });
  await data('DELETE', `/data/table/${targets}/rows/${ada}`);
  const early = await asked('POST', `/data/table/${sources}/rows/bulk`, { restores: [row] });
  expect(early.status).toBe(400);
  await data('POST', `/data/table/${targets}/rows/bulk`, { restores: [ada] });
  await data('POST', `/data/table/${sources}/rows/bulk`, { restores: [row] });
  await data('POST', `/data/table/${sources}/rows/${also}/restore`, {});
  expect((await data('GET', `/data/table/${sources}`)).rows).toMatchObject([
    { h: ada },
    { h: ada },
  ]);
});
