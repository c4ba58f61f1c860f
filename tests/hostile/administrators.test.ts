import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { newId } from '@hzm/contracts/core/ids';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Answer, type Headed } from '../http/serve.ts';
import { Installation } from './installation.ts';

const { ask, origin, register, restart, table } = serve({ registrationsPerMinute: 0 });
const EMAIL = 'master@example.com';
const proof = { master_email: EMAIL, api_creation_password: 'olustur-1' };
type Person = Awaited<ReturnType<typeof register>>;
let owner: Person;
let people = 0;

const call = (
  method: string,
  path: string,
  body: object | undefined,
  as: Headed,
): Promise<Answer> => ask(method, path, body, as);
const master = (path: string, { session }: Person): Promise<Answer> =>
  call('POST', `/master-admin/${path}`, proof, session);
/** An administrator beside the first. */
const administrator = async (): Promise<Person & { readonly name: string }> => {
  const name = `yonetici${++people}`;
  const person = await register(name);
  expect(
    (await call('PUT', `/admin/users/${person.id}`, { isAdmin: true }, owner.session)).status,
  ).toBe(200);
  return { ...person, name };
};
interface Credentials {
  readonly master_key: string;
  readonly master_password: string;
}
const seenBy = async ({ session }: Person): Promise<Credentials> =>
  (await call('GET', '/master-admin/current', undefined, session)).body.credentials;
const opens = async ({ master_key, master_password }: Credentials): Promise<number> =>
  (
    await call('GET', '/admin/users', undefined, {
      'x-api-key': master_key,
      'x-user-email': EMAIL,
      'x-project-password': master_password,
    })
  ).status;
const told = async ({
  session,
}: Person): Promise<{ kind: string; actor: { id: string } | null; link: string }[]> =>
  (await call('GET', '/notifications', undefined, session)).body.data.notifications.filter(
    ({ kind }: { kind: string }) => kind === 'master-renewed',
  );

beforeAll(async () => {
  owner = await register('Admin');
  // More than the connection to a slow reader of an export holds.
  const rows = await table(owner.projectId, owner.session, 'Büyük', { not: 'text' });
  for (let i = 0; i < 12; i++)
    await call('POST', `/data/table/${rows}/rows`, { not: 'x'.repeat(1_000_000) }, owner.session);
  await master('create-master-credentials', owner);
});

const ends: [string, (person: Person & { readonly name: string }) => Promise<Answer>][] = [
  ['dismissed', ({ id }) => call('PUT', `/admin/users/${id}`, { isAdmin: false }, owner.session)],
  ['disabled', ({ id }) => call('PUT', `/admin/users/${id}`, { isActive: false }, owner.session)],
  ['deleted', ({ id }) => call('DELETE', `/admin/users/${id}`, undefined, owner.session)],
  [
    'deleted by themselves',
    ({ session }) => call('DELETE', '/auth/me', { password: 'gizli-1' }, session),
  ],
  ['erased', ({ id, name }) => call('POST', `/admin/users/${id}/erase`, { name }, owner.session)],
];

describe.each(ends)('an administrator who is %s', (_, end) => {
  it('keeps no master credentials; the others are told of the new ones', async () => {
    const [gone, stays] = [await administrator(), await administrator()];
    const seen = await seenBy(gone);
    expect(await opens(seen)).toBe(200);
    expect((await end(gone)).status).toBe(200);
    expect(await opens(seen)).toBe(401);
    const now = await seenBy(owner);
    expect([
      now.master_key === seen.master_key,
      now.master_password === seen.master_password,
    ]).toEqual([false, false]);
    expect(await opens(now)).toBe(200);
    expect(await told(stays)).toMatchObject([{ link: '/dashboard' }]);
    await restart();
    expect([await seenBy(owner), await opens(now)]).toEqual([now, 200]);
  });

  it('reads no more of an export that they have begun', async () => {
    const person = await administrator();
    const sent = request(`${origin()}/api/v1/admin/backup`, {
      agent: false,
      headers: person.session,
    });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect((await end(person)).status).toBe(200);
    await expect(text(response)).rejects.toThrow('aborted');
  });

  it('made links to new passwords that open nothing any more', async () => {
    const [gone, victim] = [await administrator(), await register(`kurban${++people}`)];
    const { url } = (
      await call('POST', `/admin/users/${victim.id}/password-link`, {}, gone.session)
    ).body.data;
    expect((await end(gone)).status).toBe(200);
    const used = await ask('POST', '/auth/password/reset', {
      token: url.split('/').at(-1),
      newPassword: 'ele-gecti',
    });
    expect([used.status, used.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await call('GET', '/auth/me', undefined, victim.session)).status).toBe(200);
  });
});

it('a link to a new password works while its maker administers', async () => {
  const [maker, person] = [await administrator(), await register(`kisi${++people}`)];
  const { url } = (await call('POST', `/admin/users/${person.id}/password-link`, {}, maker.session))
    .body.data;
  expect(
    (
      await ask('POST', '/auth/password/reset', {
        token: url.split('/').at(-1),
        newPassword: 'yeni-gizli',
      })
    ).status,
  ).toBe(200);
});

it('a right that ends for nobody who had it renews nothing', async () => {
  const [seen, person, dismissed] = [
    await seenBy(owner),
    await register(`kisi${++people}`),
    await register(`kisi${++people}`),
  ];
  expect(
    (await call('PUT', `/admin/users/${person.id}`, { isActive: false }, owner.session)).status,
  ).toBe(200);
  expect(
    (await call('PUT', `/admin/users/${dismissed.id}`, { isAdmin: false }, owner.session)).status,
  ).toBe(200);
  expect((await call('DELETE', `/admin/users/${person.id}`, undefined, owner.session)).status).toBe(
    200,
  );
  expect(await seenBy(owner)).toEqual(seen);
});

it('an administrator who asks for master credentials while being dismissed keeps none that open', async () => {
  for (let round = 0; round < 6; round++) {
    const gone = await administrator();
    const before = await seenBy(owner);
    const asked = Array.from({ length: 4 }, () => [
      master('refresh-api-key', gone),
      master('refresh-password', gone),
      seenBy(gone),
    ]).flat();
    const [, ...answers] = await Promise.all([
      call('PUT', `/admin/users/${gone.id}`, { isAdmin: false }, owner.session),
      ...asked,
    ]);
    expect(answers).toHaveLength(12);
    const { master_key: key, master_password: password } = await seenBy(owner);
    const known = JSON.stringify([
      before,
      answers.map(answer => (answer && 'body' in answer ? answer.body : answer)),
    ]);
    expect([known.includes(key), known.includes(password)]).toEqual([false, false]);
  }
});

describe('a start after a crash between the end of a right and the renewal', () => {
  const house = new Installation(false);
  beforeAll(() => house.start());
  afterAll(() => house.forget());

  it('renews the master credentials that were seen', async () => {
    const [first, gone] = [await house.register('Ada'), await house.register('Can')];
    await house.ask('PUT', `/admin/users/${gone.id}`, { isAdmin: true }, first.session);
    await house.ask('POST', '/master-admin/create-master-credentials', proof, first.session);
    const current = async () =>
      (await house.ask('GET', '/master-admin/current', undefined, first.session)).body.credentials;
    const seen = await current();
    await house.stop();
    const store = await SqliteEventStore.open(house.file('events.db'));
    const { revision } = (await store.readStream('installation-admin')).at(-1)!;
    const meta = { at: new Date().toISOString(), actor: first.id, request: newId(), v: 1 };
    await store.append('installation-admin', revision, [
      { id: newId(), type: 'admin-dismissed', data: { accountId: gone.id }, meta },
    ]);
    await store.close();
    await house.start();
    await expect.poll(current).not.toEqual(seen);
    const renewed = await current();
    expect([
      renewed.master_key === seen.master_key,
      renewed.master_password === seen.master_password,
    ]).toEqual([false, false]);
    await house.stop();
    await house.start();
    expect(await current()).toEqual(renewed);
  }, 30_000);
});
