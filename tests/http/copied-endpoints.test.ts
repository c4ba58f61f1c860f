import { placeId } from '@hzm/services/core/commands/place-id';
import { beforeAll, expect, it } from 'vitest';
import { serve } from './serve.ts';

const { ask, inTurn, send, register, table, origin } = serve();
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let admin: Awaited<ReturnType<typeof register>>;
let fields: Any[] = [];
let tableId = '';
let other = '';

const { call } = inTurn(() => admin.session);
const listed = async (projectId: string): Promise<Any[]> =>
  (await call('GET', `/custom-endpoints/project/${projectId}`)).body.data.endpoints;
/** Widgets are shown as before, on the tables of the copy. */
async function expectWidgets(projectId: string, names: readonly string[]): Promise<void> {
  const { widgets } = (await call('GET', `/projects/${projectId}/widgets`)).body.data;
  expect(widgets.map(({ name, state }: Any) => [name, state])).toEqual(
    names.map(name => [name, 'live']),
  );
  const { tables } = (await call('GET', `/tables/project/${projectId}`)).body.data;
  const products = tables.find(({ name }: Any) => name === 'Ürünler');
  for (const { id } of widgets) {
    const { widget } = (await call('GET', `/widgets/${id}`)).body.data;
    expect([widget.description, widget.settings]).toMatchObject([
      'Güncel',
      {
        tableId: products.id,
        fields: [{ field: products.fields[0].id, name: 'Ürün' }],
        filters: [{ field: products.fields[1].id }],
      },
    ]);
  }
}
const one = async (id: string): Promise<Any> =>
  (await call('GET', `/custom-endpoints/${id}`)).body.data.endpoint;
const reading = (path: string, more: object = {}) => ({
  method: 'GET',
  path,
  caller: 'public',
  action: {
    kind: 'rows',
    tableId,
    fields: [
      { field: fields[0].id, name: 'ad' },
      { field: 'id', name: 'id' },
    ],
    filters: [{ field: fields[1].id, op: 'gte', value: { constant: 1 } }],
    sort: [{ field: fields[1].id, order: 'desc' }],
    ...more,
  },
});

/**
 * A published endpoint whose draft was changed since, one that looks up rows of another table, and
 * a draft.
 */
beforeAll(async () => {
  admin = await register('Ada');
  other = await table(admin.projectId, admin.session, 'Depolar', { yer: 'string' });
  tableId = await table(admin.projectId, admin.session, 'Ürünler', {
    ad: 'string',
    fiyat: 'number',
    depo: 'foreign_key',
  });
  const tables = (await call('GET', `/tables/project/${admin.projectId}`)).body.data
    .tables as Any[];
  ({ fields } = tables.find(({ name }) => name === 'Ürünler'));
  const yer = tables.find(({ name }) => name === 'Depolar').fields[0].id;
  const add = async (name: string, definition: object): Promise<string> =>
    (await call('POST', `/custom-endpoints/project/${admin.projectId}`, { name, definition })).body
      .data.endpoint.id;
  const [first, second] = [
    await add('Liste', reading('liste')),
    await add(
      'Depolu',
      reading('depolu', {
        lookups: [
          {
            field: fields[2].id,
            tableId: other,
            name: 'depo',
            fields: [{ field: yer, name: 'yer' }],
          },
        ],
      }),
    ),
  ];
  for (const id of [first, second]) await call('POST', `/custom-endpoints/${id}/publish`, {});
  await call('PUT', `/custom-endpoints/${first}`, {
    name: 'Liste',
    definition: reading('denenen'),
  });
  await add('Taslak', reading('taslak'));
  await call('POST', `/projects/${admin.projectId}/widgets`, {
    name: 'Fiyatlar',
    type: 'table',
    description: 'Güncel',
    settings: {
      type: 'table',
      tableId,
      fields: [{ field: fields[0].id, name: 'Ürün' }],
      filters: [{ field: fields[1].id, op: 'gte', value: 1 }],
    },
  });
});

/**
 * The published version is copied, not the draft, with the copy's own tables and callable by
 * nobody.
 */
async function expectCopied(projectId: string): Promise<void> {
  const copies = await listed(projectId);
  expect(
    copies.map(({ name, path, state, version, requestId }) => [
      name,
      path,
      state,
      version,
      requestId,
    ]),
  ).toEqual([
    ['Liste', 'liste', 'draft', null, null],
    ['Depolu', 'depolu', 'draft', null, null],
    ['Taslak', 'taslak', 'draft', null, null],
  ]);
  expect((await ask('GET', `/custom/${projectId}/liste`)).status).toBe(401);
  const tables = (await call('GET', `/tables/project/${projectId}`)).body.data.tables as Any[];
  const products = tables.find(({ name }) => name === 'Ürünler');
  const { draft } = await one(copies[1].id);
  expect(draft.action).toMatchObject({
    tableId: products.id,
    fields: [{ field: products.fields[0].id }, { field: 'id' }],
    filters: [{ field: products.fields[1].id }],
    lookups: [
      { field: products.fields[2].id, tableId: tables.find(({ name }) => name === 'Depolar').id },
    ],
  });
  expect(products.id).not.toBe(tableId);
  // They fit the tables that they came with.
  for (const { id } of copies)
    expect(
      (await call('POST', `/custom-endpoints/${id}/publish`, {})).body.data.endpoint.state,
    ).toBe('live');
  await call('POST', `/data/table/${products.id}/rows`, { ad: 'Çay', fiyat: 3 });
  expect(
    (await call('GET', `/custom/${projectId}/liste`, undefined, {})).body.data.rows,
  ).toMatchObject([{ ad: 'Çay' }]);
}

it("a test environment begins with drafts of its project's endpoints", async () => {
  const { body } = await call('POST', `/projects/${admin.projectId}/create-test-environment`);
  await expectCopied(body.data.project.id);
  // One whose creation is asked for again has them once.
  await call('DELETE', `/projects/${body.data.project.id}`);
  await expectCopied(
    (await call('POST', `/projects/${admin.projectId}/create-test-environment`)).body.data.project
      .id,
  );
});

it('a backup file carries endpoints and widgets with the ids of the new tables, and tells what it cannot take', async () => {
  const file: Any = await (
    await fetch(`${origin()}/api/v1/admin/backup`, { headers: admin.session })
  ).json();
  const project = file.projects.find(({ id }: Any) => id === admin.projectId);
  expect(project.endpoints.map(({ name, definition }: Any) => [name, definition.path])).toEqual([
    ['Liste', 'liste'],
    ['Depolu', 'depolu'],
    ['Taslak', 'taslak'],
  ]);
  const imported = async (projects: Any[]): Promise<Any> => {
    const { body } = await send('POST', '/admin/restore', JSON.stringify({ projects }), {
      ...admin.session,
      'content-type': 'application/json',
    });
    const of = async () =>
      (await call('GET', '/admin/imports')).body.data.imports.find(
        ({ id }: Any) => id === body.data.import.id,
      );
    await expect.poll(async () => (await of())?.state, { timeout: 20_000 }).toBe('done');
    return of();
  };
  const projectNamed = async (name: string): Promise<string> =>
    (await call('GET', '/projects?limit=100')).body.data.projects.find(
      (found: Any) => found.name === name,
    ).id;
  expect(await imported([{ ...project, name: 'Gelen' }])).toMatchObject({
    found: { projects: 1, endpoints: 3, widgets: 1 },
    added: { endpoints: 3, widgets: 1 },
    refused: { total: 0 },
  });
  await expectCopied(await projectNamed('Gelen (Imported)'));
  const arrived = await projectNamed('Gelen (Imported)');
  await expectWidgets(arrived, ['Fiyatlar']);
  // A project's id is known to viewers; the id of a widget opens its embed.
  const [{ id }] = (await call('GET', `/projects/${arrived}/widgets`)).body.data.widgets;
  expect([0, 1, 2].map(place => placeId(arrived, 'widget', place))).not.toContain(id);

  const [liste, depolu] = project.endpoints;
  const partial = {
    ...project,
    name: 'Eksik',
    tables: project.tables.filter(({ name }: Any) => name === 'Ürünler'),
    endpoints: [
      liste,
      depolu,
      { name: 'Biçimsiz', definition: { method: 'GET' } },
      7,
      { ...liste, name: '' },
    ],
    widgets: [
      { ...project.widgets[0], id: 'x' },
      { ...project.widgets[0], type: 'chart' },
      { ...project.widgets[0], settings: { ...project.widgets[0].settings, tableId: other } },
      { name: 'Yok' },
      'x',
      { ...project.widgets[0], name: ' ' },
    ],
  };
  const { found, refused } = await imported([partial]);
  expect([
    [found.endpoints, found.widgets],
    refused.first.map(({ place, reason }: Any) => `${place}: ${reason}`),
  ]).toEqual([
    [1, 1],
    [
      'projects[0].endpoints[1]: endpoint-tables',
      'projects[0].endpoints[2]: endpoint-shape',
      'projects[0].endpoints[3]: endpoint-shape',
      'projects[0].endpoints[4]: endpoint-name',
      'projects[0].widgets[1]: widget-shape',
      'projects[0].widgets[2]: widget-tables',
      'projects[0].widgets[3]: widget-shape',
      'projects[0].widgets[4]: widget-shape',
      'projects[0].widgets[5]: widget-name',
    ],
  ]);
  await expectWidgets(await projectNamed('Eksik (Imported)'), ['Fiyatlar']);
  expect((await listed(await projectNamed('Eksik (Imported)'))).map(({ name }) => name)).toEqual([
    'Liste',
  ]);
});
