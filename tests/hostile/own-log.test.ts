import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from '../http/serve.ts';

const server = serve({ accountBytesPerDay: 4_096 });
const { ask, register } = server;
type Person = Awaited<ReturnType<typeof register>>;
let person: Person;

const rename = (name: string, headers = {}) =>
  ask('PUT', '/auth/me', { name }, { ...person.session, ...headers });
const signIn = () =>
  ask('POST', '/auth/login', { email: 'deniz@example.com', password: 'gizli-1' });
/** Asks until the account is refused, and returns that answer. */
async function untilRefused(request: (n: number) => ReturnType<typeof ask>) {
  for (let n = 0; n < 100; n++) {
    const answer = await request(n);
    if (answer.status !== 200) return { ...answer, n };
  }
  throw new Error('a hundred requests were answered');
}

beforeAll(async () => {
  person = await register('Deniz');
});

describe('an account that writes to the log of itself without end', () => {
  it('is answered without an event when a change changes nothing', async () => {
    const [before, first, again] = [
      await rename('Deniz A'),
      await rename('Deniz Ak'),
      await rename('Deniz Ak'),
    ].map(({ headers }) => headers.get('x-position'));
    expect(before! < first!).toBe(true);
    expect(again).toBe(first);
  });

  it('is refused in both languages with the time to wait, and goes on in its projects', async () => {
    const { status, headers, body, n } = await untilRefused(n =>
      rename('Deniz Ak', { 'x-request-id': `same ${n}` }),
    );
    expect([status, body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(n).toBeGreaterThan(5);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000);
    const english = await rename('Başka', { 'accept-language': 'en' });
    expect([english.status, english.body.error]).toEqual([429, expect.stringContaining('a day')]);
    expect([body.error]).toEqual([expect.stringContaining('bir günde')]);
    const path = `/tables/project/${person.projectId}`;
    expect((await ask('POST', path, { name: 'Notlar' }, person.session)).status).toBe(201);
  });

  it('still signs in, though not as often as it likes, and signs out', async () => {
    const answers = await Promise.all([signIn(), signIn()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429]);
    const { headers } = answers.find(({ status }) => status === 429)!;
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(5);
    expect((await ask('POST', '/auth/logout', {}, person.session)).status).toBe(200);
  });
});

describe('requests that change nothing in a project, each under another name', () => {
  const named = (by: Headed, n: number): Headed => ({ ...by, 'x-request-id': `nothing ${n}` });

  it('are refused once they filled the allowance of an invited stranger', async () => {
    const [owner, guest] = [await register('Sahip'), await register('Konuk')];
    const { invitation } = (
      await ask(
        'POST',
        `/projects/${owner.projectId}/invitations`,
        { email: 'konuk@example.com', role: 'viewer' },
        owner.session,
      )
    ).body.data;
    const { status, headers, body, n } = await untilRefused(n =>
      ask('POST', `/auth/invitations/${invitation.id}/mail`, {}, named(guest.session, n)),
    );
    expect([status, body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(body.error).toContain('X-Request-ID');
    expect(n).toBeGreaterThan(5);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000);
    const unnamed = await ask(
      'POST',
      `/auth/invitations/${invitation.id}/mail`,
      {},
      { ...guest.session, 'accept-language': 'en' },
    );
    expect(unnamed.status).toBe(200);
  });

  it('are refused for a key before its owner is, who goes on', async () => {
    const { id, projectId, session, key } = await register('Anahtar');
    const tableId = await server.table(projectId, session, 'Ürünler', { ad: 'string' });
    const rows = `/data/table/${tableId}/rows`;
    const { row } = (await ask('POST', rows, { ad: 'kalem' }, session)).body.data;
    const byKey = (n: number) => ask('PUT', `${rows}/${row.id}`, { ad: 'kalem' }, named(key, n));
    const many = (n: number) =>
      ask('POST', `${rows}/bulk`, { updates: [{ id: row.id, values: {} }] }, named(key, n));
    const refused = await untilRefused(byKey);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect((await many(1_000)).status).toBe(429);
    expect((await ask('PUT', `${rows}/${row.id}`, { ad: 'silgi' }, named(key, 2_000))).status).toBe(
      200,
    );
    const renamed = await ask('PUT', '/auth/me', { name: 'Anahtarcı' }, session);
    expect([renamed.status, renamed.body.data?.user.id]).toEqual([200, id]);
  });
});

describe('somebody who may only read a project', () => {
  it('fills no storage of it with changes of own saved views', async () => {
    const owner = await register('Proje');
    const reader = await register('Bakan');
    const invited = { email: 'bakan@example.com', role: 'viewer' };
    const path = `/projects/${owner.projectId}/invitations`;
    const { url } = (await ask('POST', path, invited, owner.session)).body.data.invitation;
    await ask('POST', `/invitations/${url.split('/').at(-1)}/accept`, {}, reader.session);
    const tableId = await server.table(owner.projectId, owner.session, 'Stok', { ad: 'string' });
    const views = `/data/table/${tableId}/views`;
    const view = { name: 'Çaylar', scope: 'own', settings: {} };
    const added = await ask('POST', views, view, reader.session);
    expect([added.status, added.body.error]).toEqual([201, undefined]);
    const { id } = added.body.data.view;
    const { body } = await untilRefused(n =>
      ask('PUT', `/views/${id}`, { name: `Çay ${n}` }, reader.session),
    );
    expect(body.code).toBe('RATE_LIMIT_EXCEEDED');
    const shared = await ask('POST', views, { ...view, scope: 'everybody' }, owner.session);
    expect(shared.status).toBe(201);
  });
});
