import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let admin: Person;
let owner: Person;
let count = 0;
let last = '';

/** Each question waits for what was written before: another process may answer it. */
const call = async (method: string, path: string, sent: unknown, headers: Headed): Promise<Any> => {
  const answer = await ask(method, path, sent, { ...headers, ...(last !== '' && { 'x-wait-for-position': last }) });
  const position = answer.headers.get('x-position');
  if (position !== null && position > last) last = position;
  return answer;
};
const told = async (person: Person, query = ''): Promise<Any> => (await call('GET', `/notifications${query}`, undefined, person.session)).body.data;
const kinds = async (person: Person): Promise<string[]> => (await told(person)).notifications.map(({ kind }: Any) => kind);
const guest = async (): Promise<Person> => register(`Guest${++count}`);
const invite = async (person: number, role: string): Promise<Any> => (await call('POST', `/projects/${owner.projectId}/invitations`, { email: `guest${person}@example.com`, role }, owner.session)).body.data.invitation;
const join = async (role: string): Promise<Person> => {
  const person = await guest();
  const { url } = await invite(count, role);
  await call('POST', `${url}/accept`, undefined, person.session);
  return person;
};
const request = async (by: Person): Promise<string> => (await call('POST', `/endpoint-requests/project/${by.projectId}`, { endpoint_name: 'Stok özeti', description: 'Depolara göre stok toplamı' }, by.session)).body.data.id;
const move = (id: string, status: string): Promise<Any> => call('PUT', `/endpoint-requests/${id}/status`, { status, admin_notes: '' }, admin.session);
const read = (person: Person, body: object): Promise<Any> => call('POST', '/notifications/read', body, person.session);

beforeAll(async () => {
  admin = await register('Admin');
  owner = await register('Owner');
});

describe('somebody is told', () => {
  it('nothing at first, and nothing that they did themselves', async () => {
    expect(await told(owner)).toEqual({ notifications: [], unread: 0, nextCursor: null });
    await request(owner);
    expect((await told(owner)).notifications).toEqual([]);
  });

  it('the latest step of their request, unread again after each', async () => {
    const asker = await guest();
    const id = await request(asker);
    await move(id, 'approved');
    const { notifications: [first], unread } = await told(asker);
    expect(first).toMatchObject({ id, kind: 'request-step', name: 'Stok özeti', step: 'approved', actor: { id: admin.id, name: 'Admin' }, projectId: asker.projectId, projectName: 'Varsayılan Proje', link: `/projects/${asker.projectId}/endpoint-requests?request=${id}`, readAt: null });
    expect(unread).toBe(1);
    expect((await read(asker, { ids: [id] })).body.data).toEqual({ unread: 0 });
    expect((await told(asker)).notifications[0].readAt).toMatch(/^\d{4}-/);
    await move(id, 'testing');
    const { notifications: all, unread: again } = await told(asker);
    expect([all.length, all[0].step, all[0].readAt, again]).toEqual([1, 'testing', null, 1]);
  });

  it('an invitation to their address, until it is taken or withdrawn; who invited is told that it was taken', async () => {
    const [person, late] = [await guest(), await guest()];
    const invitation = await invite(count - 1, 'viewer');
    const other = await invite(count, 'editor');
    expect((await told(person)).notifications).toMatchObject([{ id: invitation.id, kind: 'invitation', role: 'viewer', actor: { name: 'Owner' }, projectName: 'Varsayılan Proje', link: null }]);
    await call('POST', `${invitation.url}/accept`, undefined, person.session);
    expect(await kinds(person)).toEqual([]);
    expect((await told(owner)).notifications[0]).toMatchObject({ kind: 'invitation-accepted', actor: { id: person.id }, projectId: owner.projectId });
    expect(await kinds(late)).toEqual(['invitation']);
    await call('DELETE', `/projects/${owner.projectId}/invitations/${other.id}`, undefined, owner.session);
    expect(await kinds(late)).toEqual([]);
  });

  it('another role; and of a project that they are out of nothing but that', async () => {
    const member = await join('viewer');
    await call('PUT', `/projects/${owner.projectId}/members/${member.id}`, { role: 'editor' }, owner.session);
    expect((await told(member)).notifications).toMatchObject([{ kind: 'role-changed', role: 'editor' }]);
    await call('DELETE', `/projects/${owner.projectId}/members/${member.id}`, undefined, owner.session);
    expect((await told(member)).notifications).toMatchObject([{ kind: 'removed', projectName: 'Varsayılan Proje', link: null }]);
  });

  it('a project that is handed to them', async () => {
    const [giver, giving] = [owner, await register('Giver')];
    const { project } = (await call('POST', '/projects', { name: 'Devredilen' }, giving.session)).body.data;
    owner = { ...giving, projectId: project.id };
    const member = await join('manager');
    expect((await call('POST', `/projects/${owner.projectId}/owner`, { userId: member.id }, owner.session)).body).toMatchObject({ success: true });
    expect((await told(member)).notifications).toMatchObject([{ kind: 'project-received', actor: { id: owner.id }, link: `/projects/${owner.projectId}` }]);
    expect(await kinds(owner)).toEqual(['invitation-accepted']);
    owner = giver;
  });

  it('a plan that an administrator gives or ends, not one that they take', async () => {
    const person = await guest();
    const { plan } = (await call('POST', '/pricing/plans', { name: 'Altın', price: 10 }, admin.session)).body.data;
    await call('PUT', '/pricing/subscription', { planId: plan.id, cycle: 'monthly', price: 10, setupFee: 0 }, person.session);
    expect(await kinds(person)).toEqual([]);
    await call('PUT', `/pricing/subscribers/${person.id}`, { planId: plan.id, cycle: 'yearly' }, admin.session);
    await call('DELETE', `/pricing/subscribers/${person.id}`, undefined, admin.session);
    expect((await told(person)).notifications).toMatchObject([{ kind: 'plan-ended', name: 'Altın', link: '/account' }, { kind: 'plan-given', name: 'Altın', actor: { name: 'Admin' } }]);
  });

  it('where they are named, and what is written in their thread, until they answer', async () => {
    const member = await join('editor');
    const { data: thread } = (await call('POST', '/threads', { title: 'Çay', initialMessage: 'Bitti', project_id: owner.projectId }, owner.session)).body;
    const write = async (by: Person, content: string): Promise<Any> => (await call('POST', `/threads/${thread.id}/messages`, { content, attachments: [] }, by.session)).body.data;
    const before = (await told(owner)).unread;
    await write(member, 'Alıyorum');
    expect((await told(owner)).notifications[0]).toMatchObject({ id: thread.id, kind: 'thread-reply', name: 'Çay', actor: { id: member.id }, link: `/projects/${owner.projectId}/endpoint-requests?tab=chat&thread=${thread.id}` });
    await write(member, 'Aldım');
    expect((await told(owner)).unread).toBe(before + 1);
    const named = await write(owner, `Sağ ol @[Kişi](user:${member.id})`);
    expect((await told(owner)).unread).toBe(before);
    expect((await told(member)).notifications).toMatchObject([{ id: named.id, kind: 'mention', name: 'Çay', actor: { id: owner.id }, link: `/projects/${owner.projectId}/endpoint-requests?tab=chat&thread=${thread.id}&message=${named.id}` }]);
    await call('DELETE', `/threads/${thread.id}/messages/${named.id}`, undefined, owner.session);
    expect(await kinds(member)).toEqual([]);
  });
});

describe('what somebody is told', () => {
  it('is paged, and read up to a position, by nobody else', async () => {
    const [asker, stranger] = [await guest(), await guest()];
    const ids = [await request(asker), await request(asker), await request(asker)];
    for (const id of ids) await move(id, 'approved');
    const first = await told(asker, '?limit=2');
    expect([first.notifications.map(({ id }: Any) => id), first.unread]).toEqual([[ids[2], ids[1]], 3]);
    const rest = await told(asker, `?limit=2&cursor=${first.nextCursor}`);
    expect([rest.notifications.map(({ id }: Any) => id), rest.nextCursor]).toEqual([[ids[0]], null]);
    await read(stranger, { ids });
    await read(stranger, { upTo: '9'.repeat(20) });
    expect((await told(asker)).unread).toBe(3);
    expect((await read(asker, { upTo: first.notifications[1].position })).body.data).toEqual({ unread: 1 });
    expect((await told(asker)).notifications.map(({ readAt }: Any) => readAt !== null)).toEqual([false, true, true]);
    // Nobody has read what is still to come.
    await read(asker, { upTo: '9'.repeat(20) });
    await move(ids[0]!, 'testing');
    expect((await told(asker)).unread).toBe(1);
  });

  it('is no key\'s, and is marked nowhere else', async () => {
    expect((await call('GET', '/notifications', undefined, owner.key)).status).toBe(403);
    expect((await call('POST', '/read-marks', { topic: `notifications:${owner.id}`, upTo: '0'.repeat(20) }, owner.session)).status).toBe(404);
    for (const body of [{}, { ids: [] }, { ids: ['x'] }, { upTo: '1' }, { ids: [owner.id], upTo: '0'.repeat(20) }]) expect((await read(owner, body)).status).toBe(400);
  });

  it('goes with the project', async () => {
    const asker = await guest();
    await move(await request(asker), 'approved');
    await call('DELETE', `/admin/projects/${asker.projectId}`, undefined, admin.session);
    expect(await told(asker)).toEqual({ notifications: [], unread: 0, nextCursor: null });
  });
});
