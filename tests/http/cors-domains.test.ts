import { defaultCors, PlatformPattern } from '@hzm/contracts/features/cors/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, restart } = serve();
let person: Awaited<ReturnType<typeof register>>;
const path = () => `/projects/${person.projectId}/cors/domains`;
const list = async (as: Headed = person.session) =>
  (await ask('GET', path(), undefined, as)).body.data.project;
const add = (domain: unknown, headers: Headed = {}) =>
  ask('POST', path(), { domain }, { ...person.session, ...headers });

beforeAll(async () => {
  await register('Admin');
  person = await register('Ayse');
});

describe('the domains of a project', () => {
  it('are none at first; the hosting platforms are in', async () => {
    expect(await list()).toEqual({
      allowedDomains: [],
      platformPatterns: defaultCors.platformPatterns,
      lastUpdated: null,
    });
  });

  it('are added, removed, and outlive a restart', async () => {
    const first = await add('HTTPS://Example.com/', { 'x-request-id': 'once' });
    expect([first.status, first.body.data.project.allowedDomains]).toEqual([
      201,
      ['https://example.com'],
    ]);
    await add('*.Örnek.com:8080');
    expect(
      (await add('HTTPS://Example.com/', { 'x-request-id': 'once' })).body,
      'as it was answered then',
    ).toEqual(first.body);
    const taken = await add('https://example.com');
    expect([taken.status, taken.body.code, taken.body.error]).toEqual([
      409,
      'CONFLICT',
      'Bu alan adı zaten listede',
    ]);
    await restart();
    const { allowedDomains, lastUpdated } = await list();
    expect(allowedDomains).toEqual(['https://example.com', '*.xn--rnek-4qa.com:8080']);
    expect(Date.parse(lastUpdated)).toBeGreaterThan(
      Date.parse(first.body.data.project.lastUpdated) - 1,
    );
    const removed = await ask(
      'DELETE',
      `${path()}/${encodeURIComponent('https://example.com')}`,
      undefined,
      person.session,
    );
    expect([removed.status, removed.body.data.project.allowedDomains]).toEqual([
      200,
      ['*.xn--rnek-4qa.com:8080'],
    ]);
    expect((await ask('DELETE', `${path()}/example.org`, undefined, person.session)).status).toBe(
      404,
    );
  });

  it.each([
    ['', 'Alan adı boş olamaz'],
    ['  ', 'Alan adı boş olamaz'],
    [
      'a b',
      'Geçerli bir alan adı girin, örneğin ornek.com, *.ornek.com ya da https://ornek.com:8443',
    ],
  ])('refuse “%s”', async (domain, message) => {
    const { status, body } = await add(domain);
    expect([status, body.details]).toEqual([400, [{ path: 'domain', message }]]);
  });

  it('answer under the other address, too, which is told the project in its query or body', async () => {
    const told = { project_id: person.projectId };
    const added = await ask(
      'POST',
      '/cors/domains',
      { ...told, domain: 'other.example' },
      person.session,
    );
    expect([added.status, added.body.data.project.allowedDomains.at(-1)]).toEqual([
      201,
      'other.example',
    ]);
    expect(
      (await ask('GET', `/cors/domains?project_id=${person.projectId}`, undefined, person.session))
        .body.data.project,
    ).toEqual(added.body.data.project);
    const removed = await ask('DELETE', '/cors/domains/other.example', told, person.session);
    expect([
      removed.status,
      removed.body.data.project.allowedDomains.includes('other.example'),
    ]).toEqual([200, false]);
    expect((await ask('GET', '/cors/domains', undefined, person.session)).status).toBe(404);
    const stranger = await register('Yabanci');
    expect(
      (
        await ask(
          'GET',
          `/cors/domains?project_id=${person.projectId}`,
          undefined,
          stranger.session,
        )
      ).status,
    ).toBe(404);
    expect(
      (await ask('POST', '/cors/domains', { ...told, domain: 'evil.example' }, stranger.session))
        .status,
    ).toBe(404);
    expect(
      (await ask('POST', '/cors/domains', { ...told, domain: 'evil.example' }, person.key)).body
        .code,
      'a key that may only reach the rows',
    ).toBe('KEY_SCOPE');
  });

  it('of platforms are switched one by one; everything is told in the history', async () => {
    const turn = (pattern: string | undefined, isOn: boolean) =>
      ask('PUT', `/projects/${person.projectId}/cors/patterns`, { pattern, isOn }, person.session);
    expect((await turn('*.vercel.app', false)).body.data.project.platformPatterns).toEqual(
      defaultCors.platformPatterns.filter(one => one !== '*.vercel.app'),
    );
    expect((await turn(undefined, false)).body.data.project.platformPatterns).toEqual([]);
    expect((await turn(undefined, true)).body.data.project.platformPatterns).toEqual(
      PlatformPattern.options,
    );
    expect((await turn('*.example.com', true)).status).toBe(400);
    const { events } = (
      await ask(
        'GET',
        `/projects/${person.projectId}/history?type=cors-changed`,
        undefined,
        person.session,
      )
    ).body.data;
    expect(events[0].summary).toBe(
      "Ayse API'nin hangi alan adlarından kullanılabileceğini değiştirdi: allowedDomains: — → https://example.com",
    );
  });

  it('of people at once are all there', async () => {
    const domains = Array.from({ length: 20 }, (_, n) => `${n}.at-once.example`);
    await Promise.all(domains.map(domain => add(domain)));
    expect((await list()).allowedDomains).toEqual(expect.arrayContaining(domains));
  });
});

describe('an origin', () => {
  const test = (origin: string, headers: Headed, id = person.projectId) =>
    ask(
      'GET',
      `/projects/${id}/cors/test?origin=${encodeURIComponent(origin)}`,
      undefined,
      headers,
    );

  it('is tested as requests are checked, for who may read the project alone', async () => {
    await add('https://uygulama.example');
    const { status, body } = await test('https://uygulama.example/giris', person.session);
    expect([status, body.data.verdict.isAllowed, body.data.verdict.rule]).toEqual([
      200,
      true,
      'https://uygulama.example',
    ]);
    const near = (await test('http://uygulama.example', person.session)).body.data.verdict;
    expect([near.isAllowed, near.refusal, near.near]).toEqual([
      false,
      'no-rule',
      [{ rule: 'https://uygulama.example', differs: ['scheme'] }],
    ]);
    const stranger = await register('Bakan');
    const unknown = '01900000-0000-7000-8000-000000000000';
    const [ofOther, ofNone] = [
      await test('https://uygulama.example', stranger.session),
      await test('https://uygulama.example', stranger.session, unknown),
    ];
    expect([ofOther.status, ofNone.status, ofOther.body.error]).toEqual([
      404,
      404,
      ofNone.body.error,
    ]);
    expect((await test('https://uygulama.example', {})).status).toBe(401);
    for (const text of ['', ' ', 'x'.repeat(2001), '\u0000'])
      expect((await test(text, person.session)).status).toBe(400);
  });

  it('of an app or extension is added, lets its pages in, and no others', async () => {
    const extension = `chrome-extension://${'a'.repeat(32)}`;
    for (const domain of ['capacitor://localhost', extension])
      expect((await add(domain)).status).toBe(201);
    const from = async (origin: string) =>
      (await ask('GET', '/tables/api-key-info', undefined, { ...person.key, origin })).status;
    expect(
      await Promise.all(
        [
          'capacitor://localhost',
          extension,
          'http://localhost',
          'ionic://localhost',
          `chrome-extension://${'b'.repeat(32)}`,
        ].map(from),
      ),
    ).toEqual([200, 200, 403, 403, 403]);
  });
});
