import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serve, type Answer, type Headed } from '../http/serve.ts';
import { eraseProject } from '../run/erase-project.ts';

const server = serve();
const { register, table } = server;
type Person = Awaited<ReturnType<typeof register>>;
let admin: Person;
let owner: Person;
let people = 0;
let rows = '';
const { call } = server.inTurn(() => owner.session);

/** Text that no compression makes smaller. */
const noise = (bytes: number): string => randomBytes(bytes / 2).toString('hex');
const KIB = 1024;

const usage = async (
  project = owner.projectId,
): Promise<
  Record<'rows' | 'rowBytes' | 'historyBytes' | 'bytes' | 'maxStorage' | 'deletedBytes', number>
> => (await call('GET', `/projects/${project}/usage`)).body.data.usage;
const allow = async (maxStorage: number): Promise<void> => {
  expect(
    (await call('PUT', `/admin/users/${owner.id}`, { maxStorage }, admin.session)).body.data.user,
  ).toMatchObject({ maxStorage });
};
/** Leaves room for so many bytes more. */
const leave = async (bytes: number): Promise<void> => allow((await usage()).bytes + bytes);
const isFull = ({ status, body }: Answer): void => {
  expect([status, body.code, body.error]).toEqual([
    403,
    'PLAN_LIMIT',
    expect.stringContaining('MiB') as string,
  ]);
};

beforeAll(async () => {
  admin = await register('Yonetici');
});
beforeEach(async () => {
  owner = await register(`Kisi${++people}`);
  rows = `/data/table/${await table(owner.projectId, owner.session, 'Notlar', { metin: 'text' })}/rows`;
});

describe('the usage of a project', () => {
  it('counts rows, their bytes and every version of them, and gives back the rows that go', async () => {
    const before = await usage();
    expect(before).toMatchObject({ rows: 0, rowBytes: 0, maxStorage: 2 ** 30 });
    const { row } = (await call('POST', rows, { metin: noise(10 * KIB) })).body.data;
    const one = await usage();
    expect([one.rows, one.bytes]).toEqual([1, one.rowBytes + one.historyBytes]);
    expect(one.rowBytes).toBeGreaterThan(10 * KIB);
    expect(one.rowBytes).toBeLessThan(11 * KIB);

    for (let n = 0; n < 10; n++) await call('PUT', `${rows}/${row.id}`, { metin: noise(10 * KIB) });
    const rewritten = await usage();
    expect([rewritten.rows, rewritten.rowBytes]).toEqual([1, one.rowBytes]);
    // Each version is in the log, deflated, with the one that it replaced.
    expect(rewritten.historyBytes - one.historyBytes).toBeGreaterThan(50 * KIB);

    await call('POST', `${rows}/bulk`, {
      rows: [{ metin: noise(KIB) }, { metin: noise(KIB) }, {}],
    });
    expect((await usage()).rows).toBe(4);
    await call('DELETE', `${rows}/${row.id}`);
    const { rows: left, rowBytes } = await usage();
    expect([left, rowBytes < 3 * KIB]).toEqual([3, true]);
    await call('POST', `${rows}/${row.id}/restore`, { version: 1 });
    expect((await usage()).rowBytes).toBe(rowBytes + one.rowBytes);

    const tableId = rows.split('/')[3]!;
    expect((await call('DELETE', `/tables-new/${owner.projectId}/${tableId}`)).status).toBe(200);
    // Rows of a table that can be brought back count.
    expect((await usage()).rows).toBe(4);
    const { name } = (await call('GET', `/projects/${owner.projectId}/bin?kind=table`)).body.data
      .entries[0];
    const erased = `/projects/${owner.projectId}/bin/tables/${tableId}`;
    expect((await call('DELETE', erased, { confirm: name })).status).toBe(200);
    expect(await usage()).toMatchObject({ rows: 0, rowBytes: 0 });
  });

  it('counts requests that changed nothing, since the log remembers them', async () => {
    const { row } = (await call('POST', rows, { metin: 'x' })).body.data;
    const before = (await usage()).historyBytes;
    for (let n = 0; n < 5; n++)
      expect(
        (
          await call(
            'PUT',
            `${rows}/${row.id}`,
            { metin: 'x' },
            { ...owner.session, 'x-request-id': `same ${people} ${n}` },
          )
        ).status,
      ).toBe(200);
    await expect.poll(async () => (await usage()).historyBytes - before).toBeGreaterThan(5 * 100);
  });

  it('is told to members, and to no stranger', async () => {
    const stranger = await register(`Yabanci${people}`);
    expect(
      (await call('GET', `/projects/${owner.projectId}/usage`, undefined, stranger.session)).status,
    ).toBe(404);
    expect(
      (await call('GET', `/projects/${owner.projectId}/usage`, undefined, admin.session)).body.data
        .usage,
    ).toEqual(await usage());
  });
});

describe('a full project', () => {
  it('takes no more rows, versions, tables or messages, however they come', async () => {
    const { row } = (await call('POST', rows, { metin: noise(20 * KIB) })).body.data;
    const other = (await call('POST', rows, { metin: 'x' })).body.data.row;
    await call('DELETE', `${rows}/${other.id}`);
    const thread = (
      await call('POST', '/threads', {
        title: 'Konu',
        initialMessage: 'Merhaba',
        project_id: owner.projectId,
      })
    ).body.data;
    await leave(0);
    isFull(await call('POST', rows, { metin: 'x' }));
    isFull(await call('PUT', `${rows}/${row.id}`, { metin: 'y' }));
    isFull(await call('POST', `${rows}/bulk`, { rows: [{ metin: 'x' }] }));
    isFull(
      await call('POST', `${rows}/bulk`, { updates: [{ id: row.id, values: { metin: 'y' } }] }),
    );
    isFull(await call('POST', `${rows}/${other.id}/restore`, { version: 1 }));
    isFull(await call('POST', `${rows}/bulk`, { restores: [other.id] }));
    isFull(await call('POST', `/tables/project/${owner.projectId}`, { name: 'Başka' }));
    isFull(
      await call('POST', `/threads/${thread.id}/messages`, { content: 'Merhaba', attachments: [] }),
    );
    isFull(await call('POST', rows, { metin: 'x' }, owner.key));
    const pattern = { pattern: '*.vercel.app', isOn: false };
    isFull(await call('PUT', `/projects/${owner.projectId}/cors/patterns`, pattern));
    const open = { settings: { allowApiAccess: true, maxRequestsPerMinute: 77 } };
    isFull(await call('PUT', `/projects/${owner.projectId}`, open));

    // Nothing of it was written, and everything is still there.
    expect((await call('GET', `${rows}/${row.id}`)).body.data.row).toMatchObject({
      id: row.id,
      _version: 1,
    });
    expect((await usage()).rows).toBe(1);
  });

  it('still gives rows, keys and itself away, and takes more as soon as there is room', async () => {
    const { row } = (await call('POST', rows, { metin: noise(100 * KIB) })).body.data;
    await leave(0);
    isFull(await call('POST', rows, { metin: 'x' }));
    expect((await call('DELETE', `${rows}/${row.id}`)).status).toBe(200);
    await leave(200 * KIB);
    expect((await call('POST', rows, { metin: 'x' })).status).toBe(201);
    await allow(1);
    isFull(await call('POST', rows, { metin: 'x' }));
    const settings = { settings: { allowApiAccess: false } };
    expect((await call('PUT', `/projects/${owner.projectId}`, settings)).status).toBe(200);
    expect((await call('DELETE', `/projects/${owner.projectId}`, {})).status).toBe(200);
  });

  it('gets no more than its room from a hundred writers at once', { timeout: 30_000 }, async () => {
    await leave(256 * KIB);
    const { bytes: before, maxStorage } = await usage();
    const writers = Array.from({ length: 100 }, () =>
      server.ask('POST', rows, { metin: noise(16 * KIB) }, owner.session),
    );
    const answers = await Promise.all(writers);
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toEqual(new Set([201, 403]));
    const last = answers.reduce(
      (latest, { headers }) =>
        latest > (headers.get('x-position') ?? '') ? latest : headers.get('x-position')!,
      '',
    );
    const waiting: Headed = { ...owner.session, 'x-wait-for-position': last };
    const { usage: after } = (
      await server.ask('GET', `/projects/${owner.projectId}/usage`, undefined, waiting)
    ).body.data;
    expect(after.bytes).toBeGreaterThan(before);
    // Rows that are on their way when the room is looked at are counted with the next look.
    expect(after.bytes).toBeLessThan(maxStorage + 2 * 256 * KIB);
  });

  it('leaves the other projects of its owner their own room', async () => {
    await call('POST', rows, { metin: noise(200 * KIB) });
    await leave(0);
    isFull(await call('POST', rows, { metin: 'x' }));
    const { id } = (await call('POST', '/projects', { name: 'İkinci' })).body.data.project;
    const second = await table(id, owner.session, 'Notlar', { metin: 'text' });
    expect(await usage(id)).toMatchObject({ rows: 0, maxStorage: (await usage()).maxStorage });
    expect((await call('POST', `/data/table/${second}/rows`, { metin: 'x' })).status).toBe(201);
    isFull(await call('POST', rows, { metin: 'x' }));
  });
});

describe('deleted projects', () => {
  /** Makes a project with one table and these rows, and deletes it. */
  const comeAndGo = async (count: number): Promise<void> => {
    const { id } = (await call('POST', '/projects', { name: 'Geçici' })).body.data.project;
    const tableId = await table(id, owner.session, 'Notlar', { metin: 'text' });
    for (let n = 0; n < count; n++)
      await call('POST', `/data/table/${tableId}/rows`, { metin: 'x' });
    expect((await eraseProject(call, { id, name: 'Geçici' }, owner.session)).status).toBe(200);
  };

  it('count for their owner by what they left in the log, which owner and administrators are told', async () => {
    expect((await usage()).deletedBytes).toBe(0);
    await comeAndGo(5);
    const left = (await usage()).deletedBytes;
    expect(left).toBeGreaterThanOrEqual(150 * 8);
    await comeAndGo(5);
    expect((await usage()).deletedBytes).toBe(2 * left);
    const path = `/projects/${owner.projectId}/usage`;
    expect((await call('GET', path, undefined, owner.key)).body.data.usage).toMatchObject({
      deletedBytes: null,
    });
    expect((await call('GET', path, undefined, admin.session)).body.data.usage).toMatchObject({
      deletedBytes: 2 * left,
    });
  });

  it('let no project come after them when they left as much as a project may keep; deleting and writing go on', async () => {
    await comeAndGo(1);
    const { deletedBytes, bytes } = await usage();
    const { id } = (await call('POST', '/projects', { name: 'Kalan' })).body.data.project;
    await allow(deletedBytes);
    expect((await eraseProject(call, { id, name: 'Kalan' }, owner.session)).status).toBe(200);
    isFull(await call('POST', '/projects', { name: 'Yeni' }));
    isFull(await call('POST', `/projects/${owner.projectId}/create-test-environment`, {}));
    await allow(bytes + 2 ** 20);
    expect((await call('POST', rows, { metin: 'x' })).status).toBe(201);
    expect((await call('POST', '/projects', { name: 'Yeni' })).status).toBe(201);
  });
});

describe('projects in the bin', () => {
  it('count whole for their owner, who gets no other project until some are erased', async () => {
    const { id } = (await call('POST', '/projects', { name: 'Dolu' })).body.data.project;
    const tableId = await table(id, owner.session, 'Notlar', { metin: 'text' });
    await call('POST', `/data/table/${tableId}/rows`, { metin: noise(100 * KIB) });
    const { bytes } = await usage(id);
    expect((await call('DELETE', `/projects/${id}`)).status).toBe(200);
    expect((await usage()).deletedBytes).toBeGreaterThanOrEqual(bytes);
    await allow(bytes);
    isFull(await call('POST', '/projects', { name: 'Yeni' }));

    const giver = await register(`Veren${people}`);
    const given = `/projects/${giver.projectId}`;
    const invited = { email: `kisi${people}@example.com`, role: 'viewer' };
    const { invitation } = (await call('POST', `${given}/invitations`, invited, giver.session)).body
      .data;
    expect((await call('POST', `${invitation.url}/accept`, {})).status).toBe(200);
    await call('PUT', given, { name: 'Verilen' }, giver.session);
    const give = () => call('POST', `${given}/owner`, { userId: owner.id }, giver.session);
    expect((await give()).body).toMatchObject({
      code: 'PLAN_LIMIT',
      error: expect.stringContaining(`Kisi${people} adlı kişinin silinen projeleri`) as string,
    });

    expect((await call('DELETE', `/bin/projects/${id}`, { confirm: 'Dolu' })).status).toBe(200);
    expect((await give()).status).toBe(200);
  });
});

describe('a plan', () => {
  it('says how much a project of those who take it may keep', async () => {
    const made = await call(
      'POST',
      '/pricing/plans',
      { name: 'Depo', price: 0, maxStorage: 5 * 2 ** 20 },
      admin.session,
    );
    expect([made.status, made.body.data.plan.maxStorage]).toEqual([201, 5 * 2 ** 20]);
    const { id } = made.body.data.plan;
    await call('PUT', '/pricing/subscription', {
      planId: id,
      cycle: 'monthly',
      price: 0,
      setupFee: 0,
    });
    expect(await usage()).toMatchObject({ maxStorage: 5 * 2 ** 20 });
    for (const maxStorage of [-2, 1.5, 2 ** 51, 'x', null]) {
      expect(
        (await call('PUT', `/pricing/plans/${id}`, { maxStorage }, admin.session)).status,
      ).toBe(400);
    }
    expect(
      (await call('PUT', `/pricing/plans/${id}`, { maxStorage: -1 }, admin.session)).body.data.plan
        .maxStorage,
    ).toBe(-1);
  });
});
