import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

/** Options where a table is seen from outside: widgets, forms, published endpoints. */
const server = serve();
let session: Headed;
let projectId = '';
let tableId = '';
const ids: Record<string, string> = {};

const options = [
  { name: 'Yapılacak' },
  { name: 'Sürüyor' },
  { name: 'Eski', retired: true },
  { name: '<b>Kalın</b>' },
];

beforeAll(async () => {
  ({ session, projectId } = await server.register('Ayse'));
  tableId = await server.table(projectId, session, 'İşler', { ad: 'string' });
  for (const [name, type] of [
    ['durum', 'select'],
    ['etiket', 'multi_select'],
  ]) {
    const body = { name, type, validation: { options } };
    const field = await server.ask('POST', `/tables/${projectId}/${tableId}/fields`, body, session);
    ids[name!] = field.body.data.field.id;
  }
  const table = await server.ask('GET', `/tables/${projectId}/${tableId}`, undefined, session);
  ids['ad'] = table.body.data.table.fields[0].id;
  const rows = [
    { ad: 'a', durum: 'surüyor', etiket: ['Sürüyor', 'Yapılacak'] },
    { ad: 'b', durum: 'Yapılacak' },
    { ad: 'c', durum: 'yapilacak' },
    { ad: 'd' },
  ];
  await server.ask('POST', `/data/table/${tableId}/rows/bulk`, { rows }, session);
});

async function widget({ type, ...settings }: { type: string; [member: string]: unknown }) {
  const { status, body } = await server.ask(
    'POST',
    '/widgets',
    { projectId, name: `W ${type}`, type, settings: { type, tableId, ...settings } },
    session,
  );
  expect([status, body.details]).toEqual([201, undefined]);
  return body.data.widget.id as string;
}
const chosen = () => ['ad', 'durum', 'etiket'].map(name => ({ field: ids[name], name }));
const read = async (id: string) =>
  (await server.ask('GET', `/widgets/${id}/data`, undefined, session)).body.data;

describe('widgets', () => {
  it('show the names of options, sorted in their order', async () => {
    const id = await widget({
      type: 'table',
      fields: chosen(),
      filters: [{ field: ids['durum'], op: 'empty', value: false }],
      sort: [{ field: ids['durum'], order: 'desc' }],
      limit: 10,
    });
    expect((await read(id)).rows).toEqual([
      { ad: 'a', durum: 'Sürüyor', etiket: 'Yapılacak, Sürüyor' },
      { ad: 'b', durum: 'Yapılacak', etiket: null },
      { ad: 'c', durum: 'Yapılacak', etiket: null },
    ]);
  });

  it('chart the options in their order', async () => {
    const id = await widget({
      type: 'chart',
      group: { field: ids['durum'], name: 'durum' },
      value: { compute: 'count', name: 'n' },
    });
    expect((await read(id)).rows).toEqual([
      { durum: 'Yapılacak', n: 2 },
      { durum: 'Sürüyor', n: 1 },
      { durum: null, n: 1 },
    ]);
  });

  it('ask in forms with the options that are offered, and take them', async () => {
    const id = await widget({
      type: 'form',
      fields: chosen().map(field => ({ ...field, help: '' })),
      thanks: 'Sağ olun',
    });
    const page = await fetch(`${server.origin()}/api/v1/widgets/${id}/embed?format=iframe`);
    const html = await page.text();
    expect(html).toContain('<option value="surüyor">'.replace('ü', 'u'));
    expect(html).toContain('&lt;b&gt;Kal');
    expect(html).not.toContain('Eski');
    // Several options are boxes.
    expect(html).toContain('type="checkbox" value="yapilacak"');
    const send = (values: object) =>
      server.ask('POST', `/widgets/${id}/embed`, { values, website: '' }, session);
    const { durum, etiket } = ids as { durum: string; etiket: string };
    const sent = await send({ [durum]: 'suruyor', [etiket]: ['yapilacak'] });
    expect(sent.status).toBe(201);
    expect((await send({ [durum]: 'Eski' })).status).toBe(400);
    expect((await send({ [durum]: 'none' })).status).toBe(400);
  });
});

describe('published endpoints', () => {
  it('compare options by name or id, sort in their order, and answer ids', async () => {
    const definition = {
      method: 'GET',
      path: 'isler',
      caller: 'key',
      parameters: [{ name: 'durum', in: 'query', type: 'text' }],
      action: {
        kind: 'rows',
        tableId,
        fields: chosen(),
        filters: [{ field: ids['durum'], op: 'eq', value: { parameter: 'durum' } }],
        sort: [{ field: ids['durum'], order: 'desc' }],
      },
    };
    const ask = (method: string, path: string, body?: unknown) =>
      server.ask(method, path, body, session);
    const made = await ask('POST', `/custom-endpoints/project/${projectId}`, {
      name: 'İşler',
      definition,
    });
    expect([made.status, made.body.details]).toEqual([201, undefined]);
    await ask('POST', `/custom-endpoints/${made.body.data.endpoint.id}/publish`, {});
    const names = async (query: string): Promise<string[]> => {
      const { status, body } = await ask('GET', `/custom/${projectId}/isler?${query}`);
      expect(status).toBe(200);
      return body.data.rows.map(({ ad, durum }: Record<string, string>) => `${ad} ${durum}`);
    };
    expect(await names('durum=YAPILACAK')).toEqual(['b yapilacak', 'c yapilacak']);
    expect(await names('durum=suruyor')).toContain('a suruyor');
    expect(await names('durum=none')).toEqual([]);
    expect((await names('')).slice(-3)).toEqual(['b yapilacak', 'c yapilacak', 'd null']);
  });
});
