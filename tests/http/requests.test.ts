import { MAX_REQUEST_BYTES } from '@hzm/contracts/features/endpoint-requests/request';
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

const body = { endpoint_name: 'Stok özeti', description: 'Depolara göre stok toplamı' };
/** Each question waits for what was written before: another process may answer it. */
const call = async (
  method: string,
  path: string,
  sent?: unknown,
  headers: Headed = owner.session,
) => {
  const answer = await ask(method, path, sent, {
    ...headers,
    ...(method === 'GET' && last !== '' && { 'x-wait-for-position': last }),
  });
  last = answer.headers.get('x-position') ?? last;
  return answer;
};
const add = async (more: object = {}, headers: Headed = owner.session): Promise<Any> =>
  (
    await call(
      'POST',
      `/endpoint-requests/project/${owner.projectId}`,
      { ...body, ...more },
      headers,
    )
  ).body.data;
const list = async (query = '', headers: Headed = owner.session): Promise<Any> =>
  (await call('GET', `/endpoint-requests/project/${owner.projectId}${query}`, undefined, headers))
    .body.data;
const one = async (id: string, headers: Headed = owner.session) =>
  call('GET', `/endpoint-requests/${id}`, undefined, headers);
const move = (id: string, status: string, notes?: string, headers: Headed = admin.session) =>
  call(
    'PUT',
    `/endpoint-requests/${id}/status`,
    { status, ...(notes !== undefined && { admin_notes: notes }) },
    headers,
  );
const join = async (role: string): Promise<Person> => {
  const guest = await register(`Guest${++count}`);
  const { body: said } = await call('POST', `/projects/${owner.projectId}/invitations`, {
    email: `guest${count}@example.com`,
    role,
  });
  await call('POST', `${said.data.invitation.url}/accept`, undefined, guest.session);
  return guest;
};

beforeAll(async () => {
  admin = await register('Admin');
  owner = await register('Owner');
});

describe('an endpoint request', () => {
  it('is answered with its defaults, in the fixed names', async () => {
    const answer = await call('POST', `/endpoint-requests/project/${owner.projectId}`, body);
    expect([answer.status, answer.headers.get('etag')]).toEqual([201, '"1"']);
    expect(answer.body.data).toMatchObject({
      ...body,
      project_id: owner.projectId,
      requester_email: 'owner@example.com',
      requester_name: 'Owner',
      http_method: 'GET',
      priority: 'medium',
      response_format: 'JSON',
      auth_required: true,
      rate_limit_needs: 'default',
      input_requirements: '',
      status: 'pending',
      admin_notes: null,
      rejection_reason: null,
      reviewed_at: null,
      implemented_at: null,
      endpoint_path: null,
      _version: 1,
    });
    const { data } = (await one(answer.body.data.id)).body;
    expect(data).toMatchObject({
      ...answer.body.data,
      unread: false,
      history: [{ kind: 'added', status: 'pending', actor: { name: 'Owner' }, note: '' }],
    });
  });

  it('says what is wrong with its fields, in the fixed texts', async () => {
    const wrong = async (sent: object, headers: Headed = owner.session) =>
      (await call('POST', `/endpoint-requests/project/${owner.projectId}`, sent, headers)).body;
    expect((await wrong({})).details).toEqual([
      { path: 'endpoint_name', message: 'Endpoint adı gereklidir' },
      { path: 'description', message: 'Açıklama gereklidir' },
    ]);
    expect((await wrong({ endpoint_name: ' ab ', description: 'kısa' })).details).toEqual([
      { path: 'endpoint_name', message: 'Endpoint adı en az 3 karakter olmalıdır' },
      { path: 'description', message: 'Açıklama en az 10 karakter olmalıdır' },
    ]);
    expect(
      (
        await wrong({ ...body, priority: 'x', http_method: 'HEAD', rate_limit_needs: '1' })
      ).details.map(({ path }: Any) => path),
    ).toEqual(['http_method', 'priority', 'rate_limit_needs']);
    // Each text is short enough; together, in bytes, they are not.
    const long = 'ş'.repeat(4_000);
    const heavy = {
      ...body,
      input_requirements: long,
      output_requirements: long,
      use_cases: long,
      special_requirements: long,
    };
    expect(Buffer.byteLength(JSON.stringify(heavy))).toBeLessThan(MAX_REQUEST_BYTES + 1_000);
    expect(await wrong({ ...heavy, description: long })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ message: 'Bir istek en fazla 32 KB olabilir' }],
    });
    expect(
      await wrong({ ...body, description: 'ab' }, { ...owner.session, 'accept-language': 'en' }),
    ).toMatchObject({ details: [{ message: 'The description needs at least 10 characters' }] });
  });

  it('asked for twice with one X-Request-ID is one request', async () => {
    const before = (await list()).counts.total;
    const headers = { ...owner.session, 'x-request-id': `twice-${Date.now()}` };
    const [first, again] = [await add({}, headers), await add({}, headers)];
    expect(again).toEqual(first);
    await move(first.id, 'approved');
    // Also after others have written: as it was then.
    expect(await add({}, headers)).toEqual(first);
    expect((await list()).counts.total).toBe(before + 1);
    expect(
      (
        await call(
          'POST',
          `/endpoint-requests/project/${owner.projectId}`,
          { ...body, priority: 'low' },
          headers,
        )
      ).status,
    ).toBe(409);
  });

  it('goes its way step by step, each with its note and its time; any other step is 409', async () => {
    const { id } = await add();
    expect((await move(id, 'testing')).body).toMatchObject({ code: 'INVALID_TRANSITION' });
    expect((await move(id, 'approved', 'Olur')).body.data).toMatchObject({
      status: 'approved',
      admin_notes: 'Olur',
      reviewed_at: expect.any(String),
      _version: 2,
    });
    expect((await move(id, 'approved')).status).toBe(409);
    for (const status of ['testing', 'implementing'])
      expect((await move(id, status)).body.data).toMatchObject({
        status,
        admin_notes: 'Olur',
        implemented_at: null,
      });
    expect((await move(id, 'completed', 'Hazır')).body.data).toMatchObject({
      status: 'completed',
      admin_notes: 'Hazır',
      implemented_at: expect.any(String),
    });
    expect((await move(id, 'rejected', 'geç')).status).toBe(409);
    const { data } = (await one(id)).body;
    expect(
      data.history.map(({ kind, status, note, actor }: Any) => [kind, status, note, actor.name]),
    ).toEqual([
      ['added', 'pending', '', 'Owner'],
      ['moved', 'approved', 'Olur', 'Admin'],
      ['moved', 'testing', '', 'Admin'],
      ['moved', 'implementing', '', 'Admin'],
      ['moved', 'completed', 'Hazır', 'Admin'],
    ]);
    const { body: told } = await call(
      'GET',
      `/projects/${owner.projectId}/history?type=endpoint-request-moved&limit=1000`,
      undefined,
      { ...owner.session, 'accept-language': 'en' },
    );
    expect(told.data.events.at(-1).summary).toBe(
      'Admin moved the endpoint request “Stok özeti” on: completed',
    );
  });

  it('is rejected with a reason', async () => {
    const { id } = await add();
    expect((await move(id, 'rejected', '  ')).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'admin_notes' }],
    });
    expect((await move(id, 'rejected', 'Gerek yok')).body.data).toMatchObject({
      status: 'rejected',
      admin_notes: 'Gerek yok',
      rejection_reason: 'Gerek yok',
    });
  });

  it('is not written over by who saw an older one', async () => {
    const { id } = await add();
    await call('PUT', `/endpoint-requests/${id}`, { ...body, priority: 'high' });
    const late = await call(
      'PUT',
      `/endpoint-requests/${id}/status`,
      { status: 'approved' },
      { ...admin.session, 'if-match': '"1"' },
    );
    expect([late.status, late.body.data.current]).toEqual([
      412,
      expect.objectContaining({ id, priority: 'high', _version: 2 }),
    ]);
    expect(
      (
        await call(
          'PUT',
          `/endpoint-requests/${id}/status`,
          { status: 'approved' },
          { ...admin.session, 'if-match': '"2"' },
        )
      ).status,
    ).toBe(200);
  });

  it('is changed, withdrawn and brought back by who made it, until somebody looks at it', async () => {
    const editor = await join('editor');
    const { id } = await add();
    const path = `/endpoint-requests/${id}`;
    expect((await call('PUT', path, { ...body, use_cases: 'x' }, editor.session)).status).toBe(403);
    expect((await call('PUT', path, { ...body, use_cases: 'rapor' })).body.data).toMatchObject({
      use_cases: 'rapor',
      _version: 2,
    });
    const { counts } = await list();
    expect((await call('DELETE', path)).body.data.status).toBe('withdrawn');
    expect((await list()).counts.total).toBe(counts.total - 1);
    expect((await list('?limit=500')).requests.some((request: Any) => request.id === id)).toBe(
      false,
    );
    expect((await move(id, 'approved')).status).toBe(409);
    expect((await call('POST', `${path}/restore`)).body.data.status).toBe('pending');
    await move(id, 'reviewing');
    for (const answer of [await call('PUT', path, body), await call('DELETE', path)])
      expect(answer.body).toMatchObject({
        code: 'INVALID_TRANSITION',
        error: 'Bu istek incelenmeye başlandı; artık değiştirilemez veya geri çekilemez',
      });
  });
});

describe('a step that was a mistake', () => {
  it('is taken back by who took it, with all that it changed', async () => {
    const { id } = await add();
    const { data } = (await move(id, 'rejected', 'yanlışlıkla')).body;
    const undone = await call(
      'POST',
      `/endpoint-requests/${id}/undo`,
      { version: data._version },
      admin.session,
    );
    expect(undone.body.data).toMatchObject({
      status: 'pending',
      admin_notes: null,
      rejection_reason: null,
      reviewed_at: null,
      _version: 3,
    });
    expect(
      (await list('?category=inbox&limit=500')).requests.some((request: Any) => request.id === id),
    ).toBe(true);
    expect((await one(id)).body.data.history.map(({ kind }: Any) => kind)).toEqual([
      'added',
      'rejected',
      'step-undone',
    ]);
  });

  it('stays when something followed', async () => {
    const { id } = await add();
    const { data } = (await move(id, 'approved')).body;
    await move(id, 'testing');
    expect(
      (
        await call(
          'POST',
          `/endpoint-requests/${id}/undo`,
          { version: data._version },
          admin.session,
        )
      ).status,
    ).toBe(409);
  });
});

describe('the list', () => {
  it('is filtered, sorted, searched and paged, with counts of everything', async () => {
    owner = await register(`Lister${++count}`);
    for (const [name, priority] of [
      ['Bir', 'low'],
      ['İki Iğdır', 'critical'],
      ['Üç', 'medium'],
      ['Dört', 'high'],
    ] as const)
      await add({ endpoint_name: `${name} istek`, priority });
    const {
      requests: [dört],
      counts,
    } = await list();
    await move(dört.id, 'approved');
    expect(counts).toMatchObject({
      total: 4,
      categories: {
        inbox: { count: 4, priorities: { low: 1, medium: 1, high: 1, urgent: 0, critical: 1 } },
        approved: { count: 0 },
      },
    });
    const names = async (query: string): Promise<string[]> =>
      (await list(query)).requests.map(({ endpoint_name }: Any) => endpoint_name.split(' ')[0]);
    expect(await names('')).toEqual(['Dört', 'Üç', 'İki', 'Bir']);
    expect(await names('?sort=oldest&category=inbox')).toEqual(['Bir', 'İki', 'Üç']);
    expect(await names('?sort=priority')).toEqual(['İki', 'Dört', 'Üç', 'Bir']);
    expect(await names('?priority=high')).toEqual(['Dört']);
    expect(await names('?search=ığdir')).toEqual(['İki']);
    const first = await list('?limit=3');
    expect([first.requests.length, first.pagination]).toEqual([
      3,
      expect.objectContaining({ page: 1, limit: 3, total: 4, totalPages: 2 }),
    ]);
    expect(
      await names(`?limit=3&cursor=${encodeURIComponent(first.pagination.nextCursor)}`),
    ).toEqual(['Bir']);
    expect(await names('?limit=3&page=2')).toEqual(['Bir']);
    expect((await list()).counts.categories).toMatchObject({
      inbox: { count: 3 },
      approved: { count: 1, priorities: { high: 1 } },
    });
    expect(
      (await call('GET', `/endpoint-requests/project/${owner.projectId}?category=x`)).status,
    ).toBe(400);
  });
});

describe('unread', () => {
  it('is what others changed, until one says that one has read it: one thing, or all of a project', async () => {
    owner = await register(`Reader${++count}`);
    const [a, b] = [await add(), await add()];
    const unread = async (headers: Headed): Promise<number[]> => {
      const { counts, requests } = await list('', headers);
      return [counts.unread, requests.filter(({ unread: is }: Any) => is).length];
    };
    // One's own are not news to oneself.
    expect([await unread(owner.session), await unread(admin.session)]).toEqual([
      [0, 0],
      [2, 2],
    ]);
    await move(a.id, 'approved');
    expect([await unread(owner.session), await unread(admin.session)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    const { data } = (await one(a.id)).body;
    expect(data.unread).toBe(true);
    const mark = await call('POST', '/read-marks', {
      topic: `request:${a.id}`,
      upTo: data.position,
    });
    expect(mark.body.data.mark).toEqual({
      topic: `request:${a.id}`,
      scope: `requests:${owner.projectId}`,
      upTo: data.position,
    });
    expect(await unread(owner.session)).toEqual([0, 0]);
    // Later news is news again; what is still to come cannot be read now.
    await call(
      'POST',
      '/read-marks',
      { topic: `requests:${owner.projectId}`, upTo: '9'.repeat(20) },
      admin.session,
    );
    expect(await unread(admin.session)).toEqual([0, 0]);
    await call('PUT', `/endpoint-requests/${b.id}`, { ...body, priority: 'high' });
    expect(await unread(admin.session)).toEqual([1, 1]);
  });

  it('is said of nothing that one may not read', async () => {
    const { id } = await add();
    const stranger = await register(`Stranger${++count}`);
    for (const topic of [`request:${id}`, `requests:${owner.projectId}`])
      expect(
        (await call('POST', '/read-marks', { topic, upTo: '0'.repeat(20) }, stranger.session))
          .status,
      ).toBe(404);
    expect(
      (await call('POST', '/read-marks', { topic: `request:${id}`, upTo: last }, owner.key)).status,
    ).toBe(403);
  });
});

describe('rights', () => {
  it('viewers and auditors read, editors ask, only administrators decide', async () => {
    owner = await register(`Righter${++count}`);
    const [viewer, auditor, editor, manager] = [
      await join('viewer'),
      await join('auditor'),
      await join('editor'),
      await join('manager'),
    ];
    const asked = async (headers: Headed) =>
      (await call('POST', `/endpoint-requests/project/${owner.projectId}`, body, headers)).status;
    expect([
      await asked(viewer.session),
      await asked(auditor.session),
      await asked(editor.session),
      await asked(manager.session),
      await asked(admin.session),
    ]).toEqual([403, 403, 201, 201, 201]);
    expect((await list('', viewer.session)).requests).toHaveLength(3);
    const { id } = await add();
    for (const person of [viewer, editor, manager, owner])
      expect((await move(id, 'approved', undefined, person.session)).status).toBe(403);
  });

  it("a project's plain key reads and asks, shown its owner's address alone", async () => {
    const email = owner.key['x-user-email']!;
    const editor = await join('editor');
    const { id: own } = await add();
    const { id: others } = await add({}, editor.session);
    const made = await call(
      'POST',
      `/endpoint-requests/project/${owner.projectId}`,
      body,
      owner.key,
    );
    const { requests } = await list('', owner.key);
    const requester = (id: string) => {
      const { requester_kind, requester_email } = requests.find((one: Any) => one.id === id);
      return [requester_kind, requester_email];
    };
    expect(made.body.data).toMatchObject({
      requester_kind: 'key',
      requester_email: email,
      requester_name: 'main',
    });
    expect([made.status, requester(own), requester(others), requester(made.body.data.id)]).toEqual([
      201,
      ['owner', email],
      ['person', ''],
      ['key', email],
    ]);
    const { data } = (await one(others)).body;
    expect(data.requester_email).toMatch(/^guest\d+@example\.com$/);
    expect((await one(made.body.data.id, editor.session)).body.data.requester_email).toBe(email);
    expect((await move(requests[0].id, 'approved', undefined, owner.key)).status).toBe(403);
    expect(
      (
        await call('GET', `/endpoint-requests/project/${owner.projectId}`, undefined, {
          'x-api-key': owner.key['x-api-key']!,
        })
      ).body.code,
    ).toBe('MISSING_HEADERS');
  });

  it('goes with the project', async () => {
    const gone = await register(`Goner${++count}`);
    const { data } = (
      await call('POST', `/endpoint-requests/project/${gone.projectId}`, body, gone.session)
    ).body;
    expect((await call('DELETE', `/projects/${gone.projectId}`, {}, gone.session)).status).toBe(
      200,
    );
    expect((await one(data.id, gone.session)).status).toBe(404);
    expect((await one(data.id, admin.session)).status).toBe(404);
  });
});
