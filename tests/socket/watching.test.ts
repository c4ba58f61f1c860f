import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let admin: Person;
let ada: Person;
let can: Person;

beforeAll(async () => {
  await house.open();
  admin = await house.person('Root');
  ada = await house.person('Ada');
  can = await house.person('Can');
});
afterAll(() => house.close());

describe('a handshake', () => {
  it('welcomes a session and the three values of a project', async () => {
    expect(await house.refusal({ token: ada.token })).toBe('connected');
    expect(await house.refusal(ada.key)).toBe('connected');
  });

  it.each([
    ['nothing', {}, 'UNAUTHORIZED'],
    ['an empty token', { token: '' }, 'UNAUTHORIZED'],
    ['a made-up token', { token: 'a.b.c' }, 'UNAUTHORIZED'],
    ['a token of another shape', { token: { $gt: '' } }, 'UNAUTHORIZED'],
    ['a key alone', { apiKey: 'hzm_x' }, 'MISSING_HEADERS'],
    [
      'an unknown key',
      { apiKey: 'hzm_x', email: 'a@example.com', projectPassword: 'x' },
      'UNAUTHORIZED',
    ],
  ])('refuses %s', async (_, auth, code) => {
    expect(await house.refusal(auth)).toBe(code);
  });

  it('refuses a wrong password of a key', async () => {
    expect(await house.refusal({ ...ada.key, projectPassword: 'wrong' })).toBe(
      'INVALID_CREDENTIALS',
    );
  });

  it('refuses pages of other origins', async () => {
    const from = (origin: string) =>
      house.refusal({ token: ada.token }, { extraHeaders: { origin } });
    expect(await from(`http://127.0.0.1:${house.port}`)).toBe('connected');
    expect(await from('http://elsewhere.example')).not.toBe('connected');
    expect(await from(`https://127.0.0.1:${house.port}`)).not.toBe('connected');
  });
});

describe('watching a table', () => {
  it('delivers puts, patches and drops exactly as they are read, with who and which request', async () => {
    const { id: tableId } = await ada.table(
      'Ürünler',
      { name: 'ad', type: 'string' },
      { name: 'stok', type: 'number' },
    );
    const topic = `table:${tableId}`;
    const follower = await ada.connect();
    const answer = await follower.watch(topic);
    expect(answer).toMatchObject({
      success: true,
      status: 'live',
      position: expect.stringMatching(/^\d{20}$/),
    });

    const added = await ada.ask(
      'POST',
      `/data/table/${tableId}/rows`,
      { ad: 'Çay' },
      { 'x-request-id': 'one' },
    );
    const { id } = added.body.data.row;
    const changed = await ada.ask(
      'PUT',
      `/data/table/${tableId}/rows/${id}`,
      { stok: 3 },
      { 'x-request-id': 'two' },
    );
    const removed = await ada.ask('DELETE', `/data/table/${tableId}/rows/${id}`, undefined, {
      'x-request-id': 'three',
    });
    await follower.reached(topic, removed.position);

    const actor = { id: ada.id, name: 'Ada' };
    const [put, patch, drop] = follower.of(topic);
    expect(put).toEqual({
      topic,
      position: added.position,
      at: added.body.data.row.created_at,
      changes: [
        {
          op: 'put',
          kind: 'row',
          id,
          version: 1,
          doc: added.body.data.row,
          actor,
          requestId: 'one',
        },
      ],
    });
    expect(patch).toMatchObject({
      position: changed.position,
      changes: [
        {
          op: 'patch',
          kind: 'row',
          id,
          version: 2,
          patch: { stok: 3, updated_at: changed.body.data.row.updated_at, _version: 2 },
          actor,
          requestId: 'two',
        },
      ],
    });
    expect(patch?.changes[0]?.patch).not.toHaveProperty('ad');
    expect(drop).toMatchObject({
      position: removed.position,
      changes: [{ op: 'drop', kind: 'row', id, actor, requestId: 'three' }],
    });
  });

  it('works without websockets, too', async () => {
    const { id: tableId } = await ada.table('Yavaş yol', { name: 'ad', type: 'string' });
    const follower = await house.connect({ token: ada.token }, { transports: ['polling'] });
    await follower.watch(`table:${tableId}`);
    const { id, position } = await ada.add(tableId, { ad: 'Çay' });
    await follower.reached(`table:${tableId}`, position);
    expect(follower.changes(`table:${tableId}`)).toMatchObject([
      { op: 'put', id, doc: { ad: 'Çay' } },
    ]);
  });

  it('tells nobody who may not read, and an administrator everything', async () => {
    const { id: tableId } = await ada.table('Gizli', { name: 'ad', type: 'string' });
    const stranger = await can.connect();
    for (const topic of [`table:${tableId}`, `project:${ada.projectId}`, `user:${ada.id}`])
      expect(await stranger.watch(topic)).toEqual({ success: false, code: 'NOT_FOUND' });
    expect(await stranger.watch('table:01999999-9999-7999-8999-999999999999')).toEqual({
      success: false,
      code: 'NOT_FOUND',
    });
    const root = await admin.connect();
    for (const topic of [`table:${tableId}`, `project:${ada.projectId}`, `user:${ada.id}`])
      expect(await root.watch(topic)).toMatchObject({ success: true });
    const keyed = await ada.connect(ada.key);
    expect(await keyed.watch(`table:${tableId}`)).toMatchObject({ success: true });
    expect(await keyed.watch(`user:${ada.id}`)).toEqual({ success: false, code: 'KEY_SCOPE' });
  });
});

describe('watching a project and a list of projects', () => {
  it('delivers tables with their fields, and projects, as they are read', async () => {
    const follower = await ada.connect();
    const plain = await ada.connect(ada.key);
    const [ofProject, ofUser] = [`project:${ada.projectId}`, `user:${ada.id}`];
    await Promise.all([follower.watch(ofProject), follower.watch(ofUser), plain.watch(ofProject)]);
    const { id: tableId } = await ada.table('Şehirler', { name: 'ad', type: 'string' });
    const { position } = await ada.ask('PUT', `/projects/${ada.projectId}`, {
      description: 'yeni',
    });
    await Promise.all([
      follower.reached(ofProject, position),
      follower.reached(ofUser, position),
      plain.reached(ofProject, position),
    ]);

    // Changes of earlier tests may still be on their way to a process that is behind.
    const tables = follower
      .changes(ofProject)
      .filter(({ kind, id }) => kind === 'table' && id === tableId);
    expect(tables.map(({ op }) => op)).toEqual(['put', 'put']);
    expect(tables.at(-1)?.doc).toEqual(
      (await ada.ask('GET', `/tables/${ada.projectId}/${tableId}`)).body.data.table,
    );
    const project = (await ada.ask('GET', `/projects/${ada.projectId}`)).body.data.project;
    expect(project.apiKey).toEqual(expect.any(String));
    // All watchers of a project receive the same message, which therefore has no role in it.
    const { role, ...common } = project;
    expect(role).toBe('owner');
    expect(follower.changes(ofUser).findLast(({ kind }) => kind === 'project')?.doc).toEqual(
      project,
    );
    expect(follower.changes(ofProject).findLast(({ kind }) => kind === 'project')?.doc).toEqual(
      common,
    );
    expect(plain.changes(ofProject).findLast(({ kind }) => kind === 'project')?.doc).toEqual({
      ...common,
      apiKey: null,
      apiKeyPassword: null,
    });
    expect(follower.changes(ofProject).map(({ version }) => version)).toEqual(
      follower
        .changes(ofProject)
        .map(({ version }) => version)
        .toSorted((a, b) => a - b),
    );
  });

  it('tells each person of their own projects only, an administrator of all', async () => {
    const [root, hers, his] = await Promise.all([admin.connect(), ada.connect(), can.connect()]);
    await Promise.all([
      root.watch(`user:${admin.id}`),
      hers.watch(`user:${ada.id}`),
      his.watch(`user:${can.id}`),
    ]);
    const first = (await can.ask('POST', '/projects', { name: 'Onun projesi' })).body.data.project;
    await can.ask('DELETE', `/projects/${first.id}`);
    await Promise.all([
      his.until(() => his.messages.length === 2),
      root.until(() => root.messages.length === 2),
    ]);
    expect(his.changes(`user:${can.id}`).map(({ op, id }) => [op, id])).toEqual([
      ['put', first.id],
      ['drop', first.id],
    ]);
    expect(root.changes(`user:${admin.id}`).map(({ op, id }) => [op, id])).toEqual([
      ['put', first.id],
      ['drop', first.id],
    ]);
    expect(hers.messages).toEqual([]);
  });
});
