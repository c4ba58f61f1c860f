import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve } from './serve.ts';

const { ask, inTurn, origin, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let owner: Person;
let tableId = '';
const fields: Record<string, string> = {};

const { call } = inTurn(() => owner.session);
const path = () => `/projects/${owner.projectId}/widgets`;
const made = async (body: object, on = path()): Promise<Any> => {
  const answer = await call('POST', on, body);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer.body.data.widget;
};
const shown = (...names: string[]) => ({
  type: 'table',
  tableId,
  fields: names.map(name => ({ field: fields[name], name })),
});
const fieldsOf = async (projectId: string): Promise<Any[]> =>
  (await call('GET', `/tables/project/${projectId}`)).body.data.tables[0].fields;

beforeAll(async () => {
  owner = await register('Owner');
  await call('PUT', `/projects/${owner.projectId}`, { settings: { maxRequestsPerMinute: 10_000 } });
  tableId = await table(owner.projectId, owner.session, 'Ürünler', {
    ad: 'string',
    stok: 'number',
    eski: 'string',
    sır: 'string',
  });
  for (const { id, name } of await fieldsOf(owner.projectId)) fields[name] = id;
  await call('PUT', `/tables/${tableId}/fields/${fields['sır']}`, { isHidden: true });
});

it('is counted on the card of its project, in test environments, too', async () => {
  const ada = await register('Ada');
  const counted = async (id: string): Promise<number> =>
    (await ask('GET', `/projects/${id}`, undefined, ada.session)).body.data.project.widgetCount;
  expect(await counted(ada.projectId)).toBe(0);
  const add = { name: 'Stok', type: 'table' };
  const first = await ask('POST', `/projects/${ada.projectId}/widgets`, add, ada.session);
  await ask('POST', `/projects/${ada.projectId}/widgets`, { ...add, name: 'B' }, ada.session);
  const test = await ask(
    'POST',
    `/projects/${ada.projectId}/create-test-environment`,
    {},
    ada.session,
  );
  await ask('DELETE', `/widgets/${first.body.data.widget.id}`, undefined, ada.session);
  expect([await counted(ada.projectId), await counted(test.body.data.project.id)]).toEqual([1, 2]);
});

describe('a widget', () => {
  it('is created by name and type, changed, listed, and deleted by its name', async () => {
    const answer = await call('POST', '/widgets', {
      projectId: owner.projectId,
      name: ' Stok ',
      type: 'table',
    });
    expect(answer.status).toBe(201);
    const { widget } = answer.body.data;
    expect(widget).toMatchObject({
      name: 'Stok',
      type: 'table',
      description: '',
      state: 'draft',
      settings: null,
      project: { id: owner.projectId },
    });
    expect(answer.headers.get('etag')).toBe(`"${widget._version}"`);
    const listed = await call('GET', `/widgets?projectId=${owner.projectId}`);
    expect(listed.body.data).toMatchObject({
      total: 1,
      widgets: [{ id: widget.id, created_at: widget.created_at }],
      projectInfo: { id: owner.projectId },
    });
    expect((await call('GET', path())).body.data).toEqual(listed.body.data);
    const changed = await call('PUT', `/widgets/${widget.id}`, {
      name: 'Depo',
      settings: shown('ad'),
    });
    expect(changed.body.data.widget).toMatchObject({ name: 'Depo', state: 'live', faults: [] });
    expect((await call('PUT', `/widgets/${widget.id}`, { name: 'Depo' })).headers.get('etag')).toBe(
      changed.headers.get('etag'),
    );
    const id = { 'x-request-id': 'sil-1' };
    const gone = [
      await ask('DELETE', `/widgets/${widget.id}`, undefined, { ...owner.session, ...id }),
      await ask('DELETE', `/widgets/${widget.id}`, undefined, { ...owner.session, ...id }),
    ];
    for (const { status, body } of gone)
      expect([status, body.data]).toEqual([
        200,
        { deletedWidget: { id: widget.id, name: 'Depo' } },
      ]);
    expect((await call('GET', `/widgets/${widget.id}`)).status).toBe(404);
  });

  it('is changed only as its caller saw it, when If-Match says so', async () => {
    const { id, _version } = await made({ name: 'Sürüm', type: 'chart' });
    await call('PUT', `/widgets/${id}`, { description: 'yeni' });
    const late = { ...owner.session, 'if-match': `"${_version}"` };
    const refused = await ask('PUT', `/widgets/${id}`, { name: 'Geç' }, late);
    expect([refused.status, refused.body.data.current.description]).toEqual([412, 'yeni']);
    await call('DELETE', `/widgets/${id}`);
  });

  it('needs a name, in the words of the specification', async () => {
    const refused = await call('POST', path(), { name: '  ', type: 'table' });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ path: 'name', message: 'Widget adı gerekli!' }],
    ]);
  });

  it.each([
    ['of another type', () => ({ ...shown('ad'), type: 'chart' })],
    ['with a field of no table', () => ({ ...shown(), fields: [{ field: newId(), name: 'x' }] })],
    ['with a hidden field', () => shown('ad', 'sır')],
    [
      'with a hidden field in its filter',
      () => ({
        ...shown('ad'),
        filters: [{ field: fields['sır'], op: 'eq', value: 'x' }],
      }),
    ],
    ['with a table of nobody', () => ({ ...shown('ad'), tableId: newId() })],
    [
      'with a sum of texts',
      () => ({
        type: 'chart',
        tableId,
        group: { field: fields['ad'], name: 'ad' },
        value: { compute: 'sum', field: fields['eski'], name: 'toplam' },
      }),
    ],
    [
      'with a filter that compares a number with a text',
      () => ({
        ...shown('ad'),
        filters: [{ field: fields['stok'], op: 'gt', value: 'çok' }],
      }),
    ],
    ['with more rows than a widget shows', () => ({ ...shown('ad'), limit: 501 })],
  ])('refuses settings %s', async (_, settings) => {
    const { type } = settings();
    const refused = await call('POST', path(), {
      name: 'Olmaz',
      type: type === 'chart' && 'group' in settings() ? 'chart' : 'table',
      settings: settings(),
    });
    expect([refused.status, refused.body.details.length > 0]).toEqual([400, true]);
    expect(JSON.stringify(refused.body.details)).not.toContain('action');
  });

  it('drops its settings when its type changes, unless new ones come along', async () => {
    const { id } = await made({ name: 'Tür', type: 'table', settings: shown('ad') });
    const changed = await call('PUT', `/widgets/${id}`, { type: 'form' });
    expect(changed.body.data.widget).toMatchObject({
      type: 'form',
      state: 'draft',
      settings: null,
    });
    await call('DELETE', `/widgets/${id}`);
  });
});

describe('a change of the schema that widgets need', () => {
  it('is refused with their names, and forced makes them broken', async () => {
    const { id } = await made({ name: 'Eskiler', type: 'table', settings: shown('eski') });
    const affected = [{ id, name: 'Eskiler', type: 'table' }];
    const field = `/tables/${tableId}/fields/${fields['eski']}`;
    const tries = [
      await call('DELETE', field),
      await call('PUT', field, { isHidden: true }),
      await call('DELETE', `/tables/${tableId}`),
    ];
    for (const { status, body } of tries)
      expect([status, body.code, body.data.widgets]).toEqual([409, 'CONFLICT', affected]);
    expect((await call('DELETE', `${field}?force=true`)).status).toBe(200);
    const { widget } = (await call('GET', `/widgets/${id}`)).body.data;
    expect(widget.state).toBe('broken');
    expect(widget.faults[0].path).toBe('settings.fields.0.field');
    await call('DELETE', `/widgets/${id}`);
  });
});

describe('the life of a project', () => {
  it('copies widgets into its test environment, on the tables there', async () => {
    const { id } = await made({ name: 'Kopya', type: 'table', settings: shown('ad') });
    const test = (await call('POST', `/projects/${owner.projectId}/create-test-environment`)).body
      .data.project;
    const { widgets } = (await call('GET', `/projects/${test.id}/widgets`)).body.data;
    expect(widgets).toMatchObject([{ name: 'Kopya', state: 'live', project: { id: test.id } }]);
    const { settings } = (await call('GET', `/widgets/${widgets[0].id}`)).body.data.widget;
    const ad = (await fieldsOf(test.id)).find(({ name }) => name === 'ad');
    expect(settings.fields).toEqual([{ field: ad.id, name: 'ad' }]);
    await call('DELETE', `/projects/${test.id}`);
    expect((await call('GET', `/widgets/${widgets[0].id}`)).status).toBe(404);
    expect((await call('GET', `/widgets/${id}`)).status).toBe(200);
    await call('DELETE', `/widgets/${id}`);
  });

  it('names who created, changed and deleted a widget in the history', async () => {
    const { id } = await made({ name: 'Anılan', type: 'form' });
    await call('PUT', `/widgets/${id}`, { name: 'Anılmış' });
    await call('DELETE', `/widgets/${id}`);
    const sentences = async (language: string): Promise<string[]> =>
      (
        await ask('GET', `/projects/${owner.projectId}/history?limit=200`, undefined, {
          ...owner.session,
          'accept-language': language,
        })
      ).body.data.events.map(({ summary }: Any) => summary);
    expect((await sentences('tr')).join()).toContain("“Anılmış” widget'ını sildi");
    expect((await sentences('en')).join()).toContain('created the widget “Anılan”');
  });

  it('tells an auditor and a project key of drafts in the history', async () => {
    const { id } = await made({ name: 'Taslak', type: 'form' });
    await call('PUT', `/widgets/${id}`, { description: 'yeni' });
    const email = 'auditor@example.com';
    const invited = await call('POST', `/projects/${owner.projectId}/invitations`, {
      email,
      role: 'auditor',
    });
    const auditor = await register('Auditor');
    const { url } = invited.body.data.invitation;
    await call('POST', `${url}/accept`, undefined, auditor.session);
    const key = await call('POST', `/api-keys/project/${owner.projectId}`, {
      name: 'okuyan',
      permissions: ['read'],
      scope: 'project',
    });
    const ofProject = { ...owner.key, 'x-api-key': key.body.data.apiKey.key };
    const history = `/projects/${owner.projectId}/history?limit=200`;
    for (const headers of [auditor.session, ofProject]) {
      const { status, body } = await call('GET', history, undefined, headers);
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain("“Taslak” widget'ını oluşturdu");
    }
    await call('DELETE', `/widgets/${id}`);
  });
});

describe('a preview', () => {
  const preview = (body: object, by: Person['session'] = owner.session) =>
    ask('POST', `${path()}/preview`, body, by);

  it('is the page that the embed would be, without a script, in its look', async () => {
    await call('POST', `/data/table/${tableId}/rows`, { ad: '<b>Çay</b>', stok: 1234.5 });
    const settings = shown('ad', 'stok');
    const [plain, dark] = [
      await preview({ name: 'Stok', settings }),
      await preview({ name: 'Stok', settings, theme: 'dark', lang: 'en' }),
    ];
    expect(plain.body.data.html).toMatch(/<h1>Stok<\/h1>.*<td>&lt;b&gt;Çay.*<td>1.234,5<\/td>/s);
    expect(dark.body.data.html).toMatch(/<html lang="en">.*<td>1,234.5<\/td>/s);
    expect(plain.body.data.html).not.toMatch(/<script/);
    const [widget] = [await made({ name: 'Stok', type: 'table', settings })];
    const address = `/widgets/${widget.id}/embed?format=html&theme=dark&lang=en`;
    const embed = await (await fetch(`${origin()}/api/v1${address}`)).text();
    const contentOf = (html: string) => /<div id="content">.*<\/div>/s.exec(html)?.[0];
    expect(contentOf(dark.body.data.html)).toBe(contentOf(embed));
    const form = { type: 'form', tableId, fields: [{ field: fields['ad'], name: 'Adı?' }] };
    const { html } = (await preview({ settings: form })).body.data;
    expect(html).toContain('<label for=');
    expect(html).not.toContain('<noscript>');
  });

  it('is refused for what the widget could not show', async () => {
    const other = await register('Oteki');
    for (const settings of [shown('sır'), { ...shown('ad'), tableId: newId() }])
      expect((await preview({ settings })).status).toBe(400);
    const strange = await ask(
      'POST',
      `/projects/${other.projectId}/widgets/preview`,
      { settings: shown('ad') },
      other.session,
    );
    expect(strange.status).toBe(400);
    expect((await preview({ settings: shown('ad') }, other.session)).status).toBe(404);
  });

  it('is refused to a key that may change the schema, but not read rows', async () => {
    const { body } = await call('POST', `/api-keys/project/${owner.projectId}`, {
      name: 'şema',
      scope: 'admin_project',
      permissions: ['admin'],
    });
    const key = { ...owner.key, 'x-api-key': body.data.apiKey.key };
    const answer = await preview({ settings: shown('ad') }, key);
    expect([answer.status, answer.body.code]).toEqual([403, 'KEY_SCOPE']);
  });
});
