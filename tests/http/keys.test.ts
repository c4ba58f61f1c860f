import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
let person: Awaited<ReturnType<typeof register>>;
let tableId = '';
let rowId = '';
let alone: Headed;
/** The key of another project of the same person, which may do everything there. */
let powerful: Headed;
let powerfulId = '';
let powerfulTable = '';

beforeAll(async () => {
  await register('Admin');
  person = await register('Ayse');
  alone = { 'x-api-key': person.key['x-api-key']! };
  tableId = await table(person.projectId, person.session, 'Ürünler', { ad: 'string' });
  rowId = (await ask('POST', `/data/table/${tableId}/rows`, { ad: 'Çay' }, person.key)).body.data
    .row.id;
  const { project } = (
    await ask(
      'POST',
      '/projects',
      { name: 'Yetkili', keyType: 'admin_project', apiKeyPassword: 'çok-gizli' },
      person.session,
    )
  ).body.data;
  powerfulId = project.id;
  powerful = {
    'x-api-key': project.apiKey,
    'x-user-email': 'AYSE@example.com',
    'x-project-password': 'yeni-gizli-1',
  };
  await ask(
    'PUT',
    `/projects/${powerfulId}/api-key-password`,
    { newPassword: 'yeni-gizli-1' },
    person.session,
  );
  powerfulTable = await table(powerfulId, person.session, 'Ürünler', { ad: 'string' });
});

const code = async (method: string, path: string, headers: Headed, body?: unknown) => {
  const answer = await ask(method, path, body, headers);
  return answer.body.code ?? answer.status;
};

describe('a key alone', () => {
  it('reads rows and its schema, in every shape', async () => {
    const paths = [
      `/data/table/${tableId}`,
      `/data/table/${tableId}/rows/${rowId}`,
      `/data/api-table/${tableId}`,
      `/data/table/${tableId}/rows/${rowId}/history`,
      `/projects/${person.projectId}/tables/${tableId}/data`,
      `/projects/${person.projectId}/tables/${tableId}/data/${rowId}`,
      '/tables/api-key-info',
      `/tables/api-project/${person.projectId}`,
    ];
    for (const path of paths) {
      expect([path, await code('GET', path, alone)]).toEqual([path, 200]);
      expect([
        path,
        await code('GET', path, { authorization: `Bearer ${alone['x-api-key']}` }),
      ]).toEqual([path, 200]);
    }
  });

  it('reads nothing else and writes nothing', async () => {
    const { projectId } = person;
    for (const path of [
      `/projects/${projectId}`,
      `/tables/project/${projectId}`,
      `/tables/${projectId}/${tableId}`,
      `/projects/${projectId}/history`,
    ])
      expect([path, await code('GET', path, alone)]).toEqual([path, 'MISSING_HEADERS']);
    expect(await code('POST', `/data/table/${tableId}/rows`, alone, { ad: 'x' })).toBe(
      'MISSING_HEADERS',
    );
    expect(
      await code('POST', `/data/table/${tableId}/rows/bulk`, alone, { deletes: [rowId] }),
    ).toBe('MISSING_HEADERS');
    expect(await code('DELETE', `/data/table/${tableId}/rows/${rowId}`, alone)).toBe(
      'MISSING_HEADERS',
    );
    expect(
      await code('POST', `/data/table/${tableId}/rows/${rowId}/restore`, alone, { version: 1 }),
    ).toBe('MISSING_HEADERS');
  });

  it('writes rows where the project says so, and still no schema', async () => {
    const { projectId, session } = person;
    await ask('PUT', `/projects/${projectId}`, { settings: { requireAuth: false } }, session);
    expect(await code('PUT', `/data/table/${tableId}/rows/${rowId}`, alone, { ad: 'Kahve' })).toBe(
      200,
    );
    expect(
      await code('POST', `/data/table/${tableId}/rows/bulk`, alone, { rows: [{ ad: 'x' }] }),
    ).toBe(200);
    expect(await code('POST', `/tables/project/${projectId}`, alone, { name: 'Yeni' })).toBe(
      'MISSING_HEADERS',
    );
    await ask('PUT', `/projects/${projectId}`, { settings: { requireAuth: true } }, session);
  });

  it('is told in both languages why it does not write, and which permission it lacks', async () => {
    const said = async (method: string, path: string, headers: Headed, language: string) =>
      (await ask(method, path, { ad: 'x' }, { ...headers, 'accept-language': language })).body
        .error;
    const rows = `/data/table/${tableId}/rows`;
    expect(await said('POST', rows, alone, 'en')).toContain('requireAuth');
    expect(await said('POST', rows, alone, 'tr')).toContain('Yazmak için e-posta ve şifre gerekli');
    const { apiKey } = (
      await ask(
        'POST',
        `/api-keys/project/${person.projectId}`,
        { name: 'Okuyan', permissions: ['read'] },
        person.session,
      )
    ).body.data;
    const reading = { ...person.key, 'x-api-key': apiKey.key };
    expect(await said('POST', rows, reading, 'en')).toContain('permission “write”');
    expect(await said('DELETE', `${rows}/${rowId}`, reading, 'tr')).toContain('“delete” izni yok');
    await ask('DELETE', `/api-keys/${apiKey.id}`, undefined, person.session);
  });

  it('that is wrong is told so, whatever is wrong with it and whatever exists', async () => {
    const text = alone['x-api-key']!;
    const wrong = [
      'hzm_kısa',
      `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`,
      text.replace(/_[A-Za-z0-9]{32}_/, `_${'x'.repeat(32)}_`),
      `hzm_master_abc_${'x'.repeat(32)}`,
    ].map(key => encodeURI(key));
    const answers = await Promise.all(
      wrong.map(async key => {
        const { status, body } = await ask('GET', '/tables/api-key-info', undefined, {
          'x-api-key': key,
          'accept-language': 'en',
        });
        return [status, body.code, body.error];
      }),
    );
    expect(new Set(answers.map(one => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify([401, 'UNAUTHORIZED', 'The API key is wrong or was renewed'])]),
    );
  });

  it('says what it can reach, and no secret', async () => {
    const { body } = await ask('GET', '/tables/api-key-info', undefined, alone);
    const text = alone['x-api-key']!;
    expect(body.data.key).toEqual({
      maskedKey: `${text.slice(0, 8)}${'*'.repeat(text.length - 12)}${text.slice(-4)}`,
      scope: 'project',
      permissions: ['read', 'write', 'delete', 'admin'],
    });
    expect(body.data.project).toMatchObject({
      id: person.projectId,
      apiKey: null,
      apiKeyPassword: null,
    });
    expect(body.data.tables.map((t: { name: string }) => t.name)).toEqual(['Ürünler']);
    expect(await code('GET', '/tables/api-key-info', person.session)).toBe('NOT_FOUND');
    expect(await code('GET', '/tables/api-key-info', {})).toBe('UNAUTHORIZED');
    const masked = await ask('GET', '/tables/api-key-info', undefined, {
      'x-api-key': powerful['x-api-key']!,
    });
    expect(masked.body.data.project.apiKeyPassword).toBeNull();
  });
});

describe('a key with its headers', () => {
  it('reaches its project only', async () => {
    expect(await code('GET', `/data/table/${powerfulTable}`, person.key)).toBe('KEY_SCOPE');
    expect(await code('GET', `/projects/${powerfulId}`, person.key)).toBe('KEY_SCOPE');
    expect(await code('GET', `/projects/${person.projectId}`, powerful)).toBe('KEY_SCOPE');
    expect(await code('GET', `/tables/api-project/${powerfulId}`, person.key)).toBe('KEY_SCOPE');
  });

  it('of a project reads its schema and changes none of it', async () => {
    const { projectId, key } = person;
    expect(await code('GET', `/tables/project/${projectId}`, key)).toBe(200);
    expect(await code('GET', `/projects/${projectId}`, key)).toBe(200);
    for (const [method, path, body] of [
      ['POST', `/tables/project/${projectId}`, { name: 'Yeni' }],
      ['PUT', `/projects/${projectId}`, { name: 'Yeni' }],
      ['DELETE', `/projects/${projectId}`, undefined],
      ['POST', '/projects', { name: 'Yeni' }],
      ['GET', '/auth/me', undefined],
      ['POST', `/projects/${projectId}/protection`, { password: 'x' }],
    ] as const)
      expect([method, path, await code(method, path, key, body)]).toEqual([
        method,
        path,
        'KEY_SCOPE',
      ]);
  });

  it('of an admin_project does everything there, and nothing for its owner elsewhere', async () => {
    const made = await ask('POST', `/tables/project/${powerfulId}`, { name: 'Yeni' }, powerful);
    expect(made.status).toBe(201);
    expect(
      (await ask('GET', '/projects', undefined, powerful)).body.data.projects.map(
        (p: { id: string }) => p.id,
      ),
    ).toEqual([powerfulId]);
    expect(
      (await ask('GET', `/projects/${powerfulId}`, undefined, powerful)).body.data.project
        .apiKeyPassword,
    ).toBe('yeni-gizli-1');
    expect(await code('GET', '/auth/me', powerful)).toBe('KEY_SCOPE');
    expect(await code('POST', '/projects', powerful, { name: 'Başka' })).toBe('KEY_SCOPE');
    expect(
      await code(
        'POST',
        `/tables/project/${powerfulId}`,
        { 'x-api-key': powerful['x-api-key']! },
        { name: 'Daha' },
      ),
    ).toBe('MISSING_HEADERS');
    expect(await code('DELETE', `/projects/${powerfulId}`, powerful)).toBe('KEY_SCOPE');
  });

  it('is refused with one header missing or wrong, and where the project allows no access', async () => {
    const { key, projectId, session } = person;
    const {
      'x-api-key': name,
      'x-user-email': email,
      'x-project-password': password,
    } = key as Record<string, string>;
    const some: Headed[] = [
      { 'x-api-key': name!, 'x-user-email': email! },
      { 'x-api-key': name!, 'x-project-password': password! },
      { 'x-user-email': email!, 'x-project-password': password! },
      { 'x-user-email': email! },
      { 'x-project-password': password! },
      { ...key, 'x-project-password': '' },
      { ...key, 'x-user-email': '' },
      { ...key, 'x-api-key': '' },
    ];
    for (const headers of some)
      expect([headers, await code('GET', `/data/table/${tableId}`, headers)]).toEqual([
        headers,
        'MISSING_HEADERS',
      ]);
    for (const [method, path] of [
      ['GET', '/projects'],
      ['GET', '/auth/me'],
      ['POST', '/projects'],
      ['GET', '/admin/status'],
      ['PUT', `/projects/${projectId}`],
    ] as const)
      expect([path, await code(method, path, alone, method === 'GET' ? undefined : {})]).toEqual([
        path,
        'MISSING_HEADERS',
      ]);
    expect(
      await code('GET', `/data/table/${tableId}`, { ...key, 'x-project-password': 'yanlis' }),
    ).toBe('INVALID_CREDENTIALS');
    expect(
      await code('GET', `/data/table/${tableId}`, { ...key, 'x-user-email': 'admin@example.com' }),
    ).toBe('INVALID_CREDENTIALS');
    await ask('PUT', `/projects/${projectId}`, { settings: { allowApiAccess: false } }, session);
    expect(await code('GET', `/data/table/${tableId}`, key)).toBe('API_ACCESS_DISABLED');
    await ask('PUT', `/projects/${projectId}`, { settings: { allowApiAccess: true } }, session);
  });
});

describe('a public project', () => {
  it('shows its rows to anybody, and nothing else', async () => {
    const { projectId, session } = person;
    await ask('PUT', `/projects/${projectId}`, { isPublic: true }, session);
    expect(await code('GET', `/data/table/${tableId}`, {})).toBe(200);
    expect(await code('GET', `/data/table/${tableId}/rows/${rowId}`, {})).toBe(200);
    for (const path of [
      `/projects/${projectId}`,
      `/tables/project/${projectId}`,
      `/tables/api-project/${projectId}`,
      `/data/table/${tableId}/rows/${rowId}/history`,
    ])
      expect([path, await code('GET', path, {})]).toEqual([path, 'UNAUTHORIZED']);
    expect(await code('POST', `/data/table/${tableId}/rows`, {}, { ad: 'x' })).toBe('UNAUTHORIZED');
    expect(await code('POST', `/data/table/${tableId}/rows/bulk`, {}, { deletes: [rowId] })).toBe(
      'UNAUTHORIZED',
    );
  });
});

describe('the three headers of a main key', () => {
  const headersOf = (
    { apiKey, apiKeyPassword }: { apiKey: string; apiKeyPassword: string },
    email: string,
  ): Headed => ({
    'x-api-key': apiKey,
    'x-user-email': email,
    'x-project-password': apiKeyPassword,
  });

  it('list their project, make its test environment and transfer from there, and show no secret of it', async () => {
    const { session, key, projectId } = await register('Demet');
    const tableId = await table(projectId, session, 'Ürünler', { ad: 'string' });
    const { projects } = (await ask('GET', '/projects', undefined, key)).body.data;
    expect(projects).toMatchObject([{ id: projectId, apiKey: null, apiKeyPassword: null }]);

    const made = await ask(
      'POST',
      `/projects/${projectId}/create-test-environment`,
      undefined,
      key,
    );
    expect([made.status, typeof made.body.data.message]).toEqual([201, 'string']);
    const test = made.body.data.project;
    expect(test).toMatchObject({ isTestEnvironment: true, apiKey: null, apiKeyPassword: null });
    const { tables } = (await ask('GET', `/tables/project/${test.id}`, undefined, session)).body
      .data;
    const transfer = { testProjectId: test.id, liveProjectId: projectId, tableIds: [tables[0].id] };
    expect(
      await code('POST', `/tables/${test.id}/${tables[0].id}/fields`, session, {
        name: 'adet',
        type: 'number',
      }),
    ).toBe(201);
    const moved = await ask('POST', '/tables/transfer-to-live', transfer, key);
    expect([moved.status, moved.body.data.summary.successful]).toEqual([200, 1]);
    const { fields } = (
      await ask('GET', `/tables/${projectId}/${tableId}/fields`, undefined, session)
    ).body.data;
    expect(fields.map(({ name }: { name: string }) => name)).toEqual(['ad', 'adet']);

    const transferPath = `/projects/${projectId}/transfers/${moved.body.data.transfer.id}`;
    for (const [method, path, body] of [
      ['POST', '/tables/transfer-preview', { testProjectId: test.id, liveProjectId: projectId }],
      ['POST', `${transferPath}/undo`, undefined],
      ['PUT', `/projects/${projectId}`, { name: 'x' }],
      ['DELETE', `/projects/${projectId}`, undefined],
      ['POST', '/projects', { name: 'Yeni' }],
    ] as const) {
      expect([path, await code(method, path, key, body)]).toEqual([path, 'KEY_SCOPE']);
    }
    // The key of the test environment is not the one of live.
    const own = (await ask('GET', `/projects/${test.id}`, undefined, session)).body.data.project;
    expect(
      await code(
        'POST',
        '/tables/transfer-to-live',
        headersOf(own, key['x-user-email']!),
        transfer,
      ),
    ).toBe('KEY_SCOPE');
  });

  it('are needed all three, and another key with every permission does not suffice', async () => {
    const { session, key, projectId } = await register('Ekin');
    const { apiKey } = (
      await ask(
        'POST',
        `/api-keys/project/${projectId}`,
        { name: 'Öteki', permissions: ['read', 'write', 'delete', 'admin'] },
        session,
      )
    ).body.data;
    const calls = [
      ['GET', '/projects'],
      ['POST', `/projects/${projectId}/create-test-environment`],
    ] as const;
    for (const [method, path] of calls) {
      expect([path, await code(method, path, { 'x-api-key': key['x-api-key']! })]).toEqual([
        path,
        'MISSING_HEADERS',
      ]);
      expect([path, await code(method, path, { ...key, 'x-api-key': apiKey.key })]).toEqual([
        path,
        'KEY_SCOPE',
      ]);
    }
  });

  it('are answered by a log-in for the strongest key', async () => {
    const { session, key } = await register('Fulya');
    const login = async () =>
      (await ask('POST', '/auth/login', { email: 'fulya@example.com', password: 'gizli-1' })).body
        .data.credentials;
    expect(await login()).toMatchObject({ apiKey: key['x-api-key'], scope: 'project' });
    const { project } = (
      await ask('POST', '/projects', { name: 'Yönetim', keyType: 'admin_project' }, session)
    ).body.data;
    const strongest = {
      email: 'fulya@example.com',
      apiKey: project.apiKey,
      projectPassword: project.apiKeyPassword,
      scope: 'admin_project',
    };
    expect(await login()).toEqual(strongest);
    expect((await ask('GET', '/auth/me', undefined, session)).body.data.credentials).toEqual(
      strongest,
    );
  });
});
