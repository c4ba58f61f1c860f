import { newId } from '@hzm/contracts/core/ids';
import { EmbedSize, EmbedTheme } from '@hzm/contracts/features/widgets/embed';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ask as askRaw } from '../hostile/raw.ts';
import { serve, type Headed } from './serve.ts';

const { ask, inTurn, origin, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
const EVIL = `<script>alert(1)</script>"'{{ad}}&`;
const SECRET = 'GIZLI-DEGER';
let owner: Person;
let tableId = '';
const fields: Record<string, string> = {};

const { call } = inTurn(() => owner.session);
const chosen = (...names: string[]) => names.map(name => ({ field: fields[name], name }));
const made = async (type: string, settings: object): Promise<string> => {
  const { body } = await call('POST', '/widgets', {
    projectId: owner.projectId,
    name: `Widget ${EVIL}`,
    type,
    settings: { type, tableId, ...settings },
  });
  expect(body.error).toBeUndefined();
  return body.data.widget.id;
};
/** Asks as a stranger does. */
const embed = async (id: string, query = '', headers: Headed = {}) => {
  const asked = query.includes('format') ? query : `?format=iframe${query.replace('?', '&')}`;
  const port = Number(new URL(origin()).port);
  const answer = await askRaw(
    port,
    'GET',
    `/api/v1/widgets/${id}/embed${asked}`,
    headers,
    undefined,
  );
  return { ...answer!, policy: String(answer!.headers['content-security-policy']) };
};
const send = async (id: string, values: object, more: object = {}, headers: Headed = {}) => {
  const response = await fetch(`${origin()}/api/v1/widgets/${id}/embed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ values, ...more }),
  });
  const body: Any = await response.json();
  return { status: response.status, body };
};
const rowCount = async (): Promise<number> =>
  (await call('GET', `/data/table/${tableId}?limit=1`)).body.data.pagination.total;

beforeAll(async () => {
  owner = await register('Owner');
  await call('PUT', `/projects/${owner.projectId}`, { settings: { maxRequestsPerMinute: 10_000 } });
  tableId = await table(owner.projectId, owner.session, 'Ürünler', {
    ad: 'string',
    stok: 'number',
    sır: 'string',
  });
  const { tables } = (await call('GET', `/tables/project/${owner.projectId}`)).body.data;
  for (const { id, name } of tables[0].fields) fields[name] = id;
  for (const [ad, stok] of [
    ['Çay', 3],
    ['Çay', 4],
    [EVIL, 1500],
  ])
    await call('POST', `/data/table/${tableId}/rows`, { ad, stok, sır: SECRET });
});

describe('the data of a widget', () => {
  it('has the chosen fields alone, filtered, sorted and bounded as the settings say', async () => {
    const id = await made('table', {
      fields: chosen('ad', 'stok'),
      filters: [{ field: fields['stok'], op: 'gt', value: 3 }],
      sort: [{ field: fields['stok'], order: 'desc' }],
      limit: 2,
    });
    const { data } = (await call('GET', `/widgets/${id}/data`)).body;
    expect(data.columns).toEqual([
      { name: 'ad', type: 'string' },
      { name: 'stok', type: 'number' },
    ]);
    expect(data.rows).toEqual([
      { ad: EVIL, stok: 1500 },
      { ad: 'Çay', stok: 4 },
    ]);
    const json = JSON.parse((await embed(id, '?format=json')).text);
    expect(json.data.rows).toEqual(data.rows);
    expect(json.data.widget.project).toEqual({ id: owner.projectId, name: expect.any(String) });
  });

  it('has the groups of a chart by size, those without a value last', async () => {
    const measures = await table(owner.projectId, owner.session, 'Ölçüler', { n: 'number' });
    const { tables } = (await call('GET', `/tables/project/${owner.projectId}`)).body.data;
    const field = tables.find(({ id }: Any) => id === measures).fields[0].id;
    for (const n of [null, 0.5, -2, 10, 0.25, -10])
      await call('POST', `/data/table/${measures}/rows`, { n });
    const id = await made('chart', {
      tableId: measures,
      group: { field, name: 'n' },
      value: { compute: 'count', name: 'sayı' },
    });
    const { rows } = (await call('GET', `/widgets/${id}/data`)).body.data;
    expect(rows.map(({ n }: Any) => n)).toEqual([-10, -2, 0.25, 0.5, 10, null]);
  });

  it('is written by its column names, and by no other', async () => {
    const id = await made('table', { fields: chosen('ad', 'stok') });
    const added = await call('POST', `/widgets/${id}/data`, { ad: 'Bal', stok: 9 });
    expect([added.status, added.body.data.row]).toMatchObject([201, { ad: 'Bal', stok: 9 }]);
    const path = `/widgets/${id}/data/${added.body.data.row.id}`;
    expect((await call('PUT', path, { stok: 10 })).body.data.row).toMatchObject({ stok: 10 });
    expect((await call('PUT', path, { sır: 'x' })).body.details[0].path).toBe('sır');
    expect((await call('PUT', path, { stok: 'çok' })).status).toBe(400);
    expect((await call('DELETE', path)).status).toBe(200);
    expect((await call('DELETE', path)).status).toBe(404);
  });
});

describe('an embed', () => {
  it('shows a table, chart and template to strangers, with every value escaped', async () => {
    const ids = [
      await made('table', { fields: chosen('ad', 'stok') }),
      await made('chart', {
        group: { field: fields['ad'], name: 'ad' },
        value: { compute: 'sum', field: fields['stok'], name: 'toplam' },
      }),
      await made('custom', {
        fields: chosen('ad', 'stok'),
        template: `# {{ad}}\n- {{stok}} adet {{sır}}\n<b>${SECRET.toLowerCase()}</b>`,
      }),
    ];
    for (const id of ids)
      for (const format of ['iframe', 'html']) {
        const { status, text } = await embed(id, `?format=${format}&lang=tr`);
        expect(status).toBe(200);
        expect(text).toContain('&lt;script&gt;alert(1)');
        expect(text).not.toContain('<script>alert');
        expect(text).not.toContain(SECRET);
        expect(text).not.toContain('<b>');
        expect(text).toContain('1.500');
        expect(text.includes('<script>')).toBe(format === 'iframe');
      }
    const { text } = await embed(ids[1]!, '?lang=en');
    expect(text).toMatch(/<svg [^>]*role="img"/);
    expect(text).toMatch(/<td>Çay<\/td><td>7<\/td>/);
  });

  it('has a style and a script that its policy names, at most 40 KiB of both, in every theme and size', async () => {
    const id = await made('table', { fields: chosen('ad') });
    const texts = new Set<string>();
    for (const theme of EmbedTheme.options)
      for (const size of EmbedSize.options) {
        const { text, policy } = await embed(id, `?theme=${theme}&size=${size}`);
        const style = /<style>([^]*?)<\/style>/.exec(text)![1]!;
        const script = /<script>([^]*?)<\/script>/.exec(text)![1]!;
        expect(style.length + script.length).toBeLessThan(40 * 1024);
        expect(text).not.toMatch(/ style=| on\w+=|javascript:|src=/);
        for (const code of [style, script]) {
          const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
          expect(policy).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`);
        }
        texts.add(style);
      }
    expect(texts.size).toBe(15);
  });

  it('is framed by the allowed origins of its project alone', async () => {
    const id = await made('table', { fields: chosen('ad') });
    await call('POST', `/projects/${owner.projectId}/cors/domains`, { domain: '*.ornek.com' });
    const { policy } = await embed(id);
    expect(policy).toMatch(/frame-ancestors 'self' \*\.ornek\.com( \*\.[\w.]+)*$/);
    await call('POST', `/projects/${owner.projectId}/cors/domains`, { domain: 'a;b' });
    expect((await embed(id)).policy).not.toContain('a;b');
  });

  it('is answered 304 until something that it shows changes', async () => {
    const id = await made('table', { fields: chosen('ad') });
    const { headers } = await embed(id);
    const known = { 'if-none-match': String(headers['etag']) };
    expect((await embed(id, '', known)).status).toBe(304);
    const { row } = (await call('POST', `/data/table/${tableId}/rows`, { ad: 'Yeni' })).body.data;
    expect((await embed(id, '', known)).status).toBe(200);
    await call('DELETE', `/data/table/${tableId}/rows/${row.id}`);
  });

  it.each([
    '?theme=x',
    '?size=1',
    '?format=svg',
    '?format=iframe&format=html',
    '?lang=de',
    '?theme=light&theme=dark',
    '?x=1',
  ])('refuses %s', async query => {
    expect((await embed(newId(), query)).status).toBe(400);
  });

  it('says in words that it cannot be shown: unknown, a draft, broken, API access off', async () => {
    const id = await made('table', { fields: chosen('ad') });
    expect((await embed(newId())).status).toBe(404);
    const { widget } = (
      await call('POST', '/widgets', { projectId: owner.projectId, name: 'x', type: 'table' })
    ).body.data;
    expect((await embed(widget.id)).status).toBe(404);
    const field = `/tables/${tableId}/fields/${fields['ad']}?force=true`;
    await call('PUT', field, { isHidden: true });
    const broken = await embed(id, '?lang=en');
    expect([broken.status, broken.text.includes('cannot be shown')]).toEqual([409, true]);
    expect(broken.text).not.toContain('Çay');
    await call('PUT', field, { isHidden: false });
    const settings = { maxRequestsPerMinute: 10_000 };
    await call('PUT', `/projects/${owner.projectId}`, {
      settings: { ...settings, allowApiAccess: false },
    });
    expect((await embed(id)).status).toBe(403);
    await call('PUT', `/projects/${owner.projectId}`, {
      settings: { ...settings, allowApiAccess: true },
    });
    expect((await embed(id)).status).toBe(200);
  });
});

describe('a form', () => {
  let id = '';
  beforeAll(async () => {
    await call('PUT', `/tables/${tableId}/fields/${fields['ad']}`, { required: true });
    id = await made('form', { fields: chosen('ad', 'stok'), thanks: 'Sağ olun' });
  });

  it('draws its questions and shows no row to strangers', async () => {
    const { text } = await embed(id);
    expect(text).toContain(`name="${fields['ad']}"`);
    expect(text).not.toContain('Çay');
    expect(JSON.parse((await embed(id, '?format=json')).text).data.rows).toEqual([]);
  });

  it('writes a row once per request id, judged as in the grid, of its own fields alone', async () => {
    const before = await rowCount();
    const headers = { 'x-request-id': newId(), 'accept-language': 'en' };
    const values = { [fields['ad']!]: 'Formdan', [fields['stok']!]: 5 };
    for (let i = 0; i < 2; i++)
      expect(await send(id, values, {}, headers)).toMatchObject({
        status: 201,
        body: { data: { thanks: 'Sağ olun' } },
      });
    expect(await rowCount()).toBe(before + 1);
    const unfit = await send(id, { [fields['stok']!]: 'çok' }, {}, { 'accept-language': 'en' });
    expect([unfit.status, unfit.body.details.map(({ path }: Any) => path).toSorted()]).toEqual([
      400,
      [`values.${fields['ad']}`, `values.${fields['stok']}`].toSorted(),
    ]);
    const other = await send(id, { [fields['ad']!]: 'x', [fields['sır']!]: 'x' });
    expect([other.status, other.body.details[0].path]).toEqual([400, `values.${fields['sır']}`]);
    expect(await rowCount()).toBe(before + 1);
    const { rows } = (await call('GET', `/widgets/${id}/data`)).body.data;
    expect(rows[0]).toEqual({ ad: 'Formdan', stok: 5 });
  });

  it('asks for several options by boxes and for stars by a list, and refuses in plain words', async () => {
    const dated = `/tables/${owner.projectId}/${tableId}/fields`;
    const options = [{ name: 'Yeni' }, { name: 'Yolda' }];
    const ids: string[] = [];
    for (const [name, type, validation] of [
      ['etiket', 'multi_select', { options }],
      ['puan', 'stars', {}],
      ['posta', 'email', {}],
    ] as const)
      ids.push((await call('POST', dated, { name, type, validation })).body.data.field.id);
    const [tags, points, mail] = ids as [string, string, string];
    const asked = ids.map((field, n) => ({ field, name: `s${n}` }));
    const form = await made('form', { fields: [...chosen('ad'), ...asked] });
    const { text } = await embed(form);
    expect(text).toMatch(
      new RegExp(`<fieldset id="${tags}"[^>]*><legend>s0</legend><label><input type="checkbox"`),
    );
    expect(text).toContain('<option value="4">★★★★☆ 4</option>');
    expect(text).toMatch(new RegExp(`name="${mail}"[^>]* type="email" autocomplete="email"`));
    expect(text).toContain('<script>');
    const values = { [fields['ad']!]: 'x', [tags]: ['yolda'], [points]: '4' };
    const unfit = await send(form, { ...values, [mail]: 'yok' });
    expect([unfit.status, unfit.body.details]).toEqual([
      400,
      [
        {
          path: `values.${mail}`,
          message: 'Geçerli bir e-posta adresi yazın: ad@example.com',
        },
      ],
    ]);
    expect((await send(form, values)).status).toBe(201);
    const { rows } = (await call('GET', `/widgets/${form}/data`)).body.data;
    expect(rows[0]).toMatchObject({ s0: 'Yolda', s1: 4 });
  });

  it('takes numbers as the digits that were written, and dates as their fields hold them', async () => {
    const own = await made('form', { fields: chosen('ad', 'stok') });
    const stok = fields['stok']!;
    for (const [digits, status] of [
      ['12345678901234567', 400],
      ['0.1', 201],
      ['?', 400],
    ] as const)
      expect((await send(own, { [fields['ad']!]: 'x', [stok]: digits })).status).toBe(status);
    expect((await call('GET', `/widgets/${own}/data`)).body.data.rows[0].stok).toBe(0.1);
    const ids: Record<string, string> = {};
    const dated = `/tables/${owner.projectId}/${tableId}/fields`;
    for (const [name, type, validation] of [
      ['saat', 'date', { dateType: 'time' }],
      ['an', 'date', { dateType: 'datetime' }],
      ['gün', 'date', {}],
      ['fiyat', 'currency', {}],
    ] as const) {
      const { body } = await call('POST', dated, { name, type, validation });
      ids[name] = body.data.field.id;
    }
    const asked = (...names: string[]) => names.map(name => ({ field: ids[name], name }));
    const form = await made('form', { fields: [...chosen('ad'), ...asked('saat', 'an', 'gün')] });
    const { text } = await embed(form);
    for (const [name, type] of Object.entries({ saat: 'time', an: 'datetime-local', gün: 'date' }))
      expect(text).toMatch(new RegExp(`name="${ids[name]}"[^>]* type="${type}"`));
    const moment = '2026-01-01T08:30:00.000Z';
    const values = { [ids['saat']!]: '08:30', [ids['an']!]: moment, [ids['gün']!]: '2026-01-01' };
    expect((await send(form, { [fields['ad']!]: 'x', ...values })).status).toBe(201);
    const refused = await call('POST', '/widgets', {
      projectId: owner.projectId,
      name: 'x',
      type: 'form',
      settings: { type: 'form', tableId, fields: [...chosen('ad'), ...asked('fiyat')] },
    });
    expect([refused.status, refused.body.details.map(({ path }: Any) => path)]).toEqual([
      400,
      ['settings.fields.1.field'],
    ]);
  });

  it('tells refusals by the ids of the fields, whatever these are called', async () => {
    const field = { name: 'T.C. Kimlik No', type: 'number' };
    const { body } = await call('POST', `/tables/${owner.projectId}/${tableId}/fields`, field);
    const { id: fieldId, name } = body.data.field;
    const own = await made('form', { fields: [...chosen('ad'), { field: fieldId, name }] });
    const { status, body: refused } = await send(own, { [fields['ad']!]: 'x', [fieldId]: 'çok' });
    expect([status, refused.details.map(({ path }: Any) => path)]).toEqual([
      400,
      [`values.${fieldId}`],
    ]);
  });

  it('writes nothing for programs, and refuses floods from one address', async () => {
    const own = await made('form', { fields: chosen('ad') });
    const before = await rowCount();
    const values = { [fields['ad']!]: 'Robot' };
    expect((await send(own, values, { website: 'http://x' })).status).toBe(201);
    expect(await rowCount()).toBe(before);
    const statuses = [];
    for (let i = 0; i < 7; i++) statuses.push((await send(own, values)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
  });

  it('is no way into a table, chart or template', async () => {
    const shown = await made('table', { fields: chosen('ad') });
    expect((await send(shown, { [fields['ad']!]: 'x' })).body.code).toBe('CONFLICT');
  });
});

describe('a personal link', () => {
  let form = '';
  let rowId = '';
  const links = () => `/widgets/${form}/links`;
  const tokenIn = (url: string): string => /#link=(.+)$/.exec(url)![1]!;
  /** Uses a link as somebody without an account does, each from an address of their own. */
  let address = 0;
  const linked = async (
    method: 'POST' | 'PUT',
    body: object,
    headers: Headed = {},
    widget = form,
  ) => {
    const response = await fetch(`${origin()}/api/v1/widgets/${widget}/linked-row`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `203.0.113.${++address}`,
        'accept-language': 'en',
        ...headers,
      },
      body: JSON.stringify(body),
    });
    const answer: Any = await response.json();
    return {
      status: response.status,
      headers: response.headers,
      body: answer,
    };
  };
  const madeLink = async (row = rowId): Promise<{ id: string; token: string }> => {
    const { status, body } = await call('POST', links(), { rowId: row });
    expect(status).toBe(201);
    return { id: body.data.link.id, token: tokenIn(body.data.url) };
  };
  const newRow = async (): Promise<string> =>
    (await call('POST', `/data/table/${tableId}/rows`, { ad: 'Bal', stok: 1, sır: SECRET })).body
      .data.row.id;
  const statusOf = async (token: string, widget = form): Promise<number> =>
    (await linked('POST', { token }, {}, widget)).status;

  beforeAll(async () => {
    form = await made('form', { fields: chosen('ad', 'stok'), thanks: 'Sağ olun' });
    rowId = await newRow();
  });

  it('opens and changes the fields of the form in its one row, in the name of the link', async () => {
    const sent = { ...owner.session, 'x-request-id': newId() };
    const first = await call('POST', links(), { rowId, days: 7 }, sent);
    expect((await call('POST', links(), { rowId, days: 7 }, sent)).body).toEqual(first.body);
    const { link, url } = first.body.data;
    expect(link).toMatchObject({ rowId, row: 'Bal', state: 'open', by: { id: owner.id } });
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBeGreaterThan(
      6.9 * 86_400_000,
    );
    expect(url).toMatch(new RegExp(`^/api/v1/widgets/${form}/embed\\?format=iframe#link=`));
    const token = tokenIn(url);
    const listed = await call('GET', links());
    expect(listed.body.data.links).toEqual([link]);
    expect(JSON.stringify(listed.body)).not.toContain(token);

    const open = await linked('POST', { token });
    expect([open.status, open.body.data.values]).toEqual([
      200,
      { [fields['ad']!]: 'Bal', [fields['stok']!]: 1 },
    ]);
    expect(open.headers.get('cache-control')).toBe('no-store');
    const etag = open.headers.get('etag')!;
    const values = { [fields['stok']!]: '2' };
    const named = { 'x-request-id': newId(), 'if-match': etag };
    for (let i = 0; i < 2; i++)
      expect((await linked('PUT', { token, values }, named)).body.data).toEqual({
        thanks: 'Sağ olun',
      });
    const row = `/data/table/${tableId}/rows/${rowId}`;
    expect((await call('GET', row)).body.data.row).toMatchObject({
      ad: 'Bal',
      stok: 2,
      sır: SECRET,
    });

    const late = await linked('PUT', { token, values }, { 'if-match': etag });
    expect([late.status, late.body.error, late.body.data]).toEqual([
      412,
      expect.stringContaining('Somebody changed this meanwhile'),
      { current: { values: { [fields['ad']!]: 'Bal', [fields['stok']!]: 2 } } },
    ]);
    const unfit = await linked('PUT', { token, values: { [fields['stok']!]: 'çok' } });
    expect([unfit.status, unfit.body.details[0].path]).toEqual([400, `values.${fields['stok']}`]);
    const other = await linked('PUT', { token, values: { [fields['sır']!]: 'x' } });
    expect([other.status, other.body.details[0].path]).toEqual([400, `values.${fields['sır']}`]);
    const robot = { token, values: { [fields['ad']!]: 'Robot' }, website: 'http://x' };
    expect((await linked('PUT', robot)).status).toBe(200);
    expect((await call('GET', row)).body.data.row.ad).toBe('Bal');

    const history = await ask('GET', `/projects/${owner.projectId}/history?limit=200`, undefined, {
      ...owner.session,
      'accept-language': 'en',
    });
    const actors = history.body.data.events.map(({ actor }: Any) => actor);
    expect(actors).toContainEqual({
      kind: 'link',
      id: `link:${link.id}`,
      name: 'Somebody with a personal link',
    });
    const said = history.body.data.events.map(({ summary }: Any) => summary).join();
    expect(said).toContain('created a personal link to a record through the form');
    expect(JSON.stringify(history.body)).not.toContain(token);
  });

  it('opens nothing with another token, elsewhere, revoked, renewed or over, and tells not why', async () => {
    const { id, token } = await madeLink();
    const elsewhere = await made('form', { fields: chosen('ad') });
    const changed = token.replace(/.$/, token.endsWith('A') ? 'Q' : 'A');
    const refused = [
      await linked('POST', { token: changed }),
      await linked('POST', { token: `${newId().replaceAll('-', '')}${token.slice(32)}` }),
      await linked('POST', { token }, {}, elsewhere),
      await linked('POST', { token }, {}, newId()),
      await linked('PUT', { token: changed, values: {} }),
    ];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 });
    refused.push(await linked('POST', { token }));
    vi.useRealTimers();
    expect(await statusOf(token)).toBe(200);
    const renewed = await call('POST', `${links()}/${id}/renew`, { days: 1 });
    expect(renewed.status).toBe(200);
    refused.push(await linked('POST', { token }));
    const second = tokenIn(renewed.body.data.url);
    expect(await statusOf(second)).toBe(200);
    expect((await call('DELETE', `/widgets/${elsewhere}/links/${id}`)).status).toBe(404);
    expect((await call('DELETE', `${links()}/${id}`)).status).toBe(200);
    refused.push(await linked('POST', { token: second }));
    const answers = refused.map(({ status, body: { error, code } }) => [status, code, error]);
    expect(answers.map(String)).toEqual(answers.map(() => String(answers[0])));
    expect(answers[0]!.slice(0, 2)).toEqual([404, 'NOT_FOUND']);
  });

  it('ends with its row, its field, its form and its project, and is off after a hand-over', async () => {
    const row = await newRow();
    const { token } = await madeLink(row);
    await call('DELETE', `/data/table/${tableId}/rows/${row}`);
    expect(await statusOf(token)).toBe(404);
    expect((await call('POST', links(), { rowId: row })).status).toBe(404);
    const { links: listed } = (await call('GET', links())).body.data;
    expect(listed[0]).toMatchObject({ rowId: row, state: 'gone', row: '' });

    const kept = await madeLink();
    await call('PUT', `/widgets/${form}`, {
      settings: { type: 'form', tableId, fields: chosen('ad') },
    });
    const narrower = await linked('POST', { token: kept.token });
    expect(narrower.body.data.values).toEqual({ [fields['ad']!]: 'Bal' });
    const next = await register('Next');
    const invitation = (
      await call('POST', `/projects/${owner.projectId}/invitations`, {
        email: 'next@example.com',
        role: 'viewer',
      })
    ).body.data.invitation;
    await call('POST', `${invitation.url}/accept`, undefined, next.session);
    expect((await call('POST', links(), { rowId }, next.session)).status).toBe(403);
    expect((await call('GET', links(), undefined, next.session)).status).toBe(403);
    expect((await call('POST', links(), { rowId }, owner.key)).body.code).toBe('KEY_SCOPE');

    await call('PUT', `/projects/${owner.projectId}`, { name: 'Devredilen' });
    const handed = await call('POST', `/projects/${owner.projectId}/owner`, { userId: next.id });
    expect(handed.body.error).toBeUndefined();
    expect(await statusOf(kept.token)).toBe(404);
    const off = (await call('GET', links())).body.data.links;
    expect(off.find(({ id }: Any) => id === kept.id).state).toBe('off');
    const renewed = await call('POST', `${links()}/${kept.id}/renew`, {});
    const again = tokenIn(renewed.body.data.url);
    expect([renewed.body.data.link.state, await statusOf(again)]).toEqual(['open', 200]);
    expect(renewed.body.data.link).toMatchObject({
      by: { id: owner.id },
      renewedBy: { id: owner.id },
    });
    const owners = `/projects/${owner.projectId}/owner`;
    await call('POST', owners, { userId: owner.id }, next.session);
    expect([await statusOf(kept.token), await statusOf(again)]).toEqual([404, 404]);
    const { links: returned } = (await call('GET', links())).body.data;
    expect(returned.map(({ state }: Any) => state)).not.toContain('open');
    await call('POST', owners, { userId: next.id });
    expect(await statusOf(again)).toBe(404);
    const { url } = (await call('POST', `${links()}/${kept.id}/renew`, {})).body.data;
    expect(await statusOf(tokenIn(url))).toBe(200);

    await call('DELETE', `/widgets/${form}`);
    expect(await statusOf(tokenIn(url))).toBe(404);
    form = await made('form', { fields: chosen('ad') });
    const last = await madeLink();
    await call('DELETE', `/projects/${owner.projectId}`, undefined, next.session);
    expect(await statusOf(last.token)).toBe(404);
  });

  it('is opened sixty times a minute from one address', async () => {
    const one = { 'x-forwarded-for': '203.0.113.250' };
    const token = `${newId().replaceAll('-', '')}${'a'.repeat(43)}`;
    const statuses = [];
    for (let i = 0; i < 61; i++) statuses.push((await linked('POST', { token }, one)).status);
    expect([statuses.slice(0, 60).every(status => status === 404), statuses[60]]).toEqual([
      true,
      429,
    ]);
  });
});
