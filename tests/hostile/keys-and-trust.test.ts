import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer, type Answer, type Person } from '../socket/support/test-server.ts';

const server = new TestServer();
let admin: Person;
type Auth = Person['key'];

beforeAll(async () => {
  await server.open();
  admin = await server.person('Admin');
});
afterAll(() => server.close());

const headersOf = ({ apiKey, email, projectPassword }: Auth): Record<string, string> => ({
  'x-api-key': apiKey,
  'x-user-email': email,
  'x-project-password': projectPassword,
});
const withKey = (auth: Auth, method: string, path: string, body?: unknown): Promise<Answer> =>
  server.ask(method, path, body, headersOf(auth));

interface Shop {
  readonly id: string;
  readonly rows: string;
  readonly main: Auth;
}

/** A project with a table and full authority in its main key. */
async function shopOf(owner: Person): Promise<Shop> {
  const { project } = (
    await owner.ask('POST', '/projects', { name: 'Dükkân', keyType: 'admin_project' })
  ).body.data;
  const { table } = (await owner.ask('POST', `/tables/project/${project.id}`, { name: 'Ürünler' }))
    .body.data;
  await owner.ask('POST', `/tables/${project.id}/${table.id}/fields`, {
    name: 'ad',
    type: 'string',
  });
  return {
    id: project.id,
    rows: `/data/table/${table.id}/rows`,
    main: { ...owner.key, apiKey: project.apiKey, projectPassword: project.apiKeyPassword },
  };
}

async function join(owner: Person, projectId: string, guest: Person, role: string): Promise<void> {
  const { body } = await owner.ask('POST', `/projects/${projectId}/invitations`, {
    email: guest.key.email,
    role,
  });
  expect((await guest.ask('POST', `${body.data.invitation.url}/accept`)).status).toBe(200);
}

const extraKey = async (
  by: Person,
  { id, main }: Shop,
  body: object,
): Promise<Auth & { id: string }> => {
  const { apiKey } = (await by.ask('POST', `/api-keys/project/${id}`, body)).body.data;
  return { ...main, apiKey: apiKey.key, id: apiKey.id };
};
const projectOf = async (by: Person, id: string) =>
  (await by.ask('GET', `/projects/${id}`)).body.data.project;

describe('a hand-over', () => {
  it('switches off the webhook, whose receiver the former owner chose', async () => {
    const [owner, next] = [await server.person('Önceki'), await server.person('Sonraki')];
    const shop = await shopOf(owner);
    const settings = { enableWebhooks: true, webhookUrl: 'https://onceki.example/' };
    await owner.ask('PUT', `/projects/${shop.id}`, { settings });
    await join(owner, shop.id, next, 'viewer');
    await owner.ask('POST', `/projects/${shop.id}/owner`, { userId: next.id });
    expect((await projectOf(next, shop.id)).settings).toMatchObject({ enableWebhooks: false });
    const { body } = await next.ask('GET', `/projects/${shop.id}/webhook`);
    expect(body.data.webhook.state).toBe('off');
  });

  it('leaves the former owner no key that opens the project', async () => {
    const [owner, next] = [await server.person('Eski'), await server.person('Yeni')];
    const shop = await shopOf(owner);
    const extra = await extraKey(owner, shop, {
      name: 'Mobil',
      scope: 'admin_project',
      permissions: ['read', 'write', 'delete', 'admin'],
    });
    const idle = await extraKey(owner, shop, { name: 'Boşta', permissions: ['read'] });
    await owner.ask('PUT', `/api-keys/${idle.id}`, { isActive: false });
    await join(owner, shop.id, next, 'viewer');
    const sockets = [await server.connect(shop.main), await server.connect(extra)];

    const { status, body } = await owner.ask('POST', `/projects/${shop.id}/owner`, {
      userId: next.id,
    });
    expect([status, body.data.suspendedKeys]).toEqual([200, [{ id: extra.id, name: 'Mobil' }]]);
    for (const socket of sockets) await socket.until(() => socket.order.includes('connect_error'));
    for (const auth of [
      shop.main,
      extra,
      { ...shop.main, email: next.key.email },
      { ...extra, email: next.key.email },
    ]) {
      expect((await withKey(auth, 'GET', `/projects/${shop.id}`)).body.code).toBe('UNAUTHORIZED');
      expect(
        (await withKey(auth, 'POST', `/projects/${shop.id}/owner`, { userId: owner.id })).status,
      ).toBe(401);
    }

    const { apiKey, apiKeyPassword } = await projectOf(next, shop.id);
    expect([apiKey === shop.main.apiKey, apiKeyPassword === shop.main.projectPassword]).toEqual([
      false,
      false,
    ]);
    expect(
      (
        await withKey(
          { apiKey, email: next.key.email, projectPassword: apiKeyPassword },
          'POST',
          shop.rows,
          { ad: 'Çay' },
        )
      ).status,
    ).toBe(201);
    // The former owner manages, but does not switch on what they made.
    expect((await owner.ask('PUT', `/api-keys/${extra.id}`, { isActive: true })).body.code).toBe(
      'FORBIDDEN',
    );
    expect(
      (await next.ask('PUT', `/api-keys/${extra.id}`, { isActive: true })).body.data.apiKey,
    ).toMatchObject({ isActive: true, isSuspended: false });
    expect(
      (
        await withKey(
          { ...extra, email: next.key.email, projectPassword: apiKeyPassword },
          'POST',
          shop.rows,
          { ad: 'Su' },
        )
      ).status,
    ).toBe(201);
  });

  it('is told to the new owner with the keys that are off, and happens once', async () => {
    const [owner, next] = [await server.person('Eski'), await server.person('Yeni')];
    const shop = await shopOf(owner);
    const extra = await extraKey(owner, shop, { name: 'Mobil' });
    await join(owner, shop.id, next, 'viewer');
    const headers = { 'x-request-id': 'devir' };
    const ask = () => owner.ask('POST', `/projects/${shop.id}/owner`, { userId: next.id }, headers);
    const [first, again] = [await ask(), await ask()];
    // Its project is no longer the former owner's to hand over.
    expect([first.status, again.status]).toEqual([200, 403]);
    const { notifications } = (await next.ask('GET', '/notifications')).body.data;
    expect(
      notifications
        .filter(({ projectId }: { projectId: string }) => projectId === shop.id)
        .map(({ kind, name }: { kind: string; name: string }) => [kind, name]),
    ).toEqual(
      expect.arrayContaining([
        ['keys-suspended', 'Mobil'],
        ['project-received', null],
      ]),
    );
    const { keys } = (await next.ask('GET', `/api-keys/project/${shop.id}`)).body.data;
    expect(
      keys.map(({ id, isSuspended }: { id: string; isSuspended: boolean }) => [id, isSuspended]),
    ).toEqual([
      [shop.id, false],
      [extra.id, true],
    ]);
    const { events } = (
      await next.ask('GET', `/projects/${shop.id}/history?type=api-keys-suspended`, undefined, {
        'accept-language': 'en',
      })
    ).body.data;
    expect(events.map(({ summary }: { summary: string }) => summary)).toEqual([
      'Eski switched off the API keys Mobil until the owner switches them on',
    ]);
  });
});

describe('somebody who could see secrets and is removed', () => {
  const lost = async (auth: Auth, { rows }: Shop): Promise<unknown> =>
    (await withKey(auth, 'POST', rows, { ad: 'hâlâ' })).body.code;

  it("writes no more under the owner's name, neither in the project nor in its test environment", async () => {
    const [owner, manager] = [await server.person('Sahip'), await server.person('Yönetici')];
    const shop = await shopOf(owner);
    await join(owner, shop.id, manager, 'manager');
    const { project: test } = (
      await owner.ask('POST', `/projects/${shop.id}/create-test-environment`)
    ).body.data;
    const seen: Auth = {
      ...shop.main,
      apiKey: (await extraKey(owner, shop, { name: 'Depo', permissions: ['read', 'write'] }))
        .apiKey,
      projectPassword: (await projectOf(manager, shop.id)).apiKeyPassword,
    };
    const seenInTest: Auth = {
      ...owner.key,
      apiKey: test.apiKey,
      projectPassword: (await projectOf(manager, test.id)).apiKeyPassword,
    };
    const sockets = [await server.connect(seen), await server.connect(seenInTest)];

    expect((await owner.ask('DELETE', `/projects/${shop.id}/members/${manager.id}`)).status).toBe(
      200,
    );
    for (const socket of sockets) await socket.until(() => socket.order.includes('connect_error'));
    expect(await lost(seen, shop)).toBe('INVALID_CREDENTIALS');
    expect((await withKey(seenInTest, 'GET', `/projects/${test.id}`)).body.code).toBe(
      'INVALID_CREDENTIALS',
    );
    // The keys themselves go on: they are asked for apart.
    expect(
      (
        await withKey(
          { ...seen, projectPassword: (await projectOf(owner, shop.id)).apiKeyPassword },
          'POST',
          shop.rows,
          { ad: 'Çay' },
        )
      ).status,
    ).toBe(201);
  });

  it('is not told the new secrets of the test environment that they watch', async () => {
    const [owner, manager] = [await server.person('Sahip'), await server.person('Yönetici')];
    const shop = await shopOf(owner);
    await join(owner, shop.id, manager, 'manager');
    const { project: test } = (
      await owner.ask('POST', `/projects/${shop.id}/create-test-environment`)
    ).body.data;
    const socket = await manager.connect();
    await socket.watch(`project:${test.id}`);
    await owner.ask('DELETE', `/projects/${shop.id}/members/${manager.id}`, { renew: 'keys' });
    await socket.until(() => socket.order.includes('unwatched'));
    const renewed = await projectOf(owner, test.id);
    expect([
      renewed.apiKey === test.apiKey,
      renewed.apiKeyPassword === test.apiKeyPassword,
    ]).toEqual([false, false]);
    for (const secret of [renewed.apiKey, renewed.apiKeyPassword])
      expect(JSON.stringify(socket.messages)).not.toContain(secret);
  });

  it('reads no more, either, where the keys are renewed', async () => {
    const [owner, manager] = [await server.person('Sahip'), await server.person('Yönetici')];
    const shop = await shopOf(owner);
    await join(owner, shop.id, manager, 'manager');
    const extra = await extraKey(owner, shop, { name: 'Depo' });
    const alone = () =>
      server.ask('GET', shop.rows.replace('/rows', ''), undefined, { 'x-api-key': extra.apiKey });
    expect((await alone()).status).toBe(200);
    await owner.ask('DELETE', `/projects/${shop.id}/members/${manager.id}`, { renew: 'keys' });
    expect((await alone()).body.code).toBe('UNAUTHORIZED');
    expect((await withKey(shop.main, 'GET', `/projects/${shop.id}`)).body.code).toBe(
      'UNAUTHORIZED',
    );
  });

  it('keeps what they know only where the remover says so, and never where they leave', async () => {
    const [owner, manager, leaving] = [
      await server.person('Sahip'),
      await server.person('Yönetici'),
      await server.person('Giden'),
    ];
    const shop = await shopOf(owner);
    for (const one of [manager, leaving]) await join(owner, shop.id, one, 'manager');
    const before = (await projectOf(owner, shop.id)).apiKeyPassword;
    await owner.ask('DELETE', `/projects/${shop.id}/members/${manager.id}`, { renew: 'nothing' });
    expect((await projectOf(owner, shop.id)).apiKeyPassword).toBe(before);
    await leaving.ask('DELETE', `/projects/${shop.id}/members/${leaving.id}`, { renew: 'nothing' });
    expect((await projectOf(owner, shop.id)).apiKeyPassword).not.toBe(before);
  });

  it('switches off no key of others by leaving', async () => {
    const [owner, leaving] = [await server.person('Sahip'), await server.person('Giden')];
    const shop = await shopOf(owner);
    await join(owner, shop.id, leaving, 'manager');
    const extra = await extraKey(owner, shop, {
      name: 'Depo',
      scope: 'admin_project',
      permissions: ['read'],
    });
    expect(
      (await leaving.ask('DELETE', `/projects/${shop.id}/members/${leaving.id}`, { renew: 'keys' }))
        .status,
    ).toBe(200);
    const { apiKey, apiKeyPassword } = await projectOf(owner, shop.id);
    expect([apiKey === shop.main.apiKey, apiKeyPassword === shop.main.projectPassword]).toEqual([
      true,
      false,
    ]);
    expect(
      (await withKey({ ...extra, projectPassword: apiKeyPassword }, 'GET', `/projects/${shop.id}`))
        .status,
    ).toBe(200);
  });

  it('as little as one whose role is lowered or whose account is deleted; who saw none changes none', async () => {
    const [owner, manager, deleted, viewer] = [
      await server.person('Sahip'),
      await server.person('Yönetici'),
      await server.person('Silinen'),
      await server.person('İzleyen'),
    ];
    const shop = await shopOf(owner);
    for (const one of [manager, deleted]) await join(owner, shop.id, one, 'manager');
    await join(owner, shop.id, viewer, 'viewer');
    const password = async (): Promise<string> => (await projectOf(owner, shop.id)).apiKeyPassword;
    const first = await password();
    await owner.ask('DELETE', `/projects/${shop.id}/members/${viewer.id}`);
    expect(await password()).toBe(first);
    await owner.ask('PUT', `/projects/${shop.id}/members/${manager.id}`, { role: 'editor' });
    const second = await password();
    expect(second).not.toBe(first);
    expect((await admin.ask('DELETE', `/admin/users/${deleted.id}`)).status).toBe(200);
    expect(await password()).not.toBe(second);
  });
});

describe('a webhook, when somebody who could see its secret is removed', () => {
  const webhookUrl = 'https://alici.example/';
  const settings = { enableWebhooks: true, webhookUrl };
  const hookOf = async (by: Person, id: string) =>
    (await by.ask('GET', `/projects/${id}/webhook`)).body.data.webhook;
  const renew = (by: Person, id: string, body: object = {}) =>
    by.ask('POST', `/projects/${id}/webhook/secret`, body);
  const bellOf = async (one: Person): Promise<string[]> =>
    (await one.ask('GET', '/notifications')).body.data.notifications.flatMap(
      ({ kind }: { kind: string }) => (kind.startsWith('webhook') ? [kind] : []),
    );
  /** An owner, a manager who is removed, and one who removes them. */
  async function three() {
    const [owner, manager, other] = [
      await server.person('Sahip'),
      await server.person('Giden'),
      await server.person('Kalan'),
    ];
    const shop = await shopOf(owner);
    await join(owner, shop.id, manager, 'manager');
    await join(owner, shop.id, other, 'manager');
    return { owner, manager, other, shop };
  }

  it('is off in project and test environment if they chose its address, and the owner is told', async () => {
    const { owner, manager, shop } = await three();
    const { project: test } = (
      await owner.ask('POST', `/projects/${shop.id}/create-test-environment`)
    ).body.data;
    for (const id of [shop.id, test.id]) {
      await manager.ask('PUT', `/projects/${id}`, { settings });
      await renew(manager, id);
      // Another change of the settings leaves the address theirs.
      await owner.ask('PUT', `/projects/${id}`, { settings: { ...settings, requireAuth: true } });
      expect((await hookOf(owner, id)).state).not.toBe('off');
    }
    const seen = (await hookOf(owner, shop.id)).secret.since;
    expect((await manager.ask('DELETE', `/projects/${shop.id}/members/${manager.id}`)).status).toBe(
      200,
    );
    for (const id of [shop.id, test.id]) {
      expect((await projectOf(owner, id)).settings).toMatchObject({
        enableWebhooks: false,
        requireAuth: true,
      });
      expect(await hookOf(owner, id)).toMatchObject({
        state: 'off',
        secret: { formerUntil: null },
      });
    }
    expect((await hookOf(owner, shop.id)).secret.since > seen).toBe(true);
    expect((await bellOf(owner)).toSorted()).toEqual([
      'webhook-secret-renewed',
      'webhook-secret-renewed',
      'webhook-suspended',
      'webhook-suspended',
    ]);
    const { events } = (
      await owner.ask('GET', `/projects/${shop.id}/history?type=webhook-suspended`)
    ).body.data;
    expect(events).toHaveLength(1);
  });

  it('goes on to an address of the owner, with a new secret beside the one that the receiver knows', async () => {
    const { owner, manager, other, shop } = await three();
    await owner.ask('PUT', `/projects/${shop.id}`, { settings });
    await renew(manager, shop.id);
    await other.ask('DELETE', `/projects/${shop.id}/members/${other.id}`);
    const { state, secret } = await hookOf(owner, shop.id);
    expect([state === 'off', secret.formerUntil === null]).toEqual([false, false]);
    expect(await bellOf(owner)).toEqual(['webhook-secret-renewed']);
    // Nobody saw that secret, so the receiver's own stays valid beside the one that is shown now.
    const shown = await renew(owner, shop.id);
    expect(shown.body.data.webhook.secret.formerUntil > secret.formerUntil).toBe(true);
  });

  it('is off if a key chose its address, and stays as it was where the remover says so', async () => {
    const { owner, manager, other, shop } = await three();
    expect((await withKey(shop.main, 'PUT', `/projects/${shop.id}`, { settings })).status).toBe(
      200,
    );
    await owner.ask('DELETE', `/projects/${shop.id}/members/${other.id}`, { renew: 'nothing' });
    expect((await projectOf(owner, shop.id)).settings).toMatchObject(settings);
    await owner.ask('DELETE', `/projects/${shop.id}/members/${manager.id}`);
    expect((await projectOf(owner, shop.id)).settings).toMatchObject({ enableWebhooks: false });
    expect(await bellOf(owner)).toEqual([]);
  });
});

describe('what outlives a key', () => {
  it("is no key's to do, whatever it may", async () => {
    const [owner, guest] = [await server.person('Sahip'), await server.person('Konuk')];
    const shop = await shopOf(owner);
    await join(owner, shop.id, guest, 'viewer');
    const path = `/projects/${shop.id}`;
    for (const [method, to, body] of [
      ['POST', `${path}/owner`, { userId: guest.id }],
      ['DELETE', path, undefined],
      ['POST', `${path}/protection`, { password: 'kilit' }],
      ['DELETE', `${path}/protection`, { password: 'kilit' }],
      ['POST', `${path}/invitations`, { email: 'baska@example.com', role: 'manager' }],
      ['PUT', `${path}/members/${guest.id}`, { role: 'manager' }],
      ['DELETE', `${path}/members/${guest.id}`, undefined],
    ] as const)
      expect([to, (await withKey(shop.main, method, to, body)).body.code]).toEqual([
        to,
        'KEY_SCOPE',
      ]);
    expect((await owner.ask('GET', `${path}/members`)).body.data.members).toHaveLength(2);
  });
});

describe('a key that manages keys', () => {
  const all = ['read', 'write', 'delete', 'admin'] as const;
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const later = new Date(Date.now() + 7_200_000).toISOString();

  it('gives no key, itself included, a later end, a higher limit or more than it has', async () => {
    const owner = await server.person('Sahip');
    const shop = await shopOf(owner);
    const terms = {
      scope: 'admin_project',
      permissions: all,
      expiresAt: soon,
      rateLimit: 50,
    } as const;
    const own = await extraKey(owner, shop, { name: 'Kendi', ...terms });
    const other = await extraKey(owner, shop, { name: 'Öteki', ...terms });
    const reader = await extraKey(owner, shop, {
      name: 'Okuyan',
      permissions: ['read'],
      expiresAt: soon,
      rateLimit: 10,
    });
    const [endless, frequent] = [
      await extraKey(owner, shop, { name: 'Sonsuz', rateLimit: 10 }),
      await extraKey(owner, shop, { name: 'Sık', expiresAt: soon }),
    ];
    const keys = `/api-keys/project/${shop.id}`;
    for (const [method, path, body] of [
      ['POST', keys, { name: 'Yeni', ...terms, expiresAt: null }],
      ['POST', keys, { name: 'Yeni', ...terms, expiresAt: later }],
      ['POST', keys, { name: 'Yeni', ...terms, rateLimit: 51 }],
      ['PUT', `/api-keys/${own.id}`, { expiresAt: null }],
      ['PUT', `/api-keys/${own.id}`, { rateLimit: 10_000 }],
      ['PUT', `/api-keys/${other.id}`, { expiresAt: later }],
      ['PUT', `/api-keys/${endless.id}`, { isActive: true }],
      ['PUT', `/api-keys/${frequent.id}`, { name: 'x' }],
      ['POST', `/api-keys/${endless.id}/regenerate`, undefined],
      ['POST', `/api-keys/${shop.id}/regenerate`, undefined],
      ['PUT', `/projects/${shop.id}`, { settings: { maxRequestsPerMinute: 10_000 } }],
      ['PUT', `/projects/${shop.id}`, { settings: { requireAuth: false } }],
    ] as const)
      expect([method, path, body, (await withKey(own, method, path, body)).body.code]).toEqual([
        method,
        path,
        body,
        'KEY_SCOPE',
      ]);
    expect(
      (
        await withKey(own, 'PUT', `/api-keys/${reader.id}`, {
          rateLimit: 50,
          permissions: ['read', 'write'],
        })
      ).status,
    ).toBe(200);
    expect((await withKey(own, 'POST', keys, { name: 'Aynı', ...terms })).status).toBe(201);
    expect(
      (
        await withKey(own, 'PUT', `/projects/${shop.id}`, {
          settings: { maxRequestsPerMinute: 99 },
        })
      ).status,
    ).toBe(200);
  });

  it('is shown no key that lasts longer or may be used more often, nor the secrets of a new test environment', async () => {
    const owner = await server.person('Sahip');
    const shop = await shopOf(owner);
    const terms = {
      scope: 'admin_project',
      permissions: all,
      expiresAt: soon,
      rateLimit: 50,
    } as const;
    const own = await extraKey(owner, shop, { name: 'Kendi', ...terms });
    const equal = await extraKey(owner, shop, { name: 'Öteki', ...terms });
    const above = [
      await extraKey(owner, shop, { name: 'Sonsuz', ...terms, expiresAt: null }),
      await extraKey(owner, shop, { name: 'Sık', ...terms, rateLimit: 51 }),
      shop.main,
    ];
    const listed = JSON.stringify((await withKey(own, 'GET', `/api-keys/project/${shop.id}`)).body);
    for (const { apiKey } of [own, equal]) expect(listed).toContain(apiKey);
    const socket = await server.connect(own);
    await socket.watch(`project:${shop.id}`);
    await owner.ask('POST', `/api-keys/${shop.id}/regenerate`);
    const changed = await owner.ask('PUT', `/projects/${shop.id}`, { description: 'yeni' });
    await socket.reached(`project:${shop.id}`, changed.position);
    const { apiKey: main } = await projectOf(owner, shop.id);
    const told = JSON.stringify([
      listed,
      (await withKey(own, 'GET', `/projects/${shop.id}`)).body,
      socket.messages,
    ]);
    for (const apiKey of [...above.map(one => one.apiKey), main])
      expect(told).not.toContain(apiKey);
    expect(
      (await withKey(own, 'GET', `/projects/${shop.id}`)).body.data.project.apiKeyPassword,
    ).toBe(shop.main.projectPassword);

    const { project } = (await withKey(own, 'POST', `/projects/${shop.id}/create-test-environment`))
      .body.data;
    expect([project.apiKey, project.apiKeyPassword]).toEqual([null, null]);
    const mainKey = { ...shop.main, apiKey: main as string };
    expect(
      JSON.stringify((await withKey(mainKey, 'GET', `/api-keys/project/${shop.id}`)).body),
    ).toContain(above[0]!.apiKey);
    expect((await withKey(mainKey, 'GET', `/projects/${shop.id}`)).body.data.project.apiKey).toBe(
      main,
    );
  });
});

describe('protection', () => {
  it("is lifted by the owner with their account's password and by an administrator, which the history tells", async () => {
    const [owner, manager] = [await server.person('Sahip'), await server.person('Yönetici')];
    const shop = await shopOf(owner);
    await join(owner, shop.id, manager, 'manager');
    const path = `/projects/${shop.id}/protection`;
    const protect = async (): Promise<void> => {
      expect((await owner.ask('POST', path, { password: 'unutulan' })).status).toBe(200);
    };
    await protect();
    expect((await owner.ask('DELETE', path)).body.code).toBe('PROTECTION_REQUIRED');
    expect((await owner.ask('DELETE', path, { password: 'yanlış' })).body.code).toBe(
      'PROTECTION_INVALID',
    );
    expect((await manager.ask('DELETE', path, { password: 'gizli-1' })).body.code).toBe(
      'FORBIDDEN',
    );
    expect(
      (await owner.ask('DELETE', path, { password: 'gizli-1' })).body.data.project.isProtected,
    ).toBe(false);
    await protect();
    expect((await admin.ask('DELETE', path)).body.data.project.isProtected).toBe(false);
    await protect();
    expect(
      (await owner.ask('DELETE', path, { password: 'unutulan' })).body.data.project.isProtected,
    ).toBe(false);
    const { events } = (
      await owner.ask('GET', `/projects/${shop.id}/history?type=protection-disabled`, undefined, {
        'accept-language': 'en',
      })
    ).body.data;
    expect(events.map(({ summary }: { summary: string }) => summary)).toEqual([
      "Sahip took the project's protection away with the password of their account",
      "Admin took the project's protection away as an administrator",
      "Sahip took the project's protection away",
    ]);
  });
});

describe('a key that may not read', () => {
  const secret = 'çok gizli';
  const told = ({ body }: Answer): string => JSON.stringify(body);

  it('is answered ids and versions, whatever it writes', async () => {
    const owner = await server.person('Sahip');
    const shop = await shopOf(owner);
    const writer = await extraKey(owner, shop, {
      name: 'Yazan',
      scope: 'admin_project',
      permissions: ['write', 'delete', 'admin'],
    });
    const { row } = (await owner.ask('POST', shop.rows, { ad: secret })).body.data;
    const one = `${shop.rows}/${row.id}`;
    await owner.ask('PUT', one, { ad: `${secret} iki` });

    expect((await withKey(writer, 'POST', shop.rows, { ad: 'x' })).body.data).toEqual({
      row: { id: expect.any(String) as unknown, _version: 1 },
    });
    expect((await withKey(writer, 'PUT', one, {})).body.data).toEqual({
      row: { id: row.id, _version: 2 },
    });
    const stale = await server.ask(
      'PUT',
      one,
      { ad: 'x' },
      { ...headersOf(writer), 'if-match': '"1"' },
    );
    expect([stale.status, stale.body.data]).toEqual([
      412,
      { current: { id: row.id, _version: 2 } },
    ]);
    expect((await withKey(writer, 'POST', `${one}/restore`, { version: 1 })).body.data).toEqual({
      row: { id: row.id, _version: 3 },
    });
    const bulk = (body: object) => withKey(writer, 'POST', `${shop.rows}/bulk`, body);
    expect((await bulk({ updates: [{ id: row.id, values: {} }] })).body.data).toEqual({
      rows: [{ id: row.id, _version: 3 }],
      count: 1,
    });
    expect(told(await bulk({ updates: [{ id: row.id, values: {}, version: 1 }] }))).not.toContain(
      secret,
    );
    await withKey(writer, 'DELETE', one);
    expect((await bulk({ restores: [row.id] })).body.data).toEqual({
      rows: [{ id: row.id, _version: 5 }],
      count: 1,
    });
    const table = shop.rows.split('/')[3]!;
    expect(
      told(await withKey(writer, 'PUT', `/projects/${shop.id}`, { description: 'x' })),
    ).not.toContain('Dükkân');
    expect(
      told(await withKey(writer, 'PUT', `/tables/${shop.id}/${table}`, { name: 'Ürünler' })),
    ).not.toContain('"ad"');
  });

  it('learns no row by asking what would fit a field or a transfer', async () => {
    const owner = await server.person('Sahip');
    const shop = await shopOf(owner);
    const tableId = shop.rows.split('/')[3]!;
    await owner.ask('POST', shop.rows, { ad: secret });
    const { project: test } = (
      await owner.ask('POST', `/projects/${shop.id}/create-test-environment`)
    ).body.data;
    const [writer, reader] = [
      ['write', 'delete', 'admin'],
      ['read', 'admin'],
    ].map(permissions =>
      extraKey(owner, shop, { name: permissions[0], scope: 'admin_project', permissions }),
    );
    const { fields } = (await owner.ask('GET', `/tables/project/${shop.id}`)).body.data.tables[0];
    for (const [method, path, body] of [
      ['GET', `/tables/${tableId}/fields/${fields[0].id}/fit?type=number`, undefined],
      ['POST', '/tables/transfer-preview', { testProjectId: test.id, liveProjectId: shop.id }],
    ] as const) {
      expect([path, (await withKey(await writer!, method, path, body)).body.code]).toEqual([
        path,
        'KEY_SCOPE',
      ]);
      expect([path, (await withKey(await reader!, method, path, body)).status]).toEqual([
        path,
        200,
      ]);
    }
  });

  it('learns no row by trying or publishing an endpoint, by calling one, or by opening the project to everybody', async () => {
    const owner = await server.person('Sahip');
    const shop = await shopOf(owner);
    const writer = await extraKey(owner, shop, {
      name: 'Yazan',
      scope: 'admin_project',
      permissions: ['write', 'admin'],
    });
    const { row } = (await owner.ask('POST', shop.rows, { ad: secret })).body.data;
    const tableId = shop.rows.split('/')[3]!;
    const { fields } = (await owner.ask('GET', `/tables/project/${shop.id}`)).body.data.tables[0];
    const fieldId = fields[0].id as string;
    const shown = [{ field: fieldId, name: 'id' }];
    const reading = {
      method: 'GET',
      path: 'oku',
      caller: 'public',
      action: { kind: 'rows', tableId, fields: shown },
    };
    const writing = {
      method: 'PUT',
      path: 'yaz',
      caller: 'identity',
      action: {
        kind: 'update',
        tableId,
        fields: shown,
        values: [{ field: fieldId, value: { constant: 'yeni' } }],
        key: { field: 'id', value: { constant: row.id } },
      },
    };
    const path = `/custom-endpoints/project/${shop.id}`;
    expect(
      (await withKey(writer, 'POST', `${path}/try`, { definition: reading, sent: {} })).body.code,
    ).toBe('KEY_SCOPE');
    const { endpoint } = (await owner.ask('POST', path, { name: 'Oku', definition: reading })).body
      .data;
    expect(
      (await withKey(writer, 'POST', `/custom-endpoints/${endpoint.id}/publish`, {})).body.code,
    ).toBe('KEY_SCOPE');
    // Nor by what was published, and is off or another version by now.
    const act = (by: Auth | undefined, method: string, what: string, body: object) =>
      by
        ? withKey(by, method, `/custom-endpoints/${endpoint.id}${what}`, body)
        : owner.ask(method, `/custom-endpoints/${endpoint.id}${what}`, body);
    await act(undefined, 'POST', '/publish', {});
    expect((await act(writer, 'PUT', '/state', { isOn: false })).status).toBe(200);
    expect((await act(writer, 'PUT', '/state', { isOn: true })).body.code).toBe('KEY_SCOPE');
    await act(undefined, 'PUT', '/state', { isOn: true });
    await act(undefined, 'PUT', '', { name: 'Oku', definition: { ...writing, path: 'oku' } });
    await act(undefined, 'POST', '/publish', {});
    expect((await act(writer, 'POST', '/roll-back', { version: 1 })).body.code).toBe('KEY_SCOPE');
    expect((await act(undefined, 'POST', '/roll-back', { version: 1 })).status).toBe(200);
    const tried = await withKey(writer, 'POST', `${path}/try`, { definition: writing, sent: {} });
    expect(tried.body.data.answer.data).toEqual({
      row: { id: row.id, _version: expect.any(Number) as unknown },
    });
    const made = (await owner.ask('POST', path, { name: 'Yaz', definition: writing })).body.data
      .endpoint;
    expect((await owner.ask('POST', `/custom-endpoints/${made.id}/publish`, {})).status).toBe(200);
    const called = await withKey(writer, 'PUT', `/custom/${shop.id}/yaz`, {});
    expect([called.status, called.body.data]).toEqual([200, { row: { id: row.id, _version: 2 } }]);
    expect(
      (await withKey(writer, 'PUT', `/projects/${shop.id}`, { isPublic: true })).body.code,
    ).toBe('KEY_SCOPE');
  });
});

describe('a key acts as itself', () => {
  it('is named by history, sockets and presence, also when it is deleted, and never its owner', async () => {
    const owner = await server.person('Sahip');
    const shop = await shopOf(owner);
    const key = await extraKey(owner, shop, { name: 'Depo', permissions: ['read', 'write'] });
    const topic = `table:${shop.rows.split('/')[3]}`;
    const [watcher, keyed] = [await owner.connect(), await server.connect(key)];
    await watcher.watch(topic);
    await keyed.watch(topic);
    keyed.socket.emit('presence', { topic, state: { mode: 'view' } });
    await watcher.until(() =>
      watcher.presence.some(({ members }) =>
        members.some(({ userId, name }) => userId === key.id && name === 'Depo'),
      ),
    );
    const added = await withKey(key, 'POST', shop.rows, { ad: 'Çay' });
    await watcher.reached(topic, added.position);
    expect(watcher.changes(topic).at(-1)!.actor).toEqual({ id: key.id, name: 'Depo' });

    const acts = async (): Promise<unknown> =>
      (await owner.ask('GET', `/projects/${shop.id}/history?type=row-added`)).body.data.events.at(
        -1,
      ).actor;
    expect(await acts()).toEqual({ kind: 'key', id: key.id, name: 'Depo' });
    await owner.ask('DELETE', `/api-keys/${key.id}`);
    expect(await acts()).toEqual({ kind: 'key', id: key.id, name: 'Depo' });
    await withKey(shop.main, 'POST', shop.rows, { ad: 'Su' });
    expect(await acts()).toEqual({ kind: 'key', id: shop.id, name: 'Ana anahtar' });
  });

  it('has a name space of its own for the ids of its requests', async () => {
    const owner = await server.person('Sahip');
    const shop = await shopOf(owner);
    const other = await extraKey(owner, shop, { name: 'Depo', permissions: ['read', 'write'] });
    const write = (auth: Record<string, string>) =>
      server.ask('POST', shop.rows, { ad: 'Çay' }, { ...auth, 'x-request-id': 'one-name' });
    const session = { authorization: `Bearer ${owner.token}` };
    const ids: string[] = [];
    for (const auth of [session, headersOf(shop.main), headersOf(other)]) {
      const [first, again] = [await write(auth), await write(auth)];
      expect([first.status, again.body.data]).toEqual([201, first.body.data]);
      ids.push(first.body.data.row.id);
    }
    expect(new Set(ids).size).toBe(3);
  });

  it("does nothing to what is its owner's own", async () => {
    const owner = await server.person('Sahip');
    const shop = await shopOf(owner);
    const form = { endpoint_name: 'Stok özeti', description: 'Depolara göre stok' };
    const { id } = (await owner.ask('POST', `/endpoint-requests/project/${shop.id}`, form)).body
      .data;
    expect((await withKey(shop.main, 'DELETE', `/endpoint-requests/${id}`)).body.code).toBe(
      'FORBIDDEN',
    );
    const own = (await withKey(shop.main, 'POST', `/endpoint-requests/project/${shop.id}`, form))
      .body.data;
    expect([own.requester_id, own.requester_name]).toEqual([shop.id, 'main']);
    expect((await withKey(shop.main, 'DELETE', `/endpoint-requests/${own.id}`)).status).toBe(200);
    const { data } = (
      await owner.ask('POST', '/threads', {
        project_id: shop.id,
        title: 'Stok',
        initialMessage: 'Çay yok',
      })
    ).body;
    const { messages } = (await owner.ask('GET', `/threads/${data.id}`)).body.data;
    expect(
      (
        await withKey(shop.main, 'PUT', `/threads/${data.id}/messages/${messages[0].id}`, {
          content: 'Çay var',
        })
      ).body.code,
    ).toBe('FORBIDDEN');
    for (const [method, path, body] of [
      ['PATCH', `/threads/${data.id}/star`, { starred: true }],
      ['POST', '/read-marks', {}],
      ['GET', '/notifications', undefined],
      ['POST', '/notifications/read', { upTo: '0'.repeat(20) }],
      ['PUT', '/notifications/settings', {}],
      ['GET', '/auth/sessions', undefined],
      ['GET', '/auth/me', undefined],
    ] as const)
      expect([path, (await withKey(shop.main, method, path, body)).body.code]).toEqual([
        path,
        'KEY_SCOPE',
      ]);
  });
});

describe('requests that wait while their sender is removed', () => {
  it('leave no key and no password that the sender knows', async () => {
    const [owner, guest] = [await server.person('Sahip'), await server.person('Israrci')];
    const shop = await shopOf(owner);
    await join(owner, shop.id, guest, 'manager');
    const asked = Array.from({ length: 40 }, (_, i) => [
      guest.ask('POST', `/api-keys/project/${shop.id}`, {
        name: `Yedek ${i}`,
        permissions: ['read', 'write', 'delete', 'admin'],
      }),
      guest.ask('PUT', `/projects/${shop.id}/api-key-password`, { newPassword: `bilinen-${i}` }),
    ]).flat();
    await Promise.race(asked);
    const member = `/projects/${shop.id}/members/${guest.id}`;
    expect((await owner.ask('DELETE', member, { renew: 'keys' })).status).toBe(200);
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toContain(404);
    const { keys } = (await owner.ask('GET', `/api-keys/project/${shop.id}`)).body.data;
    expect(
      keys
        .filter(({ isActive }: { isActive: boolean }) => isActive)
        .map(({ name }: { name: string }) => name),
    ).toEqual(['main']);
    expect((await projectOf(owner, shop.id)).apiKeyPassword).not.toContain('bilinen');
  });
});

describe('a request whose body is held back', () => {
  /** Begins a request; the server has its headers by then. The result sends the body. */
  const begun = async (
    token: string,
    method: string,
    path: string,
    body: object,
    type = 'application/json',
  ) => {
    const sent = request(`${server.origin}/api/v1${path}`, {
      method,
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': type,
        'transfer-encoding': 'chunked',
        expect: '100-continue',
      },
    });
    sent.flushHeaders();
    await once(sent, 'continue');
    return async () => {
      sent.end(JSON.stringify(body));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: response.statusCode, body: await json(response) };
    };
  };
  const heldBack = (token: string, { id, rows }: Shop) =>
    Promise.all([
      begun(token, 'POST', `/api-keys/project/${id}`, { name: 'Uyuyan', permissions: ['read'] }),
      begun(token, 'PUT', `/projects/${id}`, { isPublic: true }),
      begun(token, 'POST', rows, { ad: 'Sonradan' }),
      begun(token, 'POST', rows.replace('/rows', '/query'), {}),
    ]);
  const statuses = async (held: Awaited<ReturnType<typeof heldBack>>) =>
    (await Promise.all(held.map(finish => finish()))).map(({ status }) => status);

  it('is refused once its sender was removed', async () => {
    const [owner, guest] = [await server.person('Kalan'), await server.person('Giden')];
    const shop = await shopOf(owner);
    await join(owner, shop.id, guest, 'manager');
    const thread = { project_id: shop.id, title: 'Ek', initialMessage: 'Bakar mısın?' };
    const { data } = (await owner.ask('POST', '/threads', thread)).body;
    const file = `/threads/${data.id}/attachments?file_name=ek.txt`;
    const sending = await begun(guest.token, 'POST', file, {}, 'application/octet-stream');
    const held = await heldBack(guest.token, shop);
    expect((await guest.ask('GET', `/projects/${shop.id}`)).status).toBe(200);
    const member = `/projects/${shop.id}/members/${guest.id}`;
    expect((await owner.ask('DELETE', member, { renew: 'keys' })).status).toBe(200);
    expect(await statuses(held)).toEqual([404, 404, 404, 404]);
    expect((await sending()).status).toBe(404);
  });

  it('is refused once its session was ended', async () => {
    const owner = await server.person('Ayrilan');
    const shop = await shopOf(owner);
    const held = await heldBack(owner.token, shop);
    expect((await owner.ask('POST', '/auth/logout')).status).toBe(200);
    expect(await statuses(held)).toEqual([401, 401, 401, 401]);
  });
});
