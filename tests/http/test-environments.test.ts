import { newId } from '@hzm/contracts/core/ids';
import { describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>> & { readonly email: string };
let count = 0;
/** Somebody new. The very first runs the place. */
const person = async (name: string): Promise<Person> => {
  if (count === 0) await register(`Admin${++count}`);
  const unique = `${name}${++count}`;
  return { ...(await register(unique)), email: `${unique.toLowerCase()}@example.com` };
};
const make = (projectId: string, by: Headed, headers: Headed = {}) =>
  ask('POST', `/projects/${projectId}/create-test-environment`, undefined, { ...by, ...headers });
const made = async (owner: Person): Promise<string> => {
  const { status, body } = await make(owner.projectId, owner.session);
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.project.id;
};
const project = async (id: string, by: Headed) =>
  (await ask('GET', `/projects/${id}`, undefined, by)).body.data?.project;
const list = async (by: Headed) => (await ask('GET', '/projects', undefined, by)).body.data;
const nameOf = ({ id }: { id: string }): string => id;
const schemaOf = async (projectId: string, by: Headed) =>
  (await ask('GET', `/tables/project/${projectId}`, undefined, by)).body.data.tables;
/** Without what each has of its own. */
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
const told = (tables: any[]) =>
  tables.map(({ name, fields }) => ({
    name,
    fields: fields.map((field: object) => ({ ...field, id: undefined })),
  }));
const join = async (owner: Person, guest: Person, role: string): Promise<void> => {
  const { body } = await ask(
    'POST',
    `/projects/${owner.projectId}/invitations`,
    { email: guest.email, role },
    owner.session,
  );
  expect(
    (await ask('POST', `${body.data.invitation.url}/accept`, undefined, guest.session)).status,
  ).toBe(200);
};

describe('a test environment', () => {
  it('has the schema of its project, in its order, no rows, and a key of its own', async () => {
    const owner = await person('Ayse');
    const tableId = await table(owner.projectId, owner.session, 'Ürünler', {
      ad: 'string',
      fiyat: 'currency',
      not: 'text',
    });
    await table(owner.projectId, owner.session, 'Depolar', { yer: 'string' });
    const [live] = await schemaOf(owner.projectId, owner.session);
    await ask(
      'POST',
      `/tables/${tableId}/fields/reorder`,
      { fieldId: live.fields[2].id, oldPosition: 2, newPosition: 0 },
      owner.session,
    );
    await ask(
      'PUT',
      `/tables/${tableId}/fields/${live.fields[0].id}`,
      { isRequired: true, description: 'Adı', validation: { maxLength: 40 } },
      owner.session,
    );
    await ask('POST', `/data/table/${tableId}/rows`, { ad: 'Çay' }, owner.session);
    const { status, body } = await make(owner.projectId, owner.session);
    const test = body.data.project;
    expect([status, body.data.message]).toEqual([201, 'Test ortamı oluşturuldu']);
    expect(test).toMatchObject({
      name: 'Varsayılan Proje - Test',
      isTestEnvironment: true,
      parentProjectId: owner.projectId,
      testEnvironmentId: null,
      tableCount: 2,
      role: 'owner',
      userId: owner.id,
    });
    expect(test.apiKey).toMatch(/^hzm_test_[0-9a-z]+_\w{32}_[0-9a-f]{8}$/);

    const [before, after] = [
      await schemaOf(owner.projectId, owner.session),
      await schemaOf(test.id, owner.session),
    ];
    expect(told(after)).toEqual(told(before));
    expect(after[0].fields.map(({ name }: { name: string }) => name)).toEqual([
      'not',
      'ad',
      'fiyat',
    ]);
    expect(
      (await ask('GET', `/data/table/${after[0].id}`, undefined, owner.session)).body.data.rows,
    ).toEqual([]);
    expect(await project(owner.projectId, owner.session)).toMatchObject({
      isTestEnvironment: false,
      parentProjectId: null,
      testEnvironmentId: test.id,
      tableCount: 2,
    });

    // From here on each has its own changes.
    await table(test.id, owner.session, 'Deneme', {});
    expect([
      (await project(test.id, owner.session)).tableCount,
      (await project(owner.projectId, owner.session)).tableCount,
    ]).toEqual([3, 2]);
    const listed = await list(owner.session);
    expect(listed.projects.map(nameOf)).toEqual(expect.arrayContaining([test.id, owner.projectId]));
    expect([listed.testProjects.map(nameOf), listed.detectedGroupedProjects]).toEqual([
      [test.id],
      { [owner.projectId]: true },
    ]);
    const { events } = (
      await ask('GET', `/projects/${owner.projectId}/history`, undefined, {
        ...owner.session,
        'accept-language': 'en',
      })
    ).body.data;
    expect(events.at(-1)).toMatchObject({
      type: 'test-environment-created',
      summary: expect.stringContaining('created the test environment') as string,
    });
  });

  it('is one, takes no place in the plan, and has none itself', async () => {
    const owner = await person('Bir');
    const testId = await made(owner);
    const again = await make(owner.projectId, owner.session);
    expect([again.status, again.body.code, again.body.error]).toEqual([
      409,
      'CONFLICT',
      'Bu projenin zaten bir test ortamı var',
    ]);
    expect([(await make(testId, owner.session)).body.error]).toEqual([
      'Bir test ortamının kendi test ortamı olamaz',
    ]);
    expect((await ask('POST', '/projects', { name: 'İkinci' }, owner.session)).status).toBe(201);
    expect((await ask('POST', '/projects', { name: 'Üçüncü' }, owner.session)).body.code).toBe(
      'PLAN_LIMIT',
    );
  });

  it('is one also when two ask at once, and the same when one asks twice', async () => {
    const owner = await person('Iki');
    await table(owner.projectId, owner.session, 'Ürünler', { ad: 'string' });
    const both = await Promise.all([
      make(owner.projectId, owner.session),
      make(owner.projectId, owner.session),
      make(owner.projectId, owner.session),
    ]);
    expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(['201', '409', '409']);
    expect((await list(owner.session)).testProjects).toHaveLength(1);
    const other = await person('Tekrar');
    const named = { 'x-request-id': newId() };
    const [first, same] = await Promise.all([
      make(other.projectId, other.session, named),
      make(other.projectId, other.session, named),
    ]);
    const later = await make(other.projectId, other.session, named);
    expect([first.status, same.status, later.status]).toEqual([201, 201, 201]);
    expect([same.body.data, later.body.data]).toEqual([first.body.data, first.body.data]);
    await ask('DELETE', `/projects/${first.body.data.project.id}`, undefined, other.session);
    expect((await make(other.projectId, other.session, named)).status).toBe(404);
    expect((await list(other.session)).testProjects).toEqual([]);
  });

  it('is reached by its own key, and by no other', async () => {
    const owner = await person('Anahtar');
    const tableId = await table(owner.projectId, owner.session, 'Ürünler', { ad: 'string' });
    const testId = await made(owner);
    const { apiKey, apiKeyPassword } = await project(testId, owner.session);
    const key = {
      'x-api-key': apiKey,
      'x-user-email': owner.email,
      'x-project-password': apiKeyPassword,
    };
    expect((await ask('GET', `/tables/project/${testId}`, undefined, key)).status).toBe(200);
    for (const path of [
      `/tables/project/${owner.projectId}`,
      `/data/table/${tableId}`,
      `/projects/${owner.projectId}`,
    ])
      expect((await ask('GET', path, undefined, key)).body.code).toBe('KEY_SCOPE');
    for (const path of [`/tables/project/${testId}`, `/projects/${testId}`])
      expect((await ask('GET', path, undefined, owner.key)).body.code).toBe('KEY_SCOPE');
    const { body } = await ask('POST', `/api-keys/${testId}/regenerate`, undefined, owner.session);
    expect(body.data.apiKey.key).toMatch(/^hzm_test_/);
    expect((await ask('GET', `/tables/project/${testId}`, undefined, key)).status).toBe(401);
  });

  it('has the people of its project, and lets in and out nobody itself', async () => {
    const [owner, guest, other] = [
      await person('Sahip'),
      await person('Konuk'),
      await person('Yabanci'),
    ];
    await join(owner, guest, 'viewer');
    expect([
      (await make(owner.projectId, guest.session)).body.code,
      (await make(owner.projectId, other.session)).body.code,
    ]).toEqual(['FORBIDDEN', 'NOT_FOUND']);
    const testId = await made(owner);
    expect(await project(testId, guest.session)).toMatchObject({ role: 'viewer', apiKey: null });
    expect((await list(guest.session)).testProjects.map(nameOf)).toEqual([testId]);
    const create = (by: Person) =>
      ask('POST', `/tables/project/${testId}`, { name: `T ${newId()}` }, by.session);
    expect((await create(guest)).body.code).toBe('FORBIDDEN');
    await ask(
      'PUT',
      `/projects/${owner.projectId}/members/${guest.id}`,
      { role: 'manager' },
      owner.session,
    );
    expect((await create(guest)).status).toBe(201);
    const people = (await ask('GET', `/projects/${testId}/members`, undefined, guest.session)).body
      .data.members;
    expect(
      people.map(({ userId, role }: { userId: string; role: string }) => [userId, role]),
    ).toEqual([
      [owner.id, 'owner'],
      [guest.id, 'manager'],
    ]);

    const refused = [
      await ask(
        'POST',
        `/projects/${testId}/invitations`,
        { email: other.email, role: 'viewer' },
        owner.session,
      ),
      await ask(
        'PUT',
        `/projects/${testId}/members/${guest.id}`,
        { role: 'viewer' },
        owner.session,
      ),
      await ask('DELETE', `/projects/${testId}/members/${guest.id}`, undefined, owner.session),
      await ask('POST', `/projects/${testId}/owner`, { userId: guest.id }, owner.session),
    ];
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      refused.map(() => [
        409,
        'Test ortamındaki kişiler ana projenin kişileridir. Değişikliği ana projede yapın.',
      ]),
    );
    const over = await ask(
      'POST',
      `/projects/${owner.projectId}/owner`,
      { userId: guest.id },
      owner.session,
    );
    expect([over.status, over.body.error]).toEqual([
      409,
      'Bu projenin bir test ortamı var. Projeyi devretmeden önce test ortamını silin.',
    ]);

    await ask(
      'DELETE',
      `/projects/${owner.projectId}/members/${guest.id}`,
      undefined,
      owner.session,
    );
    expect([
      await project(testId, guest.session),
      (await list(guest.session)).testProjects,
    ]).toEqual([undefined, []]);
    await ask('DELETE', `/projects/${testId}`, undefined, owner.session);
    await join(owner, guest, 'editor');
    await ask('PUT', `/projects/${owner.projectId}`, { name: 'Devredilen' }, owner.session);
    expect(
      (await ask('POST', `/projects/${owner.projectId}/owner`, { userId: guest.id }, owner.session))
        .status,
    ).toBe(200);
    // With its new owner it gets another one.
    expect((await make(owner.projectId, guest.session)).status).toBe(201);
  });

  it("is made by a manager in the owner's name", async () => {
    const [owner, guest] = [await person('Sahip'), await person('Yonetici')];
    await join(owner, guest, 'manager');
    const { body } = await make(owner.projectId, guest.session);
    expect(body.data.project).toMatchObject({ userId: owner.id, role: 'manager' });
    expect(
      (await ask('DELETE', `/projects/${body.data.project.id}`, undefined, guest.session)).body
        .code,
    ).toBe('FORBIDDEN');
  });
});

describe('deleting', () => {
  it('the test project leaves its project as it was; another one can be made', async () => {
    const owner = await person('Sil');
    const tableId = await table(owner.projectId, owner.session, 'Ürünler', { ad: 'string' });
    const testId = await made(owner);
    expect((await ask('DELETE', `/projects/${testId}`, undefined, owner.session)).status).toBe(200);
    expect([
      await project(testId, owner.session),
      (await project(owner.projectId, owner.session)).testEnvironmentId,
    ]).toEqual([undefined, null]);
    expect((await ask('GET', `/data/table/${tableId}`, undefined, owner.session)).status).toBe(200);
    const second = await made(owner);
    expect(second).not.toBe(testId);
    expect(told(await schemaOf(second, owner.session))).toEqual(
      told(await schemaOf(owner.projectId, owner.session)),
    );
  });

  it('the live project deletes both, with one append', async () => {
    const owner = await person('Ikisi');
    await table(owner.projectId, owner.session, 'Ürünler', { ad: 'string' });
    const testId = await made(owner);
    const { apiKey } = await project(testId, owner.session);
    expect(
      (await ask('DELETE', `/projects/${owner.projectId}`, undefined, owner.session)).status,
    ).toBe(200);
    expect((await list(owner.session)).projects).toEqual([]);
    expect(
      (await ask('GET', '/tables/api-key-info', undefined, { 'x-api-key': apiKey })).status,
    ).toBe(401);
  });

  it('the test project waits until its project is unprotected; it is not protected alone', async () => {
    const owner = await person('Koru');
    const testId = await made(owner);
    expect(
      (await ask('POST', `/projects/${testId}/protection`, { password: 'p' }, owner.session)).body
        .error,
    ).toBe('Test ortamı ana projeyle birlikte korunur. Ana projeyi koruyun.');
    await ask(
      'POST',
      `/projects/${owner.projectId}/protection`,
      { password: 'gizli' },
      owner.session,
    );
    const refused = await ask('DELETE', `/projects/${testId}`, undefined, owner.session);
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'PARENT_PROTECTED',
      'Ana proje korumalı olduğu için test projesi silinemez. Önce ana projenin korumasını kaldırın.',
    ]);
    await ask(
      'DELETE',
      `/projects/${owner.projectId}/protection`,
      { password: 'gizli' },
      owner.session,
    );
    expect((await ask('DELETE', `/projects/${testId}`, undefined, owner.session)).status).toBe(200);
  });

  it('an account deletes both, too', async () => {
    await person('Once');
    const admin = (
      await ask('POST', '/auth/login', { email: 'admin1@example.com', password: 'gizli-1' })
    ).body.data.token;
    const [owner, guest] = [await person('Hesap'), await person('Konuk')];
    await join(owner, guest, 'viewer');
    await made(owner);
    expect(
      (
        await ask('DELETE', `/admin/users/${owner.id}`, undefined, {
          authorization: `Bearer ${admin}`,
        })
      ).status,
    ).toBe(200);
    expect((await list(guest.session)).projects.map(nameOf)).toEqual([guest.projectId]);
  });
});
