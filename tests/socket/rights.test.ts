import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let ada: Person;
let can: Person;
let root: Person;

beforeAll(async () => {
  await house.open();
  root = await house.person('Root');
  can = await house.person('Can');
});
afterAll(() => house.close());

/** A person of their own for each story: most of them end badly. */
const newcomer = async (): Promise<void> => {
  ada = await house.person('Ada');
};

describe('rights end', () => {
  it('with the session: its connections are cut and stay out, others stay', async () => {
    await newcomer();
    const topic = `user:${ada.id}`;
    const { body } = await house.ask('POST', '/auth/login', {
      email: ada.key.email,
      password: 'gizli-1',
    });
    const [leaving, staying] = await Promise.all([
      ada.connect(),
      ada.connect({ token: body.data.token }),
    ]);
    await Promise.all([leaving.watch(topic), staying.watch(topic)]);
    await ada.ask('POST', '/auth/logout');
    await leaving.until(() => leaving.order.includes('connect_error'));
    expect(await house.refusal({ token: ada.token })).toBe('UNAUTHORIZED');
    expect(staying.socket.connected).toBe(true);
    const created = await house.ask(
      'POST',
      '/projects',
      { name: 'Yeni proje' },
      { authorization: `Bearer ${body.data.token}` },
    );
    await staying.reached(topic, created.position);
    expect(leaving.messages).toEqual([]);
  });

  it('with the password: the connections of all other sessions', async () => {
    await newcomer();
    const { body } = await house.ask('POST', '/auth/login', {
      email: ada.key.email,
      password: 'gizli-1',
    });
    const [staying, leaving, keyed] = await Promise.all([
      ada.connect(),
      ada.connect({ token: body.data.token }),
      ada.connect(ada.key),
    ]);
    await ada.ask('PUT', '/auth/password', {
      currentPassword: 'gizli-1',
      newPassword: 'yeni-gizli',
    });
    await leaving.until(() => leaving.order.includes('connect_error'));
    expect(await house.refusal({ token: body.data.token })).toBe('UNAUTHORIZED');
    expect([staying.socket.connected, keyed.socket.connected]).toEqual([true, true]);
  });

  it('with the table: its end is told, then the watch ends', async () => {
    await newcomer();
    const { id: tableId } = await ada.table('Geçici', { name: 'ad', type: 'string' });
    const topic = `table:${tableId}`;
    const follower = await ada.connect();
    await follower.watch(topic);
    const { position } = await ada.ask('DELETE', `/tables/${tableId}`);
    await follower.until(() => follower.ended.length > 0);
    expect(follower.order.slice(-2)).toEqual(['changes', 'unwatched']);
    expect(follower.messages.at(-1)).toMatchObject({
      topic,
      position,
      changes: [{ op: 'drop', kind: 'table', id: tableId }],
    });
    expect(follower.ended).toEqual([{ topic, code: 'NOT_FOUND' }]);
    expect(await follower.watch(topic)).toEqual({ success: false, code: 'NOT_FOUND' });
  });

  it('with a key: changed, regenerated, expired or deleted, only its own connections are cut', async () => {
    await newcomer();
    const added = await ada.ask('POST', `/api-keys/project/${ada.projectId}`, { name: 'Kısa' });
    const { id, key } = added.body.data.apiKey;
    const [follower, main] = [await ada.connect(ada.key), await ada.connect()];
    const short = await ada.connect({ ...ada.key, apiKey: key });
    await main.watch(`project:${ada.projectId}`);
    const { position } = await ada.ask('PUT', `/api-keys/${id}`, {
      expiresAt: new Date(Date.now() + 1_500).toISOString(),
    });
    await main.reached(`project:${ada.projectId}`, position);
    expect(main.messages.at(-1)).toMatchObject({
      changes: [{ op: 'patch', kind: 'key', id, patch: {} }],
    });
    // Cut, it comes back by itself; when the key has expired it is let in no more.
    await short.until(() => short.order.includes('connect_error'));
    expect(await house.refusal({ ...ada.key, apiKey: key })).toBe('UNAUTHORIZED');
    expect(follower.socket.connected).toBe(true);
    expect(follower.order).not.toContain('disconnect');
  });

  it('with the former text of a key when it is ended, not before', async () => {
    await newcomer();
    const added = await ada.ask('POST', `/api-keys/project/${ada.projectId}`, { name: 'Eski' });
    const { id, key } = added.body.data.apiKey;
    const former = await ada.connect({ ...ada.key, apiKey: key });
    const renewed = await ada.ask('POST', `/api-keys/${id}/regenerate`, { overlapHours: 1 });
    // Cut, it comes back by itself, with either text.
    await former.until(() => former.order.filter(one => one === 'connect').length > 1);
    const next = await ada.connect({ ...ada.key, apiKey: renewed.body.data.apiKey.key });
    await ada.ask('DELETE', `/api-keys/${id}/former`);
    await former.until(() => former.order.includes('connect_error'));
    expect(await house.refusal({ ...ada.key, apiKey: key })).toBe('UNAUTHORIZED');
    expect(next.order).not.toContain('connect_error');
  });

  it('with the former text of a key when its time is up, and no other text', async () => {
    await newcomer();
    const added = await ada.ask('POST', `/api-keys/project/${ada.projectId}`, { name: 'Süreli' });
    const { id, key } = added.body.data.apiKey;
    const renewed = await ada.ask('POST', `/api-keys/${id}/regenerate`, { overlapHours: 1 });
    const former = await ada.connect({ ...ada.key, apiKey: key });
    const next = await ada.connect({ ...ada.key, apiKey: renewed.body.data.apiKey.key });
    vi.useFakeTimers({
      toFake: ['Date'],
      now: Date.parse(renewed.body.data.apiKey.former.until) + 1,
    });
    try {
      await former.until(() => former.order.includes('connect_error'));
      expect(await house.refusal({ ...ada.key, apiKey: key })).toBe('UNAUTHORIZED');
      expect(next.order).not.toContain('disconnect');
    } finally {
      vi.useRealTimers();
    }
  });

  it('with the project: for it, its tables, and its keys', async () => {
    await newcomer();
    const { id: tableId } = await ada.table('Geçici', { name: 'ad', type: 'string' });
    const topics = [`project:${ada.projectId}`, `table:${tableId}`];
    const follower = await ada.connect();
    const keyed = await ada.connect(ada.key);
    await Promise.all([...topics, `user:${ada.id}`].map(topic => follower.watch(topic)));
    const { position } = await ada.ask('DELETE', `/projects/${ada.projectId}`);
    await follower.until(() => follower.ended.length === 2);
    expect(follower.ended.map(({ topic }) => topic).toSorted()).toEqual(topics.toSorted());
    expect(follower.ended.every(({ code }) => code === 'NOT_FOUND')).toBe(true);
    const ending = follower.messages.filter(message => message.position === position);
    expect(ending.map(({ topic, changes }) => [topic, changes[0]?.op])).toEqual([
      [`user:${ada.id}`, 'drop'],
      [topics[0], 'drop'],
    ]);
    await keyed.until(() => keyed.order.includes('connect_error'));
    expect(await house.refusal(ada.key)).toBe('UNAUTHORIZED');
  });

  it('with the account: its connections are cut, and whoever watched it is told', async () => {
    await newcomer();
    const { id: tableId } = await ada.table('Geçici', { name: 'ad', type: 'string' });
    const [hers, keyed, admin] = await Promise.all([
      ada.connect(),
      ada.connect(ada.key),
      root.connect(),
    ]);
    const topics = [`user:${ada.id}`, `project:${ada.projectId}`, `table:${tableId}`];
    for (const topic of topics) expect(await admin.watch(topic)).toMatchObject({ success: true });
    expect((await root.ask('DELETE', `/admin/users/${ada.id}`)).status).toBe(200);
    await Promise.all(
      [hers, keyed].map(follower => follower.until(() => follower.order.includes('connect_error'))),
    );
    await admin.until(() => admin.ended.length === 3);
    expect(admin.ended.map(({ topic, code }) => `${topic} ${code}`).toSorted()).toEqual(
      topics.map(topic => `${topic} NOT_FOUND`).toSorted(),
    );
  });

  it('with the password of a key, and with access by key', async () => {
    await newcomer();
    const person = await ada.connect();
    const keyed = await ada.connect(ada.key);
    await ada.ask('PUT', `/projects/${ada.projectId}`, { settings: { requireAuth: false } });
    expect(
      (
        await ada.ask('PUT', `/projects/${ada.projectId}/api-key-password`, {
          newPassword: 'another-one',
        })
      ).status,
    ).toBe(200);
    await keyed.until(() => keyed.order.includes('connect_error'));
    expect(keyed.order.slice(0, 2)).toEqual(['connect', 'disconnect']);
    expect(await house.refusal(ada.key)).toBe('INVALID_CREDENTIALS');
    const again = await ada.connect({ ...ada.key, projectPassword: 'another-one' });
    await ada.ask('PUT', `/projects/${ada.projectId}`, { settings: { allowApiAccess: false } });
    await again.until(() => again.order.includes('connect_error'));
    expect(person.order).toEqual(['connect']);
  });

  it('with a project that is no longer public, for those whose it is not', async () => {
    await newcomer();
    const { id: tableId } = await ada.table('Açık', { name: 'ad', type: 'string' });
    const topic = `table:${tableId}`;
    const { position: opened } = await ada.ask('PUT', `/projects/${ada.projectId}`, {
      isPublic: true,
    });
    const [hers, his] = await Promise.all([ada.connect(), can.connect()]);
    expect(await his.watch(topic, opened)).toMatchObject({ success: true });
    expect(await his.watch(`project:${ada.projectId}`)).toEqual({
      success: false,
      code: 'NOT_FOUND',
    });
    await hers.watch(topic);
    await ada.ask('PUT', `/projects/${ada.projectId}`, { isPublic: false });
    await his.until(() => his.ended.length > 0);
    expect(his.ended).toEqual([{ topic, code: 'NOT_FOUND' }]);
    const { position } = await ada.add(tableId, { ad: 'gizli' });
    await hers.reached(topic, position);
    expect([hers.ended, his.messages]).toEqual([[], []]);
  });
});
