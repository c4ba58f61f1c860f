import { newId } from '@hzm/contracts/core/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
let count = 0;
let owner: Person;
let admin: Person | undefined;
let live = '';
let test = '';
let products = '';

/** A table of a project by its name, with its fields. */
const tablesOf = async (projectId: string): Promise<Any[]> =>
  (await ask('GET', `/tables/project/${projectId}`, undefined, owner.session)).body.data.tables;
const tableOf = async (projectId: string, name: string): Promise<Any> =>
  (await tablesOf(projectId)).find(one => one.name === name);
const fieldOf = async (projectId: string, name: string, field: string): Promise<string> =>
  (await tableOf(projectId, name)).fields.find((one: Any) => one.name === field).id;
const rowsOf = async (tableId: string): Promise<Any[]> =>
  (await ask('GET', `/data/table/${tableId}?sort=created_at`, undefined, owner.session)).body.data
    .rows;
const addRow = async (tableId: string, values: object): Promise<string> =>
  (await ask('POST', `/data/table/${tableId}/rows`, values, owner.session)).body.data.row.id;
const change = (tableId: string, fieldId: string, body: object, by = owner) =>
  ask('PUT', `/tables/${tableId}/fields/${fieldId}`, body, by.session);
const preview = async (by: Headed = owner.session) =>
  ask('POST', '/tables/transfer-preview', { testProjectId: test, liveProjectId: live }, by);
const transfer = (
  tableIds: readonly string[],
  more: object = {},
  headers: Headed = owner.session,
) =>
  ask(
    'POST',
    '/tables/transfer-to-live',
    { testProjectId: test, liveProjectId: live, tableIds, ...more },
    headers,
  );
const undo = (id: string, headers: Headed = owner.session) =>
  ask('POST', `/projects/${live}/transfers/${id}/undo`, undefined, headers);
/** A project's schema, and a table's rows, without when that changed last. */
const asBefore = async (projectId: string, tableId: string) =>
  [...(await tablesOf(projectId)), ...(await rowsOf(tableId))].map(one => ({
    ...one,
    updatedAt: undefined,
    updated_at: undefined,
  }));
const join = async (role: string): Promise<Person> => {
  const guest = await register(`Guest${++count}`);
  const { body } = await ask(
    'POST',
    `/projects/${live}/invitations`,
    { email: `guest${count}@example.com`, role },
    owner.session,
  );
  await ask('POST', `${body.data.invitation.url}/accept`, undefined, guest.session);
  return guest;
};

/** Products in live and in the test environment, with rows in live only. */
beforeEach(async () => {
  admin ??= await register('Admin');
  owner = await register(`Owner${++count}`);
  live = owner.projectId;
  products = await table(live, owner.session, 'Ürünler', {
    ad: 'string',
    stok: 'string',
    eski: 'text',
  });
  for (const [ad, stok, eski] of [
    ['Çay', '5', 'a'],
    ['Şeker', 'yok', 'b'],
    ['Un', '', ''],
  ] as const)
    await addRow(products, { ad, stok, eski });
  const { body } = await ask(
    'POST',
    `/projects/${live}/create-test-environment`,
    undefined,
    owner.session,
  );
  test = body.data.project.id;
});

/** In the test environment: a type, a removed field, a required one that is new, and a table. */
async function develop(): Promise<Any[]> {
  const { id } = await tableOf(test, 'Ürünler');
  await change(id, await fieldOf(test, 'Ürünler', 'stok'), { type: 'integer' });
  await ask(
    'DELETE',
    `/tables/${id}/fields/${await fieldOf(test, 'Ürünler', 'eski')}`,
    undefined,
    owner.session,
  );
  await ask('POST', `/tables/${test}/${id}/fields`, { name: 'raf', type: 'string' }, owner.session);
  await table(test, owner.session, 'Depolar', { yer: 'string' });
  return tablesOf(test);
}

describe('a transfer to live', () => {
  it('is looked at first: what differs, what of it live rows would not fit, and what only live has', async () => {
    await table(live, owner.session, 'Yalnız', {});
    const tables = await develop();
    const {
      status,
      body: { data },
    } = await preview();
    expect(status).toBe(200);
    expect(
      data.tables.map(({ id, name, state, rowsThatWouldNotFit }: Any) => ({
        id,
        name,
        state,
        rowsThatWouldNotFit,
      })),
    ).toEqual([
      { id: tables[0].id, name: 'Ürünler', state: 'different', rowsThatWouldNotFit: 1 },
      { id: tables[1].id, name: 'Depolar', state: 'new', rowsThatWouldNotFit: 0 },
    ]);
    const [{ changes, effect, liveTableId }] = data.tables;
    expect([
      liveTableId,
      changes.map(({ kind, name, before, after }: Any) => [
        kind,
        name,
        kind === 'field-type' ? [before, after] : null,
      ]),
    ]).toEqual([
      products,
      [
        ['field-removed', 'eski', null],
        ['field-type', 'stok', ['string', 'integer']],
        ['field-added', 'raf', null],
      ],
    ]);
    expect(effect).toMatchObject({
      rows: 3,
      isAll: true,
      unfit: 1,
      first: [{ name: 'Şeker', field: 'stok', value: 'yok', reason: 'type' }],
      // An empty text becomes nothing.
      converted: 1,
      changed: [{ name: 'Çay', field: 'stok', value: '5', becomes: 5 }],
      hidden: [{ field: 'eski', rows: 2 }],
    });
    expect(data.liveOnly.map(({ name }: Any) => name)).toEqual(['Yalnız']);
    expect(await tablesOf(live)).toHaveLength(2);
  });

  it("lands with all chosen tables and a receipt, tells the history, and is undone with the rows' values", async () => {
    const before = await asBefore(live, products);
    const tables = await develop();
    const { comparison } = (await preview()).body.data;
    const {
      status,
      body: { data },
      headers,
    } = await transfer(
      tables.map(({ id }) => id),
      { comparison },
    );
    expect([
      status,
      data.summary,
      data.results.map(({ name, status: was }: Any) => [name, was]),
    ]).toEqual([
      200,
      { successful: 2, failed: 0, skipped: 0 },
      [
        ['Ürünler', 'transferred'],
        ['Depolar', 'transferred'],
      ],
    ]);
    expect(data.tables[0]).toMatchObject({
      id: tables[0].id,
      liveTableId: products,
      state: 'different',
      rowsThatWouldNotFit: 1,
    });
    expect(headers.get('x-position')! > data.transfer.position).toBe(true);
    expect(data.transfer).toMatchObject({
      testProjectId: test,
      by: { id: owner.id },
      undone: null,
      tables: [
        { name: 'Ürünler', state: 'different' },
        { name: 'Depolar', state: 'new' },
      ],
    });
    expect(
      (await tablesOf(live)).map(({ name, fields }) => [
        name,
        fields.map((one: Any) => [one.name, one.type]),
      ]),
    ).toEqual([
      [
        'Ürünler',
        [
          ['ad', 'string'],
          ['stok', 'integer'],
          ['raf', 'string'],
        ],
      ],
      ['Depolar', [['yer', 'string']]],
    ]);
    expect((await preview()).body.data.tables.map(({ state }: Any) => state)).toEqual([
      'same',
      'same',
    ]);
    const { events } = (
      await ask('GET', `/projects/${live}/history?type=tables-transferred`, undefined, {
        ...owner.session,
        'accept-language': 'en',
      })
    ).body.data;
    expect(events.map(({ summary }: Any) => summary)).toEqual([
      expect.stringMatching(
        /transferred tables from the test environment to live: Ürünler, Depolar$/,
      ),
    ]);

    const id = data.transfer.id as string;
    expect(
      (await ask('GET', `/projects/${live}/transfers`, undefined, owner.session)).body.data
        .transfers,
    ).toEqual([data.transfer]);
    expect(
      (await ask('GET', `/projects/${live}/transfers/${id}`, undefined, owner.session)).body.data,
    ).toEqual({ transfer: data.transfer, obstacles: [], endpoints: [], widgets: [] });
    const undone = await undo(id);
    expect([undone.status, undone.body.data.transfer.undone.by.id]).toEqual([200, owner.id]);
    expect(await asBefore(live, products)).toEqual(before);
    // Once more it finds nothing to do; and the tables can be transferred again, the new one, too.
    expect((await undo(id)).status).toBe(200);
    const again = (await transfer(tables.map(one => one.id))).body.data;
    expect(again.summary.successful).toBe(2);
    const depots = await tableOf(live, 'Depolar');
    const rowId = await addRow(depots.id, { yer: 'Ankara' });
    expect((await rowsOf(depots.id)).map(row => row.id)).toEqual([rowId]);
  });

  it('is answered again as it was the first time, also after it was undone; another under its name is refused', async () => {
    const [{ id }] = await develop();
    const named = { ...owner.session, 'x-request-id': newId() };
    const first = await transfer([id], {}, named);
    await undo(first.body.data.transfer.id);
    const second = await transfer([id], {}, named);
    expect(second.body).toEqual(first.body);
    expect((await tableOf(live, 'Ürünler')).fields.map(({ name }: Any) => name)).toEqual([
      'ad',
      'stok',
      'eski',
    ]);
    expect((await transfer([], {}, named)).status).toBe(400);
    expect((await transfer([id], { comparison: 'x' }, named)).body.code).toBe('CONFLICT');
  });

  it('skips what is the same, and then there is no receipt', async () => {
    const { id } = await tableOf(test, 'Ürünler');
    const {
      body: { data },
    } = await transfer([id]);
    expect(data).toMatchObject({
      summary: { successful: 0, failed: 0, skipped: 1 },
      results: [{ status: 'skipped' }],
      transfer: null,
    });
  });

  it.each(['live', 'test'])(
    'is refused with the new differences when %s has changed since',
    async side => {
      const [{ id }] = await develop();
      const { comparison } = (await preview()).body.data;
      const project = side === 'live' ? live : test;
      await change(
        (await tableOf(project, 'Ürünler')).id,
        await fieldOf(project, 'Ürünler', 'ad'),
        { name: 'isim' },
      );
      const { status, body } = await transfer([id], { comparison });
      expect([
        status,
        body.code,
        body.data.tables[0].changes.some(({ kind }: Any) => kind === 'field-renamed'),
      ]).toEqual([409, 'CONFLICT', true]);
      expect((await tableOf(live, 'Ürünler')).fields).toHaveLength(3);
      expect((await transfer([id], { comparison: body.data.comparison })).status).toBe(200);
    },
  );

  it('lands once of two at the same time that were looked at together', async () => {
    const tables = await develop();
    const other = await table(test, owner.session, 'Raflar', { no: 'integer' });
    const { comparison } = (await preview()).body.data;
    const both = await Promise.all([
      transfer([tables[0].id], { comparison }),
      transfer([other], { comparison }),
      transfer([tables[0].id], { comparison }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const receipts = (await ask('GET', `/projects/${live}/transfers`, undefined, owner.session))
      .body.data.transfers;
    expect(receipts).toHaveLength(1);
    const [{ body }] = both.filter(({ status }) => status === 409) as [Any];
    expect(body.data.comparison).not.toBe(comparison);
  });

  it('takes all tables or none: names and the plan are kept', async () => {
    const tables = await develop();
    await table(live, owner.session, 'Stok', {});
    await ask('PUT', `/tables/${tables[0].id}`, { name: 'STOK' }, owner.session);
    const refused = await transfer(
      tables.map(({ id }) => id),
      {},
      { ...owner.session, 'accept-language': 'en' },
    );
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'NAME_TAKEN',
      expect.stringContaining('STOK') as string,
    ]);
    expect((await tablesOf(live)).map(({ name }) => name)).toEqual(['Ürünler', 'Stok']);
    // Five tables are the plan's; live has two.
    const more = [];
    for (const name of ['a1', 'a2', 'a3']) {
      more.push(await table(test, owner.session, name, {}));
      if (name === 'a3') break;
    }
    for (const name of ['b1', 'b2']) await table(live, owner.session, name, {});
    const full = await transfer(more);
    expect([full.status, full.body.code, full.body.error]).toEqual([
      403,
      'PLAN_LIMIT',
      expect.stringContaining('a2') as string,
    ]);
    expect(await tablesOf(live)).toHaveLength(4);
    expect((await transfer([newId()])).status).toBe(400);
  });

  it('is one step also for a table with as many fields as there may be', async () => {
    const wide = await table(test, owner.session, 'Geniş', {});
    for (let n = 0; n < 200; n += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          ask(
            'POST',
            `/tables/${test}/${wide}/fields`,
            { name: `alan ${n + at}`, type: 'string' },
            owner.session,
          ),
        ),
      );
    const { status, body } = await transfer([wide]);
    expect([status, body.data?.transfer.events >= 201]).toEqual([200, true]);
    expect((await tableOf(live, 'Geniş')).fields.map(({ name }: Any) => name)).toEqual(
      (await tableOf(test, 'Geniş')).fields.map(({ name }: Any) => name),
    );
    expect((await undo(body.data.transfer.id)).status).toBe(200);
  });

  it('is for the owner, of a test environment and the project that it is of', async () => {
    const [{ id }] = await develop();
    const [manager, auditor, viewer] = [
      await join('manager'),
      await join('auditor'),
      await join('viewer'),
    ];
    const outsider = await register(`Out${++count}`);
    expect((await transfer([id], {}, manager.session)).status).toBe(403);
    expect([
      (await preview(manager.session)).status,
      (await preview(viewer.session)).status,
      (await preview(outsider.session)).status,
    ]).toEqual([200, 403, 404]);
    expect(
      (await transfer([id], { liveProjectId: outsider.projectId }, outsider.session)).body.code,
    ).toBe('NOT_FOUND');
    expect((await transfer([id], { liveProjectId: test, testProjectId: live })).status).toBe(404);
    const { transfer: receipt } = (await transfer([id])).body.data;
    const seen = (by: Person, path = '') =>
      ask('GET', `/projects/${live}/transfers${path}`, undefined, by.session);
    expect([
      (await seen(auditor)).status,
      (await seen(viewer)).status,
      (await seen(outsider)).status,
    ]).toEqual([200, 403, 404]);
    expect([
      (await undo(receipt.id, manager.session)).status,
      (await undo(newId())).status,
    ]).toEqual([403, 404]);
    // Another's receipt is found in none of one's own projects.
    expect(
      (
        await ask(
          'POST',
          `/projects/${outsider.projectId}/transfers/${receipt.id}/undo`,
          undefined,
          outsider.session,
        )
      ).status,
    ).toBe(404);
  });
});

describe('undoing a transfer', () => {
  it('is refused with everything that stands in the way, by name', async () => {
    const tables = await develop();
    const { transfer: receipt } = (await transfer(tables.map(({ id }) => id))).body.data;
    const manager = await join('manager');
    await addRow((await tableOf(live, 'Depolar')).id, { yer: 'İzmir' });
    await ask(
      'PUT',
      `/data/table/${products}/rows/${(await rowsOf(products))[0].id}`,
      { raf: 'A1' },
      owner.session,
    );
    const refused = await undo(receipt.id);
    expect([refused.status, refused.body.code, refused.body.data.obstacles]).toEqual([
      409,
      'CONFLICT',
      [
        {
          kind: 'values-written',
          tableId: products,
          name: 'Ürünler',
          fieldId: expect.any(String) as string,
          field: 'raf',
          rows: 1,
        },
        { kind: 'rows-written', tableId: expect.any(String) as string, name: 'Depolar', rows: 1 },
      ],
    ]);
    await change(products, await fieldOf(live, 'Ürünler', 'ad'), { name: 'isim' }, manager);
    const { obstacles } = (
      await ask('GET', `/projects/${live}/transfers/${receipt.id}`, undefined, owner.session)
    ).body.data;
    expect(obstacles[0]).toMatchObject({
      kind: 'table-changed',
      name: 'Ürünler',
      by: { id: manager.id, name: `Guest${count}` },
      changes: [{ kind: 'field-renamed', before: 'ad', after: 'isim' }],
    });
    expect((await tableOf(live, 'Ürünler')).fields.map(({ name }: Any) => name)).toEqual([
      'isim',
      'stok',
      'raf',
    ]);
  });

  it('goes from the last transfer of a table to the ones before', async () => {
    const [{ id }] = await develop();
    const first = (await transfer([id])).body.data.transfer;
    await ask('PUT', `/tables/${id}`, { name: 'Mallar' }, owner.session);
    const last = (await transfer([id])).body.data.transfer;
    const refused = await undo(first.id);
    expect([refused.status, refused.body.data.obstacles]).toEqual([
      409,
      [expect.objectContaining({ kind: 'transferred-later', transferId: last.id })],
    ]);
    expect([(await undo(last.id)).status, (await undo(first.id)).status]).toEqual([200, 200]);
    expect((await tableOf(live, 'Ürünler')).fields.map(({ name }: Any) => name)).toEqual([
      'ad',
      'stok',
      'eski',
    ]);
  });

  it('happens once of two at the same time, and both are told that it did', async () => {
    const [{ id }] = await develop();
    const receipt = (await transfer([id])).body.data.transfer;
    expect(
      (await Promise.all([undo(receipt.id), undo(receipt.id)])).map(({ status }) => status),
    ).toEqual([200, 200]);
    const { events } = (
      await ask('GET', `/projects/${live}/history?type=transfer-undone`, undefined, owner.session)
    ).body.data;
    expect(events).toHaveLength(1);
  });
});

it('rows are looked at up to a bound, and it is said', async () => {
  const { id } = await tableOf(test, 'Ürünler');
  for (let n = 0; n < 21; n++)
    await ask(
      'POST',
      `/data/table/${products}/rows/bulk`,
      { rows: Array.from({ length: 1000 }, (_, at) => ({ ad: `r${n * 1000 + at}`, stok: 'x' })) },
      owner.session,
    );
  await change(id, await fieldOf(test, 'Ürünler', 'ad'), {
    isRequired: true,
    validation: { maxLength: 5 },
  });
  const [{ effect, rowsThatWouldNotFit }] = (await preview()).body.data.tables;
  expect([effect.rows, effect.isAll, effect.first.length, rowsThatWouldNotFit > 9_000]).toEqual([
    20_000,
    false,
    20,
    true,
  ]);
  expect(effect.first[0]).toMatchObject({ reason: 'rule', field: 'ad' });
});
