import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let admin: Person;
let owner: Person;
let count = 0;
let last = '';

/** Each question waits for what was written before: another process may answer it. */
const call = async (method: string, path: string, sent: unknown, headers: Headed): Promise<Any> => {
  const answer = await ask(method, path, sent, {
    ...headers,
    ...(last !== '' && { 'x-wait-for-position': last }),
  });
  const position = answer.headers.get('x-position');
  if (position !== null && position > last) last = position;
  return answer;
};
const told = async (person: Person, query = ''): Promise<Any> =>
  (await call('GET', `/notifications${query}`, undefined, person.session)).body.data;
const kinds = async (person: Person): Promise<string[]> =>
  (await told(person)).notifications.map(({ kind }: Any) => kind);
const guest = async (): Promise<Person> => register(`Guest${++count}`);
const invite = async (person: number, role: string): Promise<Any> =>
  (
    await call(
      'POST',
      `/projects/${owner.projectId}/invitations`,
      { email: `guest${person}@example.com`, role },
      owner.session,
    )
  ).body.data.invitation;
const join = async (role: string): Promise<Person> => {
  const person = await guest();
  const { url } = await invite(count, role);
  await call('POST', `${url}/accept`, undefined, person.session);
  return person;
};
const request = async (by: Person): Promise<string> =>
  (
    await call(
      'POST',
      `/endpoint-requests/project/${by.projectId}`,
      { endpoint_name: 'Stok özeti', description: 'Depolara göre stok toplamı' },
      by.session,
    )
  ).body.data.id;
const move = (id: string, status: string): Promise<Any> =>
  call('PUT', `/endpoint-requests/${id}/status`, { status, admin_notes: '' }, admin.session);
const read = (person: Person, body: object): Promise<Any> =>
  call('POST', '/notifications/read', body, person.session);

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
    const {
      notifications: [first],
      unread,
    } = await told(asker);
    expect(first).toMatchObject({
      id,
      kind: 'request-step',
      name: 'Stok özeti',
      step: 'approved',
      actor: { id: admin.id, name: 'Admin' },
      projectId: asker.projectId,
      projectName: 'Varsayılan Proje',
      link: `/projects/${asker.projectId}/endpoint-requests?request=${id}`,
      readAt: null,
    });
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
    expect((await told(person)).notifications).toMatchObject([
      {
        id: invitation.id,
        kind: 'invitation',
        role: 'viewer',
        actor: { name: 'Owner' },
        projectName: 'Varsayılan Proje',
        link: null,
      },
    ]);
    await call('POST', `${invitation.url}/accept`, undefined, person.session);
    expect(await kinds(person)).toEqual([]);
    expect((await told(owner)).notifications[0]).toMatchObject({
      kind: 'invitation-accepted',
      actor: { id: person.id },
      projectId: owner.projectId,
    });
    expect(await kinds(late)).toEqual(['invitation']);
    await call(
      'DELETE',
      `/projects/${owner.projectId}/invitations/${other.id}`,
      undefined,
      owner.session,
    );
    expect(await kinds(late)).toEqual([]);
  });

  it('a request about their project, until it is withdrawn, and once it is brought back; who asks is told of its steps', async () => {
    const member = await join('editor');
    const form = { endpoint_name: 'Stok özeti', description: 'Depolara göre stok toplamı' };
    const { data: request } = (
      await call('POST', `/endpoint-requests/project/${owner.projectId}`, form, member.session)
    ).body;
    const link = `/projects/${owner.projectId}/endpoint-requests?request=${request.id}`;
    expect((await told(owner)).notifications[0]).toMatchObject({
      kind: 'request-added',
      name: 'Stok özeti',
      actor: { id: member.id },
      link,
    });
    expect(await kinds(member)).toEqual([]);
    await call(
      'PUT',
      `/endpoint-requests/${request.id}/status`,
      { status: 'approved' },
      admin.session,
    );
    expect((await told(member)).notifications).toMatchObject([
      { kind: 'request-step', step: 'approved', link },
    ]);
    const { data: other } = (
      await call(
        'POST',
        `/endpoint-requests/project/${owner.projectId}`,
        { ...form, endpoint_name: 'Boşuna' },
        member.session,
      )
    ).body;
    expect((await told(owner)).notifications[0]).toMatchObject({
      kind: 'request-added',
      name: 'Boşuna',
    });
    await call('DELETE', `/endpoint-requests/${other.id}`, undefined, member.session);
    expect((await told(owner)).notifications[0]).toMatchObject({
      kind: 'request-added',
      name: 'Stok özeti',
    });
    await call('POST', `/endpoint-requests/${other.id}/restore`, undefined, member.session);
    expect((await told(owner)).notifications[0]).toMatchObject({
      kind: 'request-added',
      name: 'Boşuna',
      actor: { id: member.id },
    });
    expect(await kinds(member)).toEqual(['request-step']);
    // Nobody is notified of an own question.
    await call(
      'POST',
      `/endpoint-requests/project/${owner.projectId}`,
      { ...form, endpoint_name: 'Kendim' },
      owner.session,
    );
    expect((await told(owner)).notifications[0]).toMatchObject({ name: 'Boşuna' });
  });

  it('another role; and of a project that they are out of nothing but that', async () => {
    const member = await join('viewer');
    await call(
      'PUT',
      `/projects/${owner.projectId}/members/${member.id}`,
      { role: 'editor' },
      owner.session,
    );
    expect((await told(member)).notifications).toMatchObject([
      { kind: 'role-changed', role: 'editor' },
    ]);
    await call(
      'DELETE',
      `/projects/${owner.projectId}/members/${member.id}`,
      undefined,
      owner.session,
    );
    expect((await told(member)).notifications).toMatchObject([
      { kind: 'removed', projectName: 'Varsayılan Proje', link: null },
    ]);
  });

  it('a project that is handed to them', async () => {
    const [giver, giving] = [owner, await register('Giver')];
    const { project } = (await call('POST', '/projects', { name: 'Devredilen' }, giving.session))
      .body.data;
    owner = { ...giving, projectId: project.id };
    const member = await join('manager');
    expect(
      (
        await call(
          'POST',
          `/projects/${owner.projectId}/owner`,
          { userId: member.id },
          owner.session,
        )
      ).body,
    ).toMatchObject({ success: true });
    expect((await told(member)).notifications).toMatchObject([
      { kind: 'project-received', actor: { id: owner.id }, link: `/projects/${owner.projectId}` },
    ]);
    expect(await kinds(owner)).toEqual(['invitation-accepted']);
    owner = giver;
  });

  it('a plan that an administrator gives or ends, not one that they take', async () => {
    const person = await guest();
    const { plan } = (
      await call('POST', '/pricing/plans', { name: 'Altın', price: 10 }, admin.session)
    ).body.data;
    await call(
      'PUT',
      '/pricing/subscription',
      { planId: plan.id, cycle: 'monthly', price: 10, setupFee: 0 },
      person.session,
    );
    expect(await kinds(person)).toEqual([]);
    await call(
      'PUT',
      `/pricing/subscribers/${person.id}`,
      { planId: plan.id, cycle: 'yearly' },
      admin.session,
    );
    await call('DELETE', `/pricing/subscribers/${person.id}`, undefined, admin.session);
    expect((await told(person)).notifications).toMatchObject([
      { kind: 'plan-ended', name: 'Altın', link: '/account' },
      { kind: 'plan-given', name: 'Altın', actor: { name: 'Admin' } },
    ]);
  });

  it('where they are named, and what is written in their thread, until they answer', async () => {
    const member = await join('editor');
    const { data: thread } = (
      await call(
        'POST',
        '/threads',
        { title: 'Çay', initialMessage: 'Bitti', project_id: owner.projectId },
        owner.session,
      )
    ).body;
    const write = async (by: Person, content: string): Promise<Any> =>
      (
        await call(
          'POST',
          `/threads/${thread.id}/messages`,
          { content, attachments: [] },
          by.session,
        )
      ).body.data;
    const before = (await told(owner)).unread;
    await write(member, 'Alıyorum');
    expect((await told(owner)).notifications[0]).toMatchObject({
      id: thread.id,
      kind: 'thread-reply',
      name: 'Çay',
      actor: { id: member.id },
      link: `/projects/${owner.projectId}/endpoint-requests?tab=chat&thread=${thread.id}`,
    });
    await write(member, 'Aldım');
    expect((await told(owner)).unread).toBe(before + 1);
    const named = await write(owner, `Sağ ol @[Kişi](user:${member.id})`);
    expect((await told(owner)).unread).toBe(before);
    expect((await told(member)).notifications).toMatchObject([
      {
        id: named.id,
        kind: 'mention',
        name: 'Çay',
        actor: { id: owner.id },
        link: `/projects/${owner.projectId}/endpoint-requests?tab=chat&thread=${thread.id}&message=${named.id}`,
      },
    ]);
    await call('DELETE', `/threads/${thread.id}/messages/${named.id}`, undefined, owner.session);
    expect(await kinds(member)).toEqual([]);
  });

  it("that a message of theirs was answered in somebody else's thread, once, and not a program", async () => {
    const [member, other] = [await join('editor'), await join('editor')];
    const { data: thread } = (
      await call(
        'POST',
        '/threads',
        { title: 'Kahve', initialMessage: 'Var mı?', project_id: owner.projectId },
        owner.session,
      )
    ).body;
    const write = async (
      by: Person,
      content: string,
      replyTo?: string,
      headers = by.session,
    ): Promise<Any> =>
      (
        await call(
          'POST',
          `/threads/${thread.id}/messages`,
          { content, attachments: [], ...(replyTo !== undefined && { replyTo }) },
          headers,
        )
      ).body.data;
    const asked = await write(member, 'Bende var');
    const answer = await write(other, 'Bana da', asked.id);
    expect((await told(member)).notifications[0]).toMatchObject({
      id: answer.id,
      kind: 'reply',
      name: 'Kahve',
      actor: { id: other.id },
      readAt: null,
      link: `/projects/${owner.projectId}/endpoint-requests?tab=chat&thread=${thread.id}&message=${answer.id}`,
    });
    // Oneself, who opened the thread, and who is named besides are told one thing.
    await write(member, 'Kendime', asked.id);
    expect((await kinds(member)).filter(kind => kind === 'reply')).toHaveLength(1);
    const own = await write(owner, 'Benim');
    const before = (await told(owner)).unread;
    const back = await write(member, 'Senin', own.id);
    expect((await told(owner)).notifications[0]).toMatchObject({ id: back.id, kind: 'reply' });
    expect((await told(owner)).unread).toBe(before + 1);
    const named = await write(other, `Bak @[Kişi](user:${member.id})`, asked.id);
    expect(
      (await told(member)).notifications
        .filter(({ id }: Any) => id === named.id)
        .map(({ kind }: Any) => kind),
    ).toEqual(['mention']);
    // A program has nobody to tell; who is out of the project is told no more of it.
    const byKey = await write(owner, 'Otomatik', undefined, owner.key);
    expect((await write(other, 'Sağ ol', byKey.id)).reply_to).toBe(byKey.id);
    await call(
      'DELETE',
      `/projects/${owner.projectId}/members/${member.id}`,
      undefined,
      owner.session,
    );
    await write(other, 'Gitti mi?', asked.id);
    expect(await kinds(member)).toEqual(['removed']);
    await call('DELETE', `/threads/${thread.id}/messages/${back.id}`, undefined, member.session);
  });
});

describe('what somebody wants to be told', () => {
  const usual = {
    bellOff: [],
    mailOff: [],
    mail: 'never',
    digestAt: '08:00',
    quiet: null,
    timeZone: 'UTC',
    language: 'tr',
  };
  const choose = (person: Person, settings: object, headers: Headed = {}): Promise<Any> =>
    call(
      'PUT',
      '/notifications/settings',
      { ...usual, ...settings },
      { ...person.session, ...headers },
    );
  const chosen = (person: Person): Promise<Any> =>
    call('GET', '/notifications/settings', undefined, person.session);

  it('is everything, and nothing by mail, until they say so', async () => {
    const person = await guest();
    const {
      body: { data },
      headers,
    } = await chosen(person);
    expect([data, headers.get('etag')]).toEqual([
      { settings: usual, sendsMail: false, failure: null },
      '"0"',
    ]);
    const settings = {
      bellOff: ['mention'],
      mailOff: ['plan-given'],
      mail: 'daily',
      digestAt: '17:30',
      quiet: { from: '22:00', to: '07:00' },
      timeZone: 'Asia/Kolkata',
      language: 'en',
    };
    const saved = await choose(person, settings);
    expect([saved.status, saved.body.data.settings]).toEqual([200, settings]);
    const again = await choose(person, settings);
    expect(again.headers.get('etag')).toBe(saved.headers.get('etag'));
    expect((await chosen(person)).body.data.settings).toEqual(settings);
    const late = await choose(person, { mail: 'soon' }, { 'if-match': '"0"' });
    expect([late.status, late.body.data.current.settings]).toEqual([412, settings]);
    expect(
      (await choose(person, { mail: 'soon' }, { 'if-match': saved.headers.get('etag')! })).status,
    ).toBe(200);
  });

  it('is refused where it says nothing', async () => {
    const person = await guest();
    for (const wrong of [
      { bellOff: ['x'] },
      { mail: 'hourly' },
      { digestAt: '24:00' },
      { digestAt: '8:00' },
      { quiet: { from: '08:00', to: '08:00' } },
      { timeZone: 'Europe/Atlantis' },
      { timeZone: '+03:00' },
      { timeZone: 'x'.repeat(99) },
      { language: 'de' },
      { more: 1 },
    ]) {
      expect([wrong, (await choose(person, wrong)).status]).toEqual([wrong, 400]);
    }
    expect((await call('GET', '/notifications/settings', undefined, owner.key)).status).toBe(403);
  });

  it('is not told, nor counted, from then on; what was told before stays', async () => {
    const asker = await guest();
    const [first, second] = [await request(asker), await request(asker)];
    await move(first, 'approved');
    await choose(asker, { bellOff: ['request-step'] });
    await move(second, 'approved');
    const { notifications, unread } = await told(asker);
    expect([notifications.map(({ id }: Any) => id), unread]).toEqual([[first], 1]);
    await choose(asker, {});
    expect((await told(asker)).unread).toBe(2);
  });

  it('is switched off by the link in a mail, by nothing else, as often as one likes', async () => {
    for (const token of ['x', `${owner.id.replaceAll('-', '')}${'A'.repeat(43)}`])
      expect([400, 404]).toContain(
        (await call('POST', '/notifications/mails/stop', { token }, {})).status,
      );
  });
});

describe('what somebody is told', () => {
  it('is paged, and read up to a position, by nobody else', async () => {
    const [asker, stranger] = [await guest(), await guest()];
    const ids = [await request(asker), await request(asker), await request(asker)];
    for (const id of ids) await move(id, 'approved');
    const first = await told(asker, '?limit=2');
    expect([first.notifications.map(({ id }: Any) => id), first.unread]).toEqual([
      [ids[2], ids[1]],
      3,
    ]);
    const rest = await told(asker, `?limit=2&cursor=${first.nextCursor}`);
    expect([rest.notifications.map(({ id }: Any) => id), rest.nextCursor]).toEqual([
      [ids[0]],
      null,
    ]);
    await read(stranger, { ids });
    await read(stranger, { upTo: '9'.repeat(20) });
    expect((await told(asker)).unread).toBe(3);
    expect((await read(asker, { upTo: first.notifications[1].position })).body.data).toEqual({
      unread: 1,
    });
    expect((await told(asker)).notifications.map(({ readAt }: Any) => readAt !== null)).toEqual([
      false,
      true,
      true,
    ]);
    // Nobody has read what is still to come.
    await read(asker, { upTo: '9'.repeat(20) });
    await move(ids[0]!, 'testing');
    expect((await told(asker)).unread).toBe(1);
  });

  it("is no key's, and is marked nowhere else", async () => {
    expect((await call('GET', '/notifications', undefined, owner.key)).status).toBe(403);
    expect(
      (
        await call(
          'POST',
          '/read-marks',
          { topic: `notifications:${owner.id}`, upTo: '0'.repeat(20) },
          owner.session,
        )
      ).status,
    ).toBe(404);
    for (const body of [
      {},
      { ids: [] },
      { ids: ['x'] },
      { upTo: '1' },
      { ids: [owner.id], upTo: '0'.repeat(20) },
    ])
      expect((await read(owner, body)).status).toBe(400);
  });

  it('goes with the project', async () => {
    const asker = await guest();
    await move(await request(asker), 'approved');
    await call('DELETE', `/admin/projects/${asker.projectId}`, undefined, admin.session);
    expect(await told(asker)).toEqual({ notifications: [], unread: 0, nextCursor: null });
  });

  it('leads to the row that a comment is on, as long as there is its table', async () => {
    const member = await join('editor');
    const tableId = await table(owner.projectId, owner.session, 'Ürünler', { ad: 'string' });
    const {
      data: {
        row: { id: rowId },
      },
    } = (await call('POST', `/data/table/${tableId}/rows`, { ad: 'Çay' }, owner.session)).body;
    const { data: thread } = (
      await call(
        'POST',
        '/threads',
        {
          title: 'Fiyat',
          initialMessage: `Bakar mısın @[Kişi](user:${member.id})`,
          project_id: owner.projectId,
          row: { table_id: tableId, row_id: rowId },
        },
        owner.session,
      )
    ).body;
    const place = `/projects/${owner.projectId}/data?table=${tableId}&row=${rowId}&tab=comments&thread=${thread.id}`;
    const link = async (person: Person): Promise<string> =>
      (await told(person)).notifications[0].link;
    expect((await link(member)).replace(/&message=.*/, '')).toBe(place);
    await call(
      'POST',
      `/threads/${thread.id}/messages`,
      { content: 'Baktım', attachments: [] },
      member.session,
    );
    expect(await link(owner)).toBe(place);
    await call('DELETE', `/tables/${tableId}`, undefined, owner.session);
    expect(await link(owner)).toBe(
      `/projects/${owner.projectId}/endpoint-requests?tab=chat&thread=${thread.id}`,
    );
  });
});
