import { closeSync, openSync, readdirSync, readFileSync, rmSync, watch, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '@hzm/contracts/core/ids';
import { rowAdded } from '@hzm/contracts/features/rows/events';
import { events, upcasters } from '@hzm/contracts/registry';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { Codec } from '@hzm/services/core/events/codec';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { freePorts } from '../run/free-ports.ts';
import { needs } from '../run/needs.ts';
import { Installation, readModels } from './installation.ts';

type Person = Awaited<ReturnType<Installation['register']>>;

let home: Installation;
let admin: Person;
let person: Person;
let table: string;
let row: string;
const setUp = async (onMongo: boolean): Promise<void> => {
  home = new Installation(onMongo);
  await home.start();
  admin = await home.register('Yonetici');
  person = await home.register('Ayse');
  table = await home.table(person.projectId, person.session, 'Ürünler', 'ad');
  await home.ask('POST', `/data/table/${table}/rows`, { ad: 'önce' }, person.session);
  row = (await home.ask('POST', `/data/table/${table}/rows`, { ad: 'bozulacak' }, person.session))
    .body.data.row.id;
  await home.ask('PUT', `/data/table/${table}/rows/${row}`, { ad: 'sonra' }, person.session);
};
afterEach(() => home.forget());

const rowsPath = (): string => `/data/table/${table}/rows`;
/** The first event of the row in the file of the log: its bytes, and what was sealed of it. */
const inLog = async (
  change: (body: Buffer, sealed: Buffer, database: DatabaseSync, position: number) => void,
): Promise<void> => {
  const store = await SqliteEventStore.open(home.file('events.db'));
  const [event] = await store.readStream(`row-${table}-${row}`);
  await store.close();
  const position = Number(event!.position);
  const database = new DatabaseSync(home.file('events.db'));
  const body = Buffer.from(
    (
      database.prepare('SELECT body FROM events WHERE position = ?').get(position) as {
        body: Uint8Array;
      }
    ).body,
  );
  change(body, Buffer.from(event!.data['$sealed'] as string, 'base64'), database, position);
  database.prepare('UPDATE events SET body = ? WHERE position = ?').run(body, position);
  database.close();
};
const flip = (body: Buffer, at: number): void => {
  expect(at).toBeGreaterThan(0);
  body[at]! ^= 1;
};
const inSeal = (body: Buffer, sealed: Buffer): void => flip(body, body.indexOf(sealed) + 40);
/** Makes the views need the whole log again. */
const forgetViews = async (): Promise<void> => {
  for (const name of readdirSync(home.directory))
    if (name.startsWith('views.db')) rmSync(home.file(name));
  if (home.readModel === undefined) return;
  const client = new MongoClient(home.readModel);
  await client.db(new URL(home.readModel).pathname.slice(1)).dropDatabase();
  await client.close();
};

// oxlint-disable-next-line typescript/no-explicit-any -- as it comes
const status = async (): Promise<any> =>
  (await home.ask('GET', '/admin/status', undefined, admin.session)).body.data;
const pausedOf = async (view: string) =>
  (await status()).views.find((one: { name: string }) => one.name === view).paused;

const everythingElseGoesOn = async (): Promise<void> => {
  const stranger = await home.register(`Yeni${newId().slice(-6)}`);
  const other = await home.table(stranger.projectId, stranger.session, 'Başka', 'ad');
  expect(
    (
      await home.ask('GET', `/tables/project/${stranger.projectId}`, undefined, stranger.session)
    ).body.data.tables.map(({ id }: { id: string }) => id),
  ).toEqual([other]);
  expect(
    (await home.ask('POST', `/data/table/${other}/rows`, { ad: 'x' }, stranger.session)).status,
  ).toBe(201);
};

describe.each(readModels)('one flipped bit in the log, views in %s', (name, engine) => {
  const needed = needs({ name, missing: engine?.missing });
  beforeEach(async () => {
    if (!needed.skip) await setUp(engine !== undefined);
  });

  it.each([
    ['in what is sealed', inSeal, 'seal-broken'],
    [
      'in how long it is',
      (body: Buffer, sealed: Buffer) => flip(body, body.indexOf(sealed) - 1),
      'unreadable',
    ],
    [
      'in whose it is',
      (body: Buffer) =>
        flip(body, body.indexOf(Buffer.from(person.projectId.replaceAll('-', ''), 'hex'))),
      'key-missing',
    ],
  ] as const)(
    '%s: the view that needs it stands still, named, and everything else goes on',
    needed,
    async (_, change, reason) => {
      await home.stop();
      await inLog(change);
      await forgetViews();
      await home.start();
      const health = (await home.ask('GET', '/health')).body.data;
      expect([health.status, health.damaged, health.projections.rows.paused]).toEqual([
        'degraded',
        1,
        expect.stringContaining('damaged: row-added at'),
      ]);
      expect(
        Object.entries(health.projections as Record<string, { paused: unknown }>)
          .filter(([, { paused }]) => paused)
          .map(([view]) => view),
      ).toEqual(['rows', 'history']);

      const place = { stream: `row-${table}-${row}`, type: 'row-added' };
      await expect
        .poll(() => pausedOf('rows'), { timeout: 5_000 })
        .toMatchObject({ ...place, cause: 'damaged', reason });
      expect((await status()).damaged).toMatchObject({ first: [{ ...place, reason }], total: 1 });
      expect(await (await fetch(`${home.origin}/api/v1/metrics`)).text()).toMatch(
        /^hzm_damaged_events 1$/m,
      );
      await everythingElseGoesOn();

      // A restart finds the same.
      await home.stop();
      await home.start();
      expect((await home.ask('GET', '/health')).body.data).toMatchObject({
        status: 'degraded',
        damaged: 1,
      });
      await everythingElseGoesOn();
    },
  );

  it(
    "behind what the views hold: histories say so, the past and changes are refused in the reader's language",
    needed,
    async () => {
      await home.stop();
      await inLog(inSeal);
      await home.start();
      expect(
        (await home.ask('GET', `${rowsPath()}/${row}`, undefined, person.session)).body.data.row.ad,
      ).toBe('sonra');
      const english = { ...person.session, 'accept-language': 'en' };
      const ofRow = (await home.ask('GET', `${rowsPath()}/${row}/history`, undefined, english)).body
        .data.versions;
      expect(ofRow).toMatchObject([
        { version: 1, isDamaged: true, data: null, summary: expect.stringContaining('damaged') },
        { version: 2, data: { values: { ad: 'sonra' } } },
      ]);
      const history = (
        await home.ask('GET', `/projects/${person.projectId}/history`, undefined, english)
      ).body.data.events;
      expect(history.filter((entry: { isDamaged?: true }) => entry.isDamaged)).toHaveLength(1);
      const past = await home.ask(
        'GET',
        `${rowsPath().replace('/rows', '')}?asOf=${history.at(-1).position}`,
        undefined,
        english,
      );
      expect([past.status, past.body.code, past.body.error]).toEqual([
        500,
        'EVENT_DAMAGED',
        'A stored event that this needs is damaged. An administrator can see which one in the system status.',
      ]);
      const restored = await home.ask(
        'POST',
        `${rowsPath()}/${row}/restore`,
        { version: 1 },
        person.session,
      );
      expect([restored.status, restored.body.code, restored.body.error]).toEqual([
        500,
        'EVENT_DAMAGED',
        expect.stringContaining('hasarlı'),
      ]);
      // The moment before it is whole.
      expect(
        (
          await home.ask(
            'GET',
            `${rowsPath().replace('/rows', '')}?asOf=${history.find((entry: { isDamaged?: true }) => entry.isDamaged).position.replace(/\d$/, (digit: string) => String(Number(digit) - 1))}`,
            undefined,
            english,
          )
        ).status,
      ).toBe(200);
      expect((await home.ask('GET', '/health')).body.data.status).toBe('degraded');
      await everythingElseGoesOn();
    },
  );

  it('of a type that is not known: nobody waits for it', needed, async () => {
    await home.stop();
    await inLog((_, __, database, position) => {
      const { says } = database
        .prepare(
          'SELECT says FROM shapes WHERE shape = (SELECT shape FROM events WHERE position = ?)',
        )
        .get(position) as { says: string };
      const { lastInsertRowid } = database
        .prepare('INSERT INTO shapes (says) VALUES (?)')
        .run(says.replace('row-added', 'row-foretold'));
      database
        .prepare('UPDATE events SET shape = ? WHERE position = ?')
        .run(lastInsertRowid, position);
    });
    await forgetViews();
    await home.start();
    const { status, projections, damaged } = (await home.ask('GET', '/health')).body.data;
    expect([
      status,
      damaged,
      Object.values(projections as Record<string, { paused: unknown }>).every(
        ({ paused }) => paused === null,
      ),
    ]).toEqual(['degraded', 1, true]);
    await everythingElseGoesOn();
  });
});

describe('one flipped bit in the views', () => {
  beforeEach(() => setUp(false));

  it.each([
    [
      'in a document',
      (bytes: Buffer) => bytes.lastIndexOf('{"id"', bytes.lastIndexOf('sonra')) + 1,
    ],
    ['in the header', () => 2],
  ])('%s: they are built again, and nobody reads less meanwhile', async (_, place) => {
    await home.stop();
    const bytes = readFileSync(home.file('views.db'));
    const at = place(bytes);
    expect(at).toBeGreaterThan(0);
    const target = openSync(home.file('views.db'), 'r+');
    writeSync(target, Buffer.of(bytes[at]! ^ 0x20), 0, 1, at);
    closeSync(target);
    // Watched, because a drop while the views are built erases the file that was set aside, too.
    const names = new Set<string | null>();
    const watcher = watch(home.directory, (_event, name) => names.add(name));
    onTestFinished(() => watcher.close());
    await home.start();
    const answers = new Set<string>();
    await expect
      .poll(
        async () => {
          const { status, body } = await home.ask(
            'GET',
            `/data/table/${table}`,
            undefined,
            person.session,
          );
          // Until they are whole: not ready, and never a shorter answer.
          answers.add(status === 200 ? '200' : `${status} ${body.code}`);
          return status === 200 ? body.data.rows.map(({ ad }: { ad: string }) => ad) : status;
        },
        { timeout: 10_000 },
      )
      .toEqual(['önce', 'sonra']);
    expect([...answers].filter(answer => !['200', '503 NOT_READY'].includes(answer))).toEqual([]);
    await expect.poll(() => [...names]).toContain('views.db.damaged');
    expect((await home.ask('GET', '/health')).body.data.status).toBe('ok');
    await everythingElseGoesOn();
  });
});

describe.each(readModels)('a row that %s will never take', (name, engine) => {
  const needed = needs({ name, missing: engine?.missing });
  beforeEach(async () => {
    if (!needed.skip) await setUp(engine !== undefined);
  });

  /** From now on the store refuses documents with this text, until it is told otherwise. */
  const refuse = async (text: string | undefined): Promise<void> => {
    if (home.readModel === undefined) {
      await home.stop();
      const database = new DatabaseSync(home.file('views.db'));
      const { no } = database
        .prepare("SELECT no FROM partitions WHERE collection = 'rows' AND name = ?")
        .get(table) as { no: number };
      database.exec(
        text === undefined
          ? 'DROP TRIGGER refuse'
          : `CREATE TRIGGER refuse BEFORE INSERT ON d${no} WHEN instr(new.doc, '${text}') > 0 BEGIN SELECT RAISE(ABORT, 'poisoned'); END`,
      );
      database.close();
      await home.start();
      return;
    }
    const [rows] = await home.collections((_, collection) => /^rows(_\d+)?\./.test(collection));
    const client = new MongoClient(home.readModel);
    await client.db(new URL(home.readModel).pathname.slice(1)).command({
      collMod: rows,
      validator: text === undefined ? {} : { d: { $not: { $regex: text } } },
    });
    await client.close();
  };

  it('stops that view alone; a restart listens; Retry tries again', needed, async () => {
    await refuse('ZEHIR');
    expect((await home.ask('POST', rowsPath(), { ad: 'ZEHIR' }, person.session)).status).toBe(201);
    await home.ask('POST', rowsPath(), { ad: 'ardından' }, person.session);
    await expect
      .poll(async () => (await home.ask('GET', '/health')).body.data.projections.rows.paused, {
        timeout: 10_000,
      })
      .toContain('refused: row-added at');
    await everythingElseGoesOn();
    await home.stop();
    await home.start();
    const health = (await home.ask('GET', '/health')).body.data;
    expect([
      health.status,
      health.projections.rows.isBehind,
      health.projections.accounts.isBehind,
    ]).toEqual(['degraded', true, false]);
    await expect
      .poll(() => pausedOf('rows'), { timeout: 5_000 })
      .toMatchObject({
        cause: 'refused',
        type: 'row-added',
        stream: expect.stringContaining(`row-${table}`),
      });
    // Details of the store are for administrators.
    expect(JSON.stringify(health)).not.toContain((await pausedOf('rows')).reason);
    await everythingElseGoesOn();

    await refuse(undefined);
    expect((await home.ask('POST', '/admin/views/rows/retry', {}, admin.session)).status).toBe(200);
    await expect
      .poll(
        async () =>
          (
            await home.ask('GET', `/data/table/${table}`, undefined, person.session)
          ).body.data.rows.map(({ ad }: { ad: string }) => ad),
        { timeout: 10_000 },
      )
      .toEqual(['önce', 'sonra', 'ZEHIR', 'ardından']);
    expect((await home.ask('GET', '/health')).body.data.status).toBe('ok');
  });
});

describe('a long way to catch up', () => {
  beforeEach(() => setUp(false));

  it('keeps nobody from being answered: not yet, and how far it is', async () => {
    await home.stop();
    const store = await SqliteEventStore.open(home.file('events.db'));
    const vault = new SqliteKeyVault(home.file('vault.db'), home.secret);
    const codec = new Codec(vault, events, upcasters);
    const meta = { at: new Date().toISOString(), actor: person.id, request: 'r', digest: 'd' };
    const [field] = Object.keys(
      (await codec.decode(await store.readStream(`row-${table}-${row}`)))[0]!.data[
        'values'
      ] as object,
    );
    for (let n = 0; n < 15_000; n += 100) {
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          const rowId = newId();
          await store.append(
            `row-${table}-${rowId}`,
            NO_STREAM,
            await codec.encode(
              [
                rowAdded({
                  projectId: person.projectId,
                  tableId: table,
                  rowId,
                  values: { [field!]: 'x' },
                }),
              ],
              meta,
              () => newId(),
            ),
          );
        }),
      );
    }
    await store.close();
    await vault.close();
    await forgetViews();
    const [port] = await freePorts(1);
    const starting = home.start(port);
    const seen = new Set<string>();
    let last = '';
    for (;;) {
      const answer = await home.ask('GET', '/health').catch(() => undefined);
      if (!answer) continue;
      const { status, head, projections } = answer.body.data;
      seen.add(`${answer.status} ${status}`);
      if (answer.status === 200) break;
      expect([
        answer.body.code,
        answer.headers.get('retry-after'),
        projections.rows.isBehind,
        projections.rows.position <= head,
        projections.rows.position >= last,
      ]).toEqual(['NOT_READY', '2', true, true, true]);
      last = projections.rows.position;
      const early = await home.ask('GET', `/data/table/${table}`, undefined, person.session);
      const isWhole = early.status === 200;
      expect([
        early.status,
        early.body.code,
        early.headers.get('retry-after'),
        early.body.data?.pagination.total,
      ]).toEqual(isWhole ? [200, undefined, null, 15_002] : [503, 'NOT_READY', '2', undefined]);
    }
    expect([...seen]).toEqual(['503 starting', '200 ok']);
    await starting;
    expect(
      (await home.ask('GET', `/data/table/${table}`, undefined, person.session)).body.data
        .pagination.total,
    ).toBe(15_002);
  }, 60_000);
});
