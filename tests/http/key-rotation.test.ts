import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { serve, type Headed } from './serve.ts';

const HOUR_MS = 3_600_000;
const server = serve();
const { ask, register, table } = server;
let person: Awaited<ReturnType<typeof register>>;
let projectId = '';
let rows = '';
/** The three headers of the project's main key, which may do everything in it. */
let whole: Headed;

beforeAll(async () => {
  await register('Admin');
  person = await register('Ayse');
  const { project } = (
    await ask(
      'POST',
      '/projects',
      { name: 'Yetkili', keyType: 'admin_project', apiKeyPassword: 'cok-gizli-2' },
      person.session,
    )
  ).body.data;
  projectId = project.id;
  whole = {
    'x-api-key': project.apiKey,
    'x-user-email': person.key['x-user-email']!,
    'x-project-password': 'cok-gizli-2',
  };
  rows = `/data/table/${await table(projectId, person.session, 'Kayıtlar', { ad: 'string' })}`;
});
afterEach(() => void vi.useRealTimers());

const later = (hours: number): void =>
  void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS });
const code = async (method: string, path: string, headers: Headed, body?: unknown) => {
  const answer = await ask(method, path, body, headers);
  return answer.body.code ?? answer.status;
};
const reads = (key: string) => code('GET', rows, { 'x-api-key': key });
const addKey = async (more: object = {}) =>
  (
    await ask(
      'POST',
      `/api-keys/project/${projectId}`,
      { name: 'Mobil', permissions: ['read', 'write'], ...more },
      person.session,
    )
  ).body.data.apiKey;
const renew = async (keyId: string, overlapHours?: number, headers = person.session) =>
  (
    await ask(
      'POST',
      `/api-keys/${keyId}/regenerate`,
      overlapHours === undefined ? undefined : { overlapHours },
      headers,
    )
  ).body;
const listed = async (keyId: string) =>
  (
    await ask('GET', `/api-keys/project/${projectId}`, undefined, person.session)
  ).body.data.keys.find(({ id }: { id: string }) => id === keyId);

describe('a key that is regenerated with an overlap', () => {
  it('is valid in both texts until the end that it shows, and then in the new one alone', async () => {
    const { id, key } = await addKey();
    const { apiKey } = (await renew(id, 2)).data;
    expect(Date.parse(apiKey.former.until) - Date.parse(apiKey.former.since)).toBeCloseTo(
      2 * HOUR_MS,
      -3,
    );
    expect(apiKey.former).toMatchObject({ usageCount: 0, lastUsed: null });
    expect([await reads(key), await reads(apiKey.key)]).toEqual([200, 200]);
    const { former, usageCount } = await listed(id);
    expect([former.usageCount, usageCount]).toEqual([1, 2]);
    expect(Date.parse(former.lastUsed)).toBeGreaterThanOrEqual(Date.parse(former.since));
    const report = await ask('GET', `/api-keys/${id}/usage`, undefined, person.session);
    const { calls, formerCalls } = report.body.data;
    expect([calls.length, formerCalls]).toEqual([
      2,
      [{ at: former.lastUsed, call: 'list-rows', status: 200 }],
    ]);
    later(2.01);
    const refused = await ask('GET', rows, undefined, { 'x-api-key': key });
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      401,
      'UNAUTHORIZED',
      'API anahtarı yanlış ya da yenilenmiş',
    ]);
    expect(await reads(apiKey.key)).toBe(200);
    expect(await listed(id)).toMatchObject({ former: null, wrongCount: 1 });
    expect(
      (await ask('GET', `/api-keys/${id}/usage`, undefined, person.session)).body.data.formerCalls,
    ).toEqual([]);
  });

  it('ends its former text at once on demand, without an overlap, and when it is regenerated again', async () => {
    const { id, key } = await addKey();
    const second = (await renew(id, 168)).data.apiKey.key;
    const ended = await ask('DELETE', `/api-keys/${id}/former`, undefined, person.session);
    expect([ended.status, ended.body.data.apiKey.former]).toEqual([200, null]);
    expect([await reads(key), await reads(second)]).toEqual(['UNAUTHORIZED', 200]);
    expect(await code('DELETE', `/api-keys/${id}/former`, person.session)).toBe(200);
    const third = (await renew(id, 24)).data.apiKey.key;
    const fourth = (await renew(id, 24)).data.apiKey;
    expect([await reads(second), await reads(third), await reads(fourth.key)]).toEqual([
      'UNAUTHORIZED',
      200,
      200,
    ]);
    const last = (await renew(id)).data.apiKey;
    expect([last.former, await reads(fourth.key), await reads(last.key)]).toEqual([
      null,
      'UNAUTHORIZED',
      200,
    ]);
  });

  it('takes whole hours from 0 to 168', async () => {
    const { id } = await addKey();
    for (const hours of [-1, 0.5, 169, '24', null])
      expect((await renew(id, hours as number)).code).toBe('VALIDATION_ERROR');
    expect((await renew(id, 0)).data.apiKey.former).toBeNull();
  });

  it('shares one limit, one end and one switch with its former text', async () => {
    const { id, key } = await addKey({ rateLimit: 3 });
    const { apiKey } = (await renew(id, 1)).data;
    expect([await reads(key), await reads(apiKey.key), await reads(key)]).toEqual([200, 200, 200]);
    expect([await reads(apiKey.key), await reads(key)]).toEqual([
      'RATE_LIMIT_EXCEEDED',
      'RATE_LIMIT_EXCEEDED',
    ]);
    await ask('PUT', `/api-keys/${id}`, { isActive: false }, person.session);
    expect([await reads(apiKey.key), await reads(key)]).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED']);
    await ask('DELETE', `/api-keys/${id}`, undefined, person.session);
    expect(await reads(key)).toBe('UNAUTHORIZED');
  });

  it('repeats nothing: a write with one request id is one write, whichever text sends it', async () => {
    await ask(
      'PUT',
      `/projects/${projectId}`,
      { settings: { requireAuth: false } },
      person.session,
    );
    const { id, key } = await addKey();
    const { apiKey } = (await renew(id, 1)).data;
    const write = async (text: string) =>
      (await ask('POST', `${rows}/rows`, { ad: 'x' }, { 'x-api-key': text, 'x-request-id': 'bir' }))
        .body.data.row.id;
    expect(await write(key)).toBe(await write(apiKey.key));
    await ask('PUT', `/projects/${projectId}`, { settings: { requireAuth: true } }, person.session);
  });

  it('is told in the history with its hours, without any text of it', async () => {
    const { id, key } = await addKey();
    const { apiKey } = (await renew(id, 24)).data;
    await ask('DELETE', `/api-keys/${id}/former`, undefined, person.session);
    const last = async (type: string) =>
      (
        await ask('GET', `/projects/${projectId}/history?type=${type}`, undefined, person.session)
      ).body.data.events.at(-1);
    const events = await Promise.all(['api-key-regenerated', 'former-api-key-ended'].map(last));
    expect(events.map(({ summary }) => summary)).toEqual([
      'Ayse “Mobil” API anahtarını yeniledi; önceki anahtar 24 saat daha geçerli',
      'Ayse “Mobil” için önceki API anahtarını sonlandırdı',
    ]);
    for (const text of [key, apiKey.key]) expect(JSON.stringify(events)).not.toContain(text);
  });
});

describe('the former text of a main key', () => {
  it('reads and writes on, but sees no newer text and changes no key and no password', async () => {
    const { apiKey } = (await renew(projectId, 1)).data;
    const former = whole;
    whole = { ...whole, 'x-api-key': apiKey.key };
    expect(await code('POST', `${rows}/rows`, former, { ad: 'eski' })).toBe(201);
    const extra = await addKey();
    const refused = [
      ['POST', `/api-keys/${projectId}/regenerate`, { overlapHours: 168 }],
      ['POST', `/api-keys/${extra.id}/regenerate`, {}],
      ['DELETE', `/api-keys/${projectId}/former`, undefined],
      ['DELETE', `/api-keys/${extra.id}`, undefined],
      ['PUT', `/api-keys/${extra.id}`, { name: 'x' }],
      ['POST', `/api-keys/project/${projectId}`, { name: 'Yeni' }],
      ['PUT', `/projects/${projectId}/api-key-password`, { newPassword: 'baska-gizli' }],
    ] as const;
    for (const [method, path, body] of refused)
      expect([method, path, await code(method, path, former, body)]).toEqual([
        method,
        path,
        'KEY_SCOPE',
      ]);
    const seen = JSON.stringify(
      await Promise.all(
        [`/projects/${projectId}`, '/projects', `/api-keys/project/${projectId}`].map(
          async path => (await ask('GET', path, undefined, former)).body,
        ),
      ),
    );
    for (const text of [apiKey.key, extra.key, 'cok-gizli-2']) expect(seen).not.toContain(text);
    expect(await code('DELETE', `/api-keys/${projectId}/former`, whole)).toBe(200);
    expect(await code('GET', rows, former)).toBe('UNAUTHORIZED');
  });

  it('counts wrong passwords together with the new one', async () => {
    const { apiKey } = (await renew(projectId, 1)).data;
    const texts = [whole['x-api-key']!, apiKey.key];
    whole = { ...whole, 'x-api-key': apiKey.key };
    const show = (text: string, password: string) =>
      code('GET', rows, { ...whole, 'x-api-key': text, 'x-project-password': password });
    // From a known address, what is guessed at other keys does not count for this one.
    for (const text of texts) expect(await show(text, 'cok-gizli-2')).toBe(200);
    const codes: string[] = [];
    for (let n = 0; n < 25; n++)
      for (const text of texts) codes.push(await show(text, `yanlis-${n}`));
    expect(new Set(codes)).toEqual(new Set(['INVALID_CREDENTIALS']));
    for (const text of texts)
      for (const password of ['yanlis', 'cok-gizli-2'])
        expect(await show(text, password)).toBe('RATE_LIMIT_EXCEEDED');
  });

  it('ends when the project is handed over, and does not come back with a key switched on again', async () => {
    const heir = await register('Can');
    const { url } = (
      await ask(
        'POST',
        `/projects/${projectId}/invitations`,
        { email: 'can@example.com', role: 'manager' },
        person.session,
      )
    ).body.data.invitation;
    await ask('POST', `${url}/accept`, undefined, heir.session);
    const extra = await addKey();
    const second = (await renew(extra.id, 168)).data.apiKey.key;
    const main = whole['x-api-key']!;
    await renew(projectId, 168);
    expect([await reads(main), await reads(extra.key)]).toEqual([200, 200]);
    await ask('POST', `/projects/${projectId}/owner`, { userId: heir.id }, person.session);
    expect([await reads(main), await reads(extra.key), await reads(second)]).toEqual([
      'UNAUTHORIZED',
      'UNAUTHORIZED',
      'UNAUTHORIZED',
    ]);
    await ask('PUT', `/api-keys/${extra.id}`, { isActive: true }, heir.session);
    expect([await reads(extra.key), await reads(second)]).toEqual(['UNAUTHORIZED', 200]);
  });
});
