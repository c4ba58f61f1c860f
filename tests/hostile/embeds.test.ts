import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../http/serve.ts';
import { ask as askRaw } from './raw.ts';

const { ask, inTurn, origin, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let owner: Person;
let stranger: Person;
let tableId = '';
let field = '';
let foreign: { tableId: string; field: string };
const { call } = inTurn(() => owner.session);

const fieldOf = async ({ session, projectId }: Person): Promise<string> =>
  (await ask('GET', `/tables/project/${projectId}`, undefined, session)).body.data.tables[0]
    .fields[0].id;
const settingsOf = (type: string, more: object = {}) => ({
  type,
  tableId,
  fields: [{ field, name: 'ad' }],
  ...more,
});
const made = async (type: string, more: object = {}): Promise<string> => {
  const settings = settingsOf(type, more);
  const body = { projectId: owner.projectId, name: 'Ürünler', type, settings };
  return (await call('POST', '/widgets', body)).body.data.widget.id;
};
const embed = async (id: string, query: string, headers: Record<string, string> = {}) =>
  (await askRaw(
    Number(new URL(origin()).port),
    'GET',
    `/api/v1/widgets/${id}/embed${query}`,
    headers,
    undefined,
  ))!;

beforeAll(async () => {
  [owner, stranger] = [await register('Owner'), await register('Stranger')];
  await call('PUT', `/projects/${owner.projectId}`, { settings: { maxRequestsPerMinute: 10_000 } });
  tableId = await table(owner.projectId, owner.session, 'Ürünler', { ad: 'text' });
  field = await fieldOf(owner);
  foreign = {
    tableId: await table(stranger.projectId, stranger.session, 'Gizli', { sır: 'string' }),
    field: await fieldOf(stranger),
  };
});

const long: Readonly<Record<string, string>> = {
  'a theme of 6,000 letters': `?format=html&theme=${'a'.repeat(6_000)}`,
  '1,500 members': `?format=html&${'x=1&'.repeat(1_500)}`,
  '4,000 letters': 'a'.repeat(4_000),
};

describe('parameters of an embed', () => {
  it.each([
    '?format=iframe&theme[]=light',
    '?format=iframe&theme[__proto__]=light',
    '?format=iframe&__proto__[theme]=light',
    '?format=iframe&constructor=x',
    '?format=iframe&theme=constructor',
    '?format=iframe&theme=__proto__',
    '?format=iframe&size=%00',
    '?format=iframe&size=small%0d%0aX-Evil:%201',
    '?format=html&lang=tr%0d%0a%0d%0a%3Cscript%3E',
    '?format=html&lang=%3Csvg/onload=alert(1)%3E',
    'a theme of 6,000 letters',
    '1,500 members',
    '?format=json&after=-1',
    `?format=json&after=${'9'.repeat(40)}`,
    '?format=json&after=1;DROP',
    '?format=%F0%28%8C%28',
  ])('are refused as nonsense, and come back in no page and no header: %s', async said => {
    const query = long[said] ?? said;
    const answer = await embed(await made('table'), query);
    expect([400, 414]).toContain(answer.status);
    expect(answer.headers['x-evil']).toBeUndefined();
    expect(String(answer.headers['content-type'])).toMatch(/^application\/json/);
    expect(answer.text).not.toMatch(/<script|<svg/);
  });

  it.each(['null', 'undefined', '1', '..%2f..%2fhealth', '%00', "'%20OR%201=1--", '4,000 letters'])(
    'name no widget by %s',
    async id => {
      const { status } = await embed(long[id] ?? id, '?format=html');
      expect([400, 404]).toContain(status);
    },
  );
});

it('whoever links to an embed is neither believed nor told', async () => {
  const id = await made('table');
  const plain = await embed(id, '?format=iframe');
  for (const [name, value] of [
    ['referer', 'https://evil.example/"><script>'],
    ['referer', `https://evil.example/${'a'.repeat(4_000)}`],
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['x-forwarded-host', 'evil.example'],
    ['host', 'evil.example'],
  ] as const) {
    const answer = await embed(id, '?format=iframe', { [name]: value });
    expect([name, answer.status, answer.text]).toEqual([name, 200, plain.text]);
    expect(answer.headers['content-security-policy']).toBe(
      plain.headers['content-security-policy'],
    );
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(JSON.stringify(answer.headers)).not.toContain('evil');
  }
});

describe('a template', () => {
  const drawn = async (template: string): Promise<string> => {
    const { text } = await embed(await made('custom', { template }), '?format=html&lang=en');
    return /<div id="content">(.*)<\/div><\/main>/s.exec(text)![1]!;
  };

  it.each([
    '{{#each rows}}{{ad}}{{/each}}',
    '{{constructor}}',
    '{{__proto__}}',
    '{{toString}}',
    '{{ad.constructor}}',
    "{{constructor.constructor('return 1')()}}",
    '{% for x in (1..1000000) %}x{% endfor %}',
    '${ad} <%= ad %> #{ad}',
    '{{{{{{{{{{ad',
  ])('knows no loops, code or prototypes: %s stays text', async template => {
    const rows = await call('POST', `/data/table/${tableId}/rows`, { ad: 'Çay' });
    const html = await drawn(template);
    await call('DELETE', `/data/table/${tableId}/rows/${rows.body.data.row.id}`);
    const { body } = new DOMParserOf(html);
    expect(body).toContain(template.startsWith('{{#each') ? '{{#each rows}}' : template);
  });

  it('makes no markup, address or further place of a value', async () => {
    for (const ad of [
      '<a href="javascript:alert(1)">x</a>',
      'javascript:alert(document.cookie)',
      '{{ad}}{{ad}}{{ad}}',
      '</article></main><script>alert(1)</script>',
      '\u202Egnp.exe',
      '$& $` $1 $<ad>',
    ]) {
      const { row } = (await call('POST', `/data/table/${tableId}/rows`, { ad })).body.data;
      const html = await drawn('{{ad}}');
      await call('DELETE', `/data/table/${tableId}/rows/${row.id}`);
      expect(html.match(/<(\/?\w+)/g)).toEqual(['<article', '<p', '</p', '</article']);
      expect(new DOMParserOf(html).body).toBe(ad);
    }
  });
});

/** The text of markup that has no attributes. */
class DOMParserOf {
  readonly body: string;
  constructor(html: string) {
    const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
    this.body = html
      .replace(/<[^>]*>/g, '')
      .replace(/&(#39|\w+);/g, (_, name: string) => (name === '#39' ? "'" : named[name]!));
  }
}

it('no domain of a project loosens the policy of its embeds', async () => {
  const id = await made('table');
  const rest = (policy: unknown): string => String(policy).replace(/frame-ancestors [^;]*/, '');
  const before = await embed(id, '?format=iframe');
  for (const domain of [
    '*',
    'http://*',
    'https:',
    'evil.example; script-src *',
    "evil.example 'unsafe-inline'",
    'evil.example\r\nX-Evil: 1',
    "'none'",
    'javascript:alert(1)',
    'data:',
    'evil.example/%0d%0a',
    'evil.example,https://other.example',
    '*.com',
    '*.*',
    'evil\u2024example',
    'a'.repeat(5_000),
  ])
    await call('POST', `/projects/${owner.projectId}/cors/domains`, { domain });
  const after = await embed(id, '?format=iframe');
  expect(rest(after.headers['content-security-policy'])).toBe(
    rest(before.headers['content-security-policy']),
  );
  expect(after.headers['x-evil']).toBeUndefined();
  const [, sources] = /frame-ancestors ([^;]*)$/.exec(
    String(after.headers['content-security-policy']),
  )!;
  for (const source of sources!.split(' ')) {
    if (source === "'self'") continue;
    expect(source).toMatch(/^(?:https?:\/\/)?(?:\*\.)?[\w-]+(?:\.[\w-]+)*(?::\d+)?$/);
  }
});

it('a widget shows no table or field of another project, however it is asked to', async () => {
  const id = await made('table');
  for (const settings of [
    { ...settingsOf('table'), tableId: foreign.tableId },
    settingsOf('table', { fields: [{ field: foreign.field, name: 'x' }] }),
    {
      type: 'table',
      tableId: foreign.tableId,
      fields: [{ field: foreign.field, name: 'x' }],
    },
    settingsOf('table', { sort: [{ field: foreign.field, order: 'asc' }] }),
    settingsOf('table', { filters: [{ field: foreign.field, op: 'eq', value: 'x' }] }),
    { type: 'form', tableId: foreign.tableId, fields: [{ field: foreign.field, name: 'x' }] },
    {
      type: 'chart',
      tableId,
      group: { field: foreign.field, name: 'x' },
      value: { compute: 'count', name: 'y' },
    },
  ]) {
    const body = { projectId: owner.projectId, name: 'x', type: settings.type, settings };
    const answers: Any[] = [
      await call('POST', '/widgets', body),
      await call('PUT', `/widgets/${id}`, { type: settings.type, settings }),
      await call('POST', `/projects/${owner.projectId}/widgets/preview`, { settings }),
    ];
    for (const { status, body: told } of answers) {
      expect(status).toBe(400);
      expect(JSON.stringify(told)).not.toMatch(/Gizli|sır/);
    }
  }
  const pair = { testProjectId: stranger.projectId, liveProjectId: owner.projectId, tableIds: [] };
  const carried = await call('POST', '/tables/transfer-to-live', { ...pair, widgetIds: [id] });
  expect(carried.status).toBe(404);
  expect((await embed(newId(), '?format=html')).status).toBe(404);
});
