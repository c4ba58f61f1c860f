import { newId } from '@hzm/contracts/core/ids';
import { MAX_INVITATIONS_PER_HOUR } from '@hzm/contracts/features/members/member';
import { describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>> & { readonly email: string };
let count = 0;
/** Somebody new. The very first runs the place. */
const person = async (name = 'kisi'): Promise<Person> => {
  if (count === 0) await register(`Admin${++count}`);
  const unique = `${name}${++count}`;
  return { ...(await register(unique)), email: `${unique.toLowerCase()}@example.com` };
};

const members = ({ projectId }: Person): string => `/projects/${projectId}/members`;
const invite = (
  owner: Person,
  to: { email: string },
  role: string,
  by: Headed = owner.session,
  headers: Headed = {},
) =>
  ask(
    'POST',
    `/projects/${owner.projectId}/invitations`,
    { email: to.email, role },
    { ...by, ...headers },
  );
const accept = (url: string, by: Person) => ask('POST', `${url}/accept`, undefined, by.session);
/** Lets somebody into an owner's project. */
async function let_(owner: Person, guest: Person, role: string): Promise<void> {
  const { body } = await invite(owner, guest, role);
  expect((await accept(body.data.invitation.url, guest)).status).toBe(200);
}
const roles = async (owner: Person, by = owner.session): Promise<string[]> =>
  (await ask('GET', members(owner), undefined, by)).body.data.members.map(
    ({ role }: { role: string }) => role,
  );

describe('an invitation', () => {
  it('names project, inviter and role, lets in whom it is for, and works once', async () => {
    const [owner, guest, other] = [await person('Ayse'), await person('Can'), await person('Ece')];
    const { status, body } = await invite(owner, guest, 'editor');
    expect(status).toBe(201);
    const { invitation } = body.data;
    expect(invitation).toMatchObject({
      email: guest.email,
      role: 'editor',
      invitedBy: { id: owner.id },
      mailed: false,
    });
    expect(Date.parse(invitation.expiresAt) - Date.parse(invitation.createdAt)).toBe(
      7 * 24 * 60 * 60 * 1000,
    );
    const seen = await ask('GET', invitation.url);
    expect(seen.body.data.invitation).toEqual({
      id: invitation.id,
      projectName: 'Varsayılan Proje',
      inviterName: expect.stringContaining('Ayse') as unknown,
      role: 'editor',
      email: guest.email,
      expiresAt: invitation.expiresAt,
    });
    const listed = (await ask('GET', members(owner), undefined, owner.session)).body.data;
    const { url: _, mailed: __, ...kept } = invitation;
    expect(listed.invitations).toEqual([kept]);

    const wrong = await accept(invitation.url, other);
    expect([wrong.status, wrong.body.error]).toEqual([
      403,
      `Bu davet ${guest.email} adresi için. Kabul etmek için o adresle giriş yapın.`,
    ]);
    const joined = await accept(invitation.url, guest);
    expect([joined.status, joined.body.data.project.role, joined.body.data.project.apiKey]).toEqual(
      [200, 'editor', null],
    );
    // The same person again is no refusal; for anybody else the link is used up.
    expect((await accept(invitation.url, guest)).status).toBe(200);
    expect((await accept(invitation.url, other)).status).toBe(404);
    expect((await ask('GET', invitation.url)).status).toBe(404);
    expect(await roles(owner)).toEqual(['owner', 'editor']);
    const list = (await ask('GET', '/projects', undefined, guest.session)).body.data.projects;
    expect(
      Object.fromEntries(list.map(({ id, role }: { id: string; role: string }) => [id, role])),
    ).toEqual({ [owner.projectId]: 'editor', [guest.projectId]: 'owner' });
  });

  it('is answered the same when the same request comes again, with the same link', async () => {
    const [owner, guest] = [await person(), await person()];
    const headers = { 'x-request-id': newId() };
    const [first, again] = [
      await invite(owner, guest, 'viewer', owner.session, headers),
      await invite(owner, guest, 'viewer', owner.session, headers),
    ];
    expect(again.body.data).toEqual(first.body.data);
    expect((await invite(owner, guest, 'viewer')).body.code).toBe('CONFLICT');
    expect((await accept(first.body.data.invitation.url, guest)).status).toBe(200);
  });

  it('can be withdrawn; then its link is about nothing', async () => {
    const [owner, guest] = [await person(), await person()];
    const { invitation } = (await invite(owner, guest, 'viewer')).body.data;
    expect(
      (
        await ask(
          'DELETE',
          `/projects/${owner.projectId}/invitations/${invitation.id}`,
          undefined,
          owner.session,
        )
      ).status,
    ).toBe(200);
    expect([
      (await ask('GET', invitation.url)).status,
      (await accept(invitation.url, guest)).status,
    ]).toEqual([404, 404]);
    expect(
      (
        await ask(
          'DELETE',
          `/projects/${owner.projectId}/invitations/${invitation.id}`,
          undefined,
          owner.session,
        )
      ).status,
    ).toBe(404);
    expect((await invite(owner, guest, 'viewer')).status).toBe(201);
  });

  it('is declined by whoever has the address, which its inviter is told', async () => {
    const [owner, guest, other] = [await person(), await person(), await person()];
    const { invitation } = (await invite(owner, guest, 'viewer')).body.data;
    const decline = (by: Person, headers: Headed = {}) =>
      ask('POST', `/auth/invitations/${invitation.id}/decline`, undefined, {
        ...by.session,
        ...headers,
      });
    expect((await decline(other)).status).toBe(404);
    const named = { 'x-request-id': newId() };
    expect([(await decline(guest, named)).status, (await decline(guest, named)).status]).toEqual([
      200, 200,
    ]);
    expect((await decline(guest)).status).toBe(404);
    expect((await accept(invitation.url, guest)).status).toBe(404);
    expect((await ask('GET', members(owner), undefined, owner.session)).body.data).toMatchObject({
      invitations: [],
    });
    const { notifications } = (await ask('GET', '/notifications', undefined, owner.session)).body
      .data;
    expect(notifications[0]).toMatchObject({
      kind: 'invitation-declined',
      actor: { id: guest.id },
      projectId: owner.projectId,
      role: 'viewer',
    });
    expect((await invite(owner, guest, 'viewer')).status).toBe(201);
  });

  it('has its link again, and the links before work on', async () => {
    const [owner, manager, guest] = [await person(), await person(), await person()];
    await let_(owner, manager, 'manager');
    const { invitation } = (await invite(owner, guest, 'manager')).body.data;
    const link = (by: Person) =>
      ask(
        'POST',
        `/projects/${owner.projectId}/invitations/${invitation.id}/link`,
        undefined,
        by.session,
      );
    const again = (await link(owner)).body.data.invitation;
    expect(again).toEqual(invitation);
    expect((await link(manager)).body.code).toBe('FORBIDDEN');
    expect((await link(guest)).body.code).toBe('NOT_FOUND');
    expect((await accept(invitation.url, guest)).status).toBe(200);
    expect((await link(owner)).status).toBe(404);
  });

  it('is not accepted in the bell where no mail proves the address', async () => {
    const [owner, guest] = [await person(), await person()];
    const { invitation } = (await invite(owner, guest, 'viewer')).body.data;
    const at = `/auth/invitations/${invitation.id}`;
    expect((await ask('GET', '/auth/invitations', undefined, guest.session)).body.data).toEqual({
      invitations: [expect.objectContaining({ id: invitation.id })],
      isProven: false,
      sendsMail: false,
    });
    expect((await ask('POST', `${at}/accept`, undefined, guest.session)).body.error).toBe(
      'Bu adresin size ait olduğu bilinmiyor: e-postayla gelen davet bağlantısıyla kabul edin',
    );
    expect((await ask('POST', `${at}/mail`, undefined, guest.session)).body.data).toEqual({
      mailed: false,
    });
    expect((await accept(invitation.url, guest)).status).toBe(200);
  });

  it("is refused to members, to a flood, and above one's own role", async () => {
    const [owner, manager, guest] = [await person(), await person(), await person()];
    await let_(owner, manager, 'manager');
    expect((await invite(owner, manager, 'viewer')).body.code).toBe('CONFLICT');
    expect((await invite(owner, { email: owner.email }, 'viewer')).body.code).toBe('CONFLICT');
    expect((await invite(owner, guest, 'manager', manager.session)).body.code).toBe('FORBIDDEN');
    expect((await invite(owner, guest, 'editor', manager.session)).status).toBe(201);
    for (let made = 2; made < MAX_INVITATIONS_PER_HOUR; made++)
      expect((await invite(owner, { email: `flood${made}@example.com` }, 'viewer')).status).toBe(
        201,
      );
    const flood = await invite(owner, { email: 'once-more@example.com' }, 'viewer');
    expect([flood.status, flood.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(Number(flood.headers.get('retry-after'))).toBeGreaterThan(3000);
  });

  it("whose token is another's is about nothing", async () => {
    const [owner, guest] = [await person(), await person()];
    const { url } = (await invite(owner, guest, 'viewer')).body.data.invitation;
    expect((await ask('GET', `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`)).status).toBe(
      404,
    );
    expect((await ask('GET', '/invitations/short')).status).toBe(400);
  });
});

describe('roles', () => {
  it('are given and taken by those above them', async () => {
    const [owner, manager, editor] = [await person(), await person(), await person()];
    await let_(owner, manager, 'manager');
    await let_(owner, editor, 'editor');
    const at = (who: Person): string => `${members(owner)}/${who.id}`;
    expect(
      (await ask('PUT', at(editor), { role: 'auditor' }, manager.session)).body.data.member,
    ).toMatchObject({ userId: editor.id, role: 'auditor' });
    expect((await ask('PUT', at(editor), { role: 'manager' }, manager.session)).status).toBe(403);
    expect((await ask('PUT', at(manager), { role: 'viewer' }, manager.session)).status).toBe(403);
    expect((await ask('PUT', at(manager), { role: 'editor' }, editor.session)).status).toBe(403);
    expect((await ask('PUT', at(owner), { role: 'viewer' }, manager.session)).status).toBe(409);
    expect((await ask('DELETE', at(owner), undefined, owner.session)).status).toBe(409);
    expect((await ask('DELETE', at(manager), undefined, editor.session)).status).toBe(403);
    expect(
      (await ask('DELETE', `${members(owner)}/${newId()}`, undefined, owner.session)).status,
    ).toBe(404);
    // A manager who becomes less takes along the invitations that they could not make any more.
    const invited = await invite(owner, await person(), 'editor', manager.session);
    await ask('PUT', at(manager), { role: 'viewer' }, owner.session);
    expect((await ask('GET', invited.body.data.invitation.url)).status).toBe(404);
    expect((await ask('DELETE', at(editor), undefined, editor.session)).status).toBe(200);
    expect(
      (await ask('GET', `/projects/${owner.projectId}`, undefined, editor.session)).status,
    ).toBe(404);
    expect(await roles(owner)).toEqual(['owner', 'viewer']);
  });

  it('show only the keys that can do no more than they', async () => {
    const [owner, manager] = [await person(), await person()];
    await let_(owner, manager, 'manager');
    expect(
      (await ask('GET', `/projects/${owner.projectId}`, undefined, manager.session)).body.data
        .project,
    ).toMatchObject({ role: 'manager', apiKey: owner.key['x-api-key'] });
    const { id } = (
      await ask('POST', '/projects', { name: 'Yönetim', keyType: 'admin_project' }, owner.session)
    ).body.data.project;
    const own = { ...owner, projectId: id };
    await let_(own, manager, 'manager');
    expect(
      (await ask('GET', `/projects/${id}`, undefined, manager.session)).body.data.project,
    ).toMatchObject({
      role: 'manager',
      apiKey: null,
      apiKeyPassword: expect.any(String) as unknown,
    });
  });

  it('stand in the history, with who let whom in', async () => {
    const [owner, guest] = [await person('Ayse'), await person('Can')];
    await let_(owner, guest, 'auditor');
    await ask('DELETE', `${members(owner)}/${guest.id}`, undefined, guest.session);
    const of = async (language: string): Promise<string[]> =>
      (
        await ask('GET', `/projects/${owner.projectId}/history`, undefined, {
          ...owner.session,
          'accept-language': language,
        })
      ).body.data.events
        .map(({ summary }: { summary: string }) => summary)
        .slice(1);
    expect((await of('en')).map(text => text.replace(/\d+/g, ''))).toEqual([
      'Ayse invited can@example.com as auditor',
      'Can joined the project as auditor, invited by Ayse',
      'Can left the project',
    ]);
    expect((await of('tr')).map(text => text.replace(/\d+/g, ''))).toEqual([
      'Ayse, can@example.com adresini denetçi olarak davet etti',
      'Can projeye denetçi olarak katıldı; davet eden: Ayse',
      'Can projeden ayrıldı',
    ]);
  });
});

describe('a hand-over', () => {
  const handOver = (owner: Person, to: Person, by = owner.session) =>
    ask('POST', `/projects/${owner.projectId}/owner`, { userId: to.id }, by);

  it('makes a member the owner, and the owner a manager; the project keeps its past', async () => {
    const [owner, next] = [await person(), await person()];
    const named = await ask('POST', '/projects', { name: 'Devredilen' }, owner.session);
    const project = { ...owner, projectId: named.body.data.project.id as string };
    await table(project.projectId, owner.session, 'Ürünler', { ad: 'string' });
    expect((await handOver(project, next)).body.code).toBe('CONFLICT');
    await let_(project, next, 'viewer');
    // The new owner's plan holds two projects, and they have one.
    const { status, body } = await handOver(project, next);
    expect([status, body.data.project.userId, body.data.project.role]).toEqual([
      200,
      next.id,
      'manager',
    ]);
    expect(
      (await ask('GET', members(project), undefined, owner.session)).body.data.members.map(
        ({ userId, role }: { userId: string; role: string }) => [userId, role],
      ),
    ).toEqual([
      [next.id, 'owner'],
      [owner.id, 'manager'],
    ]);
    expect((await handOver(project, next, next.session)).status).toBe(200);
    expect((await handOver(project, owner)).status).toBe(403);
    const { events } = (
      await ask('GET', `/projects/${project.projectId}/history`, undefined, next.session)
    ).body.data;
    expect(events.map(({ type }: { type: string }) => type)).toEqual([
      'project-created',
      'table-created',
      'field-added',
      'member-invited',
      'member-joined',
      'project-offered',
      'project-received',
      'project-handed-over',
      'api-key-password-changed',
      'api-key-regenerated',
      'project-released',
    ]);
    expect(
      (
        await ask(
          'GET',
          `/projects/${project.projectId}?asOf=${events[1].position}`,
          undefined,
          next.session,
        )
      ).body.data.project,
    ).toMatchObject({ name: 'Devredilen', userId: owner.id, tableCount: 1 });
    // Its names and places are theirs now.
    expect(
      (await ask('PUT', `/projects/${project.projectId}`, { name: 'Yeni ad' }, next.session)).body
        .data.project.name,
    ).toBe('Yeni ad');
    expect((await ask('POST', '/projects', { name: 'Devredilen' }, owner.session)).status).toBe(
      201,
    );
    expect((await ask('POST', '/projects', { name: 'Üçüncü' }, next.session)).body.code).toBe(
      'PLAN_LIMIT',
    );
    expect(
      (await ask('DELETE', `/projects/${project.projectId}`, undefined, owner.session)).status,
    ).toBe(403);
    expect(
      (await ask('DELETE', `/projects/${project.projectId}`, undefined, next.session)).status,
    ).toBe(200);
    expect(
      (await ask('GET', `/projects/${project.projectId}`, undefined, owner.session)).status,
    ).toBe(404);
  });

  it('is refused where the new owner has the name or no room, and leaves nothing behind', async () => {
    const [owner, next] = [await person(), await person()];
    await let_(owner, next, 'viewer');
    // Both have a default project of the same name.
    const taken = await handOver(owner, next, { ...owner.session, 'accept-language': 'en' });
    expect(taken.body.code).toBe('NAME_TAKEN');
    const { user } = (await ask('GET', '/auth/me', undefined, next.session)).body.data;
    const { project } = (await ask('GET', `/projects/${owner.projectId}`, undefined, owner.session))
      .body.data;
    expect(taken.body.error).toContain(`${user.name} has a project named “${project.name}”`);
    expect((await handOver(owner, next)).body.error).toContain(`${user.name} adlı kişinin`);
    await ask('PUT', `/projects/${owner.projectId}`, { name: 'Başka ad' }, owner.session);
    const { id } = (await ask('POST', '/projects', { name: 'İkinci' }, next.session)).body.data
      .project;
    expect((await handOver(owner, next)).body.code).toBe('PLAN_LIMIT');
    await ask('DELETE', `/projects/${id}`, undefined, next.session);
    expect((await handOver(owner, next)).status).toBe(200);
  });

  it('and deletion of accounts leave nobody in a project who is nobody', async () => {
    const admin = {
      authorization: `Bearer ${(await ask('POST', '/auth/login', { email: 'admin1@example.com', password: 'gizli-1' })).body.data.token}`,
    };
    const [owner, guest, late] = [await person(), await person(), await person()];
    await let_(owner, guest, 'manager');
    const { url } = (await invite(owner, late, 'editor', guest.session)).body.data.invitation;
    expect((await ask('DELETE', `/admin/users/${guest.id}`, undefined, admin)).status).toBe(200);
    expect(await roles(owner)).toEqual(['owner']);
    expect((await ask('GET', url)).status).toBe(404);
    const { projects } = (await ask('GET', '/projects', undefined, admin)).body.data;
    expect(projects.find(({ id }: { id: string }) => id === owner.projectId)).toMatchObject({
      role: 'admin',
    });
  });
});
