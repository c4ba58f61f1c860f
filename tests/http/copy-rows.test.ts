import { once } from 'node:events';
import { newId } from '@hzm/contracts/core/ids';
import { MemoryPool } from '@hzm/services/core/limits/memory-pool';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, send, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let count = 0;
let admin: Person | undefined;
let owner: Person;
let test = '';
let people = '';
let orders = '';

const rows = (path: string, by: Headed = owner.session) =>
  ask('GET', `/data/table/${path}`, undefined, by).then(({ body }) => body.data.rows as Any[]);
const tableOf = async (name: string): Promise<Any> =>
  (await ask('GET', `/tables/project/${test}`, undefined, owner.session)).body.data.tables.find(
    (one: Any) => one.name === name,
  );
const fieldOf = async (name: string, field: string): Promise<string> =>
  (await tableOf(name)).fields.find((one: Any) => one.name === field).id;
const start = (body: object, by: Headed = owner.session, projectId = test) =>
  ask('POST', `/projects/${projectId}/copy-rows`, { replace: [], ...body }, by);
const state = async (by: Headed = owner.session) =>
  ask('GET', `/projects/${test}/copy-rows`, undefined, by);
const over = async (): Promise<Any> => {
  let copy: Any;
  await expect
    .poll(async () => (copy = (await state()).body.data.copy).state, { timeout: 45_000 })
    .not.toBe('running');
  return copy;
};
/** Holds copies at their next page until the returned function is called, or they are stopped. */
const held = (): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  // oxlint-disable-next-line typescript/unbound-method -- called with the pool below
  const { part } = MemoryPool.prototype;
  const spy = vi.spyOn(MemoryPool.prototype, 'part').mockImplementation(async function hold(
    this: MemoryPool,
    account,
    signal,
    work,
  ) {
    await Promise.race([promise, once(signal, 'abort')]);
    return part.call(this, account, signal, work);
  });
  return () => {
    spy.mockRestore();
    resolve();
  };
};
const historyOf = async (projectId: string) =>
  (
    await ask('GET', `/projects/${projectId}/history`, undefined, {
      ...owner.session,
      'accept-language': 'en',
    })
  ).body.data.events as Any[];
const addAll = (tableId: string, values: readonly object[]) =>
  ask('POST', `/data/table/${tableId}/rows/bulk`, { rows: values }, owner.session);
const join = async (role: string): Promise<Person> => {
  const guest = await register(`Guest${++count}`);
  const { body } = await ask(
    'POST',
    `/projects/${owner.projectId}/invitations`,
    { email: `guest${count}@example.com`, role },
    owner.session,
  );
  await ask('POST', `${body.data.invitation.url}/accept`, undefined, guest.session);
  return guest;
};

beforeEach(async () => {
  admin ??= await register('Admin');
  owner = await register(`Owner${++count}`);
  people = await table(owner.projectId, owner.session, 'Kişiler', {
    ad: 'string',
    'E-posta': 'string',
    puan: 'integer',
  });
  orders = await table(owner.projectId, owner.session, 'Siparişler', {
    kişi: 'reference',
    tutar: 'number',
  });
  const { body } = await addAll(people, [
    { ad: 'Ali Veli', 'E-posta': 'ali@firma.com', puan: 5 },
    { ad: 'Oya', 'E-posta': 'oya@firma.com', puan: 7 },
    { puan: 9 },
  ]);
  await addAll(
    orders,
    body.data.rows.map(({ id }: Any, i: number) => ({ kişi: id, tutar: i + 1 })),
  );
  test = (
    await ask(
      'POST',
      `/projects/${owner.projectId}/create-test-environment`,
      undefined,
      owner.session,
    )
  ).body.data.project.id;
});

describe('a copy of live rows', () => {
  it('fills the test environment, replaces what is named, and leaves live as it was', async () => {
    const before = await historyOf(owner.projectId);
    const {
      body: { data: known },
    } = await state();
    const [ad, mail] = [await fieldOf('Kişiler', 'ad'), await fieldOf('Kişiler', 'E-posta')];
    expect(known).toMatchObject({
      copy: null,
      tables: [
        { name: 'Kişiler', liveRows: 3, rows: 0 },
        { name: 'Siparişler', liveRows: 3, rows: 0 },
      ],
      proposed: [ad, mail],
    });
    const { status, body } = await start({ replace: [ad, mail] });
    expect([status, body.data.copy]).toEqual([
      202,
      expect.objectContaining({ state: 'running', total: 6, copied: 0 }),
    ]);
    expect(await over()).toMatchObject({
      state: 'done',
      copied: 6,
      total: 6,
      tables: [{ copied: 3, existing: 0, skipped: 0 }, { copied: 3 }],
    });

    const copied = await rows((await tableOf('Kişiler')).id);
    expect(copied.map(row => [row.puan, row.ad === null || row.ad === undefined])).toEqual([
      [5, false],
      [7, false],
      [9, true],
    ]);
    for (const row of copied.slice(0, 2))
      expect(row['E-posta']).toMatch(/^[a-z]+\.[a-z]+\d{3}@example\.com$/);
    expect(copied.map(row => row.ad)).not.toContain('Oya');
    expect(copied[0].ad).toMatch(/^\S+ \S+$/);
    // A row that points to another one points to its copy.
    expect((await rows((await tableOf('Siparişler')).id)).map(row => row['kişi'])).toEqual(
      copied.map(({ id }) => id),
    );
    expect(await historyOf(owner.projectId)).toEqual(before);
    expect((await rows(people)).map(row => row['E-posta'] ?? null)).toEqual([
      'ali@firma.com',
      'oya@firma.com',
      null,
    ]);
    const told = await historyOf(test);
    expect(told.filter(({ type }) => type === 'rows-added').map(({ actor }) => actor.id)).toEqual([
      owner.id,
      owner.id,
    ]);
  });

  it('asked again adds only what is missing: nothing twice, nothing over changes, and removed rows come back', async () => {
    const body = {
      tableIds: [(await tableOf('Kişiler')).id],
      replace: [await fieldOf('Kişiler', 'E-posta')],
    };
    await start(body);
    await over();
    const { id } = await tableOf('Kişiler');
    const first = await rows(id);
    expect(await rows((await tableOf('Siparişler')).id)).toEqual([]);
    await ask('PUT', `/data/table/${id}/rows/${first[0].id}`, { puan: 50 }, owner.session);
    await ask('DELETE', `/data/table/${id}/rows/${first[1].id}`, undefined, owner.session);
    await addAll(people, [{ ad: 'Yeni', 'E-posta': 'yeni@firma.com', puan: 1 }]);
    await start(body);
    expect(await over()).toMatchObject({
      state: 'done',
      copied: 2,
      total: 4,
      tables: [{ copied: 2, existing: 2, skipped: 0 }],
    });
    const second = await rows(id);
    expect(second).toHaveLength(4);
    expect(second.find(row => row.id === first[0].id).puan).toBe(50);
    // The same values become the same ones.
    expect(second.find(row => row.id === first[1].id)).toMatchObject({
      'E-posta': first[1]['E-posta'],
      _version: 3,
    });
    expect(
      (await ask('PUT', `/data/table/${id}/rows/${first[1].id}`, { puan: 8 }, owner.session))
        .status,
    ).toBe(200);
  });

  it('counts what does not fit the test environment any more, and copies the rest', async () => {
    const { id } = await tableOf('Kişiler');
    await ask(
      'PUT',
      `/tables/${id}/fields/${await fieldOf('Kişiler', 'ad')}`,
      { isRequired: true },
      owner.session,
    );
    await start({ tableIds: [id] });
    expect(await over()).toMatchObject({
      state: 'done',
      copied: 2,
      tables: [{ total: 3, copied: 2, skipped: 1 }],
    });
  });

  it('leaves files of rows in live, and counts them', async () => {
    const made = await ask(
      'POST',
      `/tables/${owner.projectId}/${people}/fields`,
      { name: 'ekler', type: 'file' },
      owner.session,
    );
    const [row] = await rows(people);
    const cell = `/data/table/${people}/rows/${row.id}/fields/${made.body.data.field.id}/files`;
    for (const name of ['a.txt', 'b.txt']) {
      const { status } = await send('POST', `${cell}?file_name=${name}`, name, owner.session);
      expect(status).toBe(201);
    }
    await ask('DELETE', `/projects/${test}`, undefined, owner.session);
    const again = `/projects/${owner.projectId}/create-test-environment`;
    test = (await ask('POST', again, undefined, owner.session)).body.data.project.id;
    await start({});
    const files = { files: 2, tables: [{ files: 2 }, { files: 0 }] };
    expect(await over()).toMatchObject({ state: 'done', copied: 6, ...files });
    const [copied] = await rows((await tableOf('Kişiler')).id);
    expect([copied.ad, copied.ekler ?? null]).toEqual(['Ali Veli', null]);
    await start({});
    const none = { files: 0, tables: [{ existing: 3, files: 0 }, { existing: 3 }] };
    expect(await over()).toMatchObject({ state: 'done', copied: 0, ...none });
  });

  it('runs once at a time, answers its own request again, and is stopped', async () => {
    for (let i = 0; i < 4; i++)
      await addAll(
        people,
        Array.from({ length: 1000 }, (_, n) => ({ puan: n })),
      );
    const named = { ...owner.session, 'x-request-id': newId() };
    const release = held();
    const {
      body: {
        data: { copy },
      },
    } = await start({}, named);
    expect((await start({}, named)).body.data.copy.id).toBe(copy.id);
    const { status, body } = await start({});
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    expect((await state()).body.data.tables[0].rows).toBeNull();
    const stopped = (await ask('DELETE', `/projects/${test}/copy-rows`, undefined, owner.session))
      .body.data.copy;
    expect(stopped.state).toBe('stopped');
    expect(stopped.copied).toBeLessThan(4000);
    release();
    const { id } = await tableOf('Kişiler');
    await start({ tableIds: [id] });
    expect(await over()).toMatchObject({ state: 'done', tables: [{ total: 4003 }] });
    expect(
      (await ask('GET', `/data/table/${id}?limit=1`, undefined, owner.session)).body.data.pagination
        .total,
    ).toBe(4003);
  }, 120_000);

  it('ends with its test environment', async () => {
    for (let i = 0; i < 3; i++)
      await addAll(
        people,
        Array.from({ length: 1000 }, (_, n) => ({ puan: n })),
      );
    await start({});
    expect((await ask('DELETE', `/projects/${test}`, undefined, owner.session)).status).toBe(200);
    const again = await ask(
      'POST',
      `/projects/${owner.projectId}/create-test-environment`,
      undefined,
      owner.session,
    );
    expect(again.body).toMatchObject({ success: true });
    test = again.body.data.project.id;
    // The one before runs no more: otherwise one more of the same person would be refused.
    await expect.poll(async () => (await start({})).status, { timeout: 10_000 }).toBe(202);
    expect(await over()).toMatchObject({ state: 'done', copied: 3006 });
  }, 120_000);

  it('ends when its project goes into the bin, and adds the rest once it is back', async () => {
    await ask('PUT', `/admin/users/${owner.id}`, { maxProjects: 2 }, admin!.session);
    const { project } = (await ask('POST', '/projects', { name: 'Öbür' }, owner.session)).body.data;
    const beside = `/projects/${project.id}/create-test-environment`;
    const other = (await ask('POST', beside, undefined, owner.session)).body.data.project.id;
    const release = held();
    expect((await start({})).status).toBe(202);
    expect((await start({}, owner.session, other)).status).not.toBe(202);
    const live = `/projects/${owner.projectId}`;
    expect((await ask('DELETE', live, undefined, owner.session)).status).toBe(200);
    expect((await state()).status).toBe(404);
    release();
    // A person has one copy at a time: this one begins when that one has ended.
    await expect
      .poll(async () => (await start({}, owner.session, other)).status, { timeout: 10_000 })
      .toBe(202);
    const back = `/bin${live}/restore`;
    expect((await ask('POST', back, {}, owner.session)).status).toBe(200);
    expect(await over()).toMatchObject({ state: 'stopped', copied: 3 });
    expect((await start({})).status).toBe(202);
    expect(await over()).toMatchObject({ state: 'done', copied: 3, total: 6 });
  });

  it('ends when the administrator who began it is dismissed', async () => {
    for (let i = 0; i < 4; i++)
      await addAll(
        people,
        Array.from({ length: 1000 }, (_, n) => ({ puan: n })),
      );
    const second = await register(`Second${++count}`);
    const appoint = async (isAdmin: boolean): Promise<void> => {
      const { status } = await ask('PUT', `/admin/users/${second.id}`, { isAdmin }, admin!.session);
      expect(status).toBe(200);
    };
    await appoint(true);
    const release = held();
    expect((await start({}, second.session)).status).toBe(202);
    await appoint(false);
    release();
    const copy = await over();
    expect(copy.state).not.toBe('done');
    expect(copy.copied).toBeLessThan(4000);
  }, 120_000);

  it('refuses what it does not know, so that nothing is copied as it is by mistake', async () => {
    const unknown = await start({ replace: [newId()] });
    expect([unknown.status, unknown.body.details.map(({ path }: Any) => path)]).toEqual([
      400,
      ['replace.0'],
    ]);
    expect((await start({ tableIds: [people] })).body.details.map(({ path }: Any) => path)).toEqual(
      ['tableIds.0'],
    );
    expect((await start({}, owner.session, owner.projectId)).status).toBe(409);
    expect((await state()).body.data.copy).toBeNull();
  });

  it('is for those who manage the live project: no viewer, editor, stranger or key of the test environment', async () => {
    const key = (await ask('GET', `/projects/${test}`, undefined, owner.session)).body.data.project;
    const keyed = {
      'x-api-key': key.apiKey,
      'x-user-email': key.owner.email,
      'x-project-password': key.apiKeyPassword,
    };
    const added = await ask(
      'POST',
      `/api-keys/project/${test}`,
      { name: 'Yönetici', scope: 'admin_project', permissions: ['read', 'write', 'admin'] },
      owner.session,
    );
    expect(added.status).toBe(201);
    const managing = { ...keyed, 'x-api-key': added.body.data.apiKey.key };
    for (const by of [
      (await join('viewer')).session,
      (await join('editor')).session,
      keyed,
      managing,
    ]) {
      expect([
        (await start({}, by)).status,
        (await state(by)).status,
        (await ask('DELETE', `/projects/${test}/copy-rows`, undefined, by)).status,
      ]).toEqual([403, 403, 403]);
    }
    expect((await start({}, (await register(`Stranger${++count}`)).session)).status).toBe(404);
    const manager = await join('manager');
    expect((await start({}, manager.session)).status).toBe(202);
    expect(await over()).toMatchObject({ state: 'done', copied: 6 });
  });
});
