import { docCategories } from '@hzm/contracts/features/docs/api';
import { calls, callsByModule } from '@hzm/contracts/registry';
import { describe, expect, it } from 'vitest';
import { serve } from './serve.ts';

const server = serve();
const { ask } = server;
const en = { 'accept-language': 'en' };

interface Found {
  readonly id: string;
  readonly relevance: number;
  readonly calls: readonly { readonly name: string }[];
}
const found = async (q: string, more = ''): Promise<readonly Found[]> =>
  (await ask('GET', `/docs/search?q=${encodeURIComponent(q)}${more}`)).body.results;

describe('documentation', () => {
  it('lists modules, categories and figures without an identity', async () => {
    const { status, body } = await ask('GET', '/docs/modules');
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.stats).toEqual({
      totalDocs: callsByModule.size,
      totalEndpoints: calls.length,
      totalCategories: docCategories.length,
    });
    const sum = (list: readonly { endpoints: number }[]) =>
      list.reduce((all, { endpoints }) => all + endpoints, 0);
    expect(sum(body.modules)).toBe(calls.length);
    expect(sum(body.categories)).toBe(calls.length);
    expect(body.modules[0]).toMatchObject({ id: 'accounts', title: 'Kayıt ve giriş' });
    expect(body.modules[0]).not.toHaveProperty('content');
  });

  it('answers a module as Markdown and as its calls, in either language', async () => {
    const { body } = await ask('GET', '/docs/module/rows');
    expect(body.module.content).toContain('## Bir kayıt ekler');
    expect(body.module.content).toContain('`POST /api/v1/data/table/{tableId}/rows`');
    expect(body.module.size).toBe(Buffer.byteLength(body.module.content));
    const english = (await ask('GET', '/docs/module/rows', undefined, en)).body.module;
    const list = english.calls.find((one: { name: string }) => one.name === 'list-rows');
    expect(list).toMatchObject({ method: 'GET', path: '/data/table/{tableId}', status: 200 });
    expect(list.members).toContainEqual(
      expect.objectContaining({ name: 'limit', in: 'query', required: false }),
    );
    expect(list.access).toContain('key permission: read');
  });

  it('answers 404 in the words of the catalogue for a module that does not exist', async () => {
    for (const id of ['nothing', '__proto__', 'constructor'])
      expect(await ask('GET', `/docs/module/${id}`, undefined, en)).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND', error: 'Documentation module not found' },
      });
  });

  it('finds without case and accents, best first, within a category', async () => {
    const results = await found('KAYİT');
    expect(results[0]!.id).toBe('rows');
    expect(await found('kayıt')).toEqual(results);
    expect(results.map(({ relevance }) => relevance)).toEqual(
      results.map(({ relevance }) => relevance).toSorted((a, b) => b - a),
    );
    const limited = await found('kayıt', '&category=people');
    expect(limited.map(({ id }) => id)).toEqual(['accounts', 'own-account']);
    expect((await found('kayıt ekler'))[0]!.calls[0]!.name).toBe('add-row');
    expect((await found('/data/table'))[0]!.id).toBe('rows');
    expect(await found('böyle bir şey yok')).toEqual([]);
  });

  it('refuses a search under two characters, over a hundred, or in an unknown category', async () => {
    for (const query of ['', '?q=a', '?q=%20a%20', `?q=${'a'.repeat(101)}`, '?q=ab&category=x'])
      expect((await ask('GET', `/docs/search${query}`)).status, query).toBe(400);
  });
});
