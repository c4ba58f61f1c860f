import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask as askRaw } from '../hostile/raw.ts';
import { serve } from './serve.ts';

const server = serve();
const { ask } = server;

let [projectId, tableId, otherId, key] = ['', '', '', ''];
let owner: Readonly<Record<string, string>>;
let stranger: Readonly<Record<string, string>>;
let alone: Readonly<Record<string, string>>;

const path = (more = '') => `/projects/${projectId}/openapi.json${more}`;
const documentOf = async (headers = owner, more = '') =>
  (await ask('GET', path(more), undefined, headers)).body;

beforeAll(async () => {
  const register = async (name: string) => {
    const person = { name, email: `${name}@example.com`, password: 'gizli-1' };
    return (await ask('POST', '/auth/register', person)).body.data;
  };
  const [ayse, can] = [await register('ayse'), await register('can')];
  owner = { authorization: `Bearer ${ayse.token}` };
  stranger = { authorization: `Bearer ${can.token}` };
  [projectId, key] = [ayse.project.id, ayse.credentials.apiKey];
  alone = { 'x-api-key': key };
  const table = async (name: string): Promise<string> =>
    (await ask('POST', `/tables/project/${projectId}`, { name }, owner)).body.data.table.id;
  [tableId, otherId] = [await table('Ürünler'), await table('Boş')];
  const options = [{ name: 'Açık' }, { name: 'Kapalı' }];
  for (const field of [
    {
      name: 'ad',
      type: 'string',
      required: true,
      description: 'Etiketteki ad',
      validation: { minLength: 2, maxLength: 40 },
    },
    { name: 'fiyat', type: 'number', validation: { minValue: 0, decimalPlaces: 2 } },
    { name: 'durum', type: 'select', validation: { options } },
    { name: 'gizli', type: 'string', isHidden: true },
  ])
    await ask('POST', `/tables/${projectId}/${tableId}/fields`, field, owner);
  const row = { ad: 'Çay', fiyat: 12.5, durum: 'Açık', gizli: 'sır' };
  await ask('POST', `/data/table/${tableId}/rows`, row, owner);
});

describe("a project's OpenAPI document", () => {
  it('describes each table with its types, rules and an example of a row', async () => {
    const document = await documentOf();
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    const post = document.paths[`/data/table/${tableId}/rows`].post;
    expect(post.tags).toEqual(['Ürünler']);
    const { example, schema } = post.requestBody.content['application/json'];
    expect(example).toMatchObject({ ad: 'Çay', fiyat: 12.5 });
    const { required, properties } = document.components.schemas[schema.$ref.split('/').at(-1)];
    expect(required).toEqual(['ad']);
    expect(properties.ad).toEqual({
      type: 'string',
      minLength: 2,
      maxLength: 40,
      description: 'Etiketteki ad',
      'x-hzm-type': 'string',
    });
    expect(properties.fiyat).toMatchObject({ type: ['number', 'null'], minimum: 0 });
    expect(properties.durum.description).toContain(': Açık');
    // The example is a request that works.
    expect((await ask('POST', `/data/table/${tableId}/rows`, example, owner)).status).toBe(201);
  });

  it('answers rows as the document says, refusals with an example each', async () => {
    const document = await documentOf(owner, `?table=${otherId}`);
    expect(Object.keys(document.paths)).toEqual([
      `/data/table/${otherId}`,
      `/data/table/${otherId}/rows`,
      `/data/table/${otherId}/rows/{rowId}`,
    ]);
    const { responses } = document.paths[`/data/table/${otherId}`].get;
    expect(responses['404'].content['application/json'].example).toMatchObject({
      success: false,
      code: 'NOT_FOUND',
    });
  });

  it('tells hidden fields to nobody who may not see them', async () => {
    expect(JSON.stringify(await documentOf())).toContain('gizli');
    const text = JSON.stringify(await documentOf(alone));
    expect(text).toContain('Ürünler');
    expect(text).not.toMatch(/gizli|sır/);
  });

  it('is nothing for strangers, nor are the tables of another project', async () => {
    expect((await ask('GET', path(), undefined, stranger)).status).toBe(404);
    expect((await ask('GET', path())).status).toBe(401);
    const other = (await ask('GET', '/projects', undefined, stranger)).body.data.projects[0].id;
    const foreign = `/projects/${other}/openapi.json?table=${tableId}`;
    expect((await ask('GET', foreign, undefined, stranger)).status).toBe(404);
    expect((await ask('GET', path('?table=x'), undefined, owner)).status).toBe(400);
  });

  it('is sent once to who keeps it, compressed, and anew after a change', async () => {
    const port = Number(new URL(server.origin()).port);
    const get = async (more: Readonly<Record<string, string>> = {}) =>
      (await askRaw(port, 'GET', `/api/v1${path()}`, { ...alone, ...more }, undefined))!;
    const tag = String((await get()).headers['etag']);
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(await get({ 'if-none-match': tag })).toMatchObject({ status: 304, text: '' });
    expect((await get({ 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
    await ask('POST', `/tables/${projectId}/${otherId}/fields`, { name: 'a', type: 'text' }, owner);
    expect((await get({ 'if-none-match': tag })).status).toBe(200);
  });
});
