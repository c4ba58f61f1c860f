import { createSecretKey, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { START, type Position } from '@hzm/contracts/core/position';
import {
  EventStoreDbEventStore,
  ORDERED_APPENDS_AT_ONCE,
} from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { copyKeys } from '@hzm/infra/server/migrate/copy-keys';
import { compare, copyLog, type Compared } from '@hzm/infra/server/migrate/copy-log';
import { migrate } from '@hzm/infra/server/migrate/migrate';
import { pace, timed } from '@hzm/infra/server/migrate/pace';
import { keepSecret, keptSecret, secretOf } from '@hzm/infra/server/secret';
import { start, type Running } from '@hzm/infra/server/start';
import { NO_STREAM, type EventStore } from '@hzm/services/core/ports/event-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { run, type Program } from '../run/process.ts';

let directory = '';
let server: EventStoreDbServer;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-migrate-'));
  server = await new EventStoreDbServer().start();
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  server.kill();
  rmSync(directory, { recursive: true });
});
const at = (name: string): string => join(directory, name);
const secret = Buffer.from('a secret for tests only');

const kept = <S extends EventStore>(store: S): S => {
  closing.push(() => store.close());
  return store;
};
let made = 0;
/** Appends so often to an empty log, by turns to seven streams. */
async function fill(store: EventStore, count: number): Promise<void> {
  const lengths = Array.from({ length: 7 }, () => 0);
  const appends: Promise<unknown>[] = [];
  for (let n = 0; n < count; n++) {
    const stream = n % lengths.length;
    const revision = lengths[stream]! - 1;
    const events = Array.from({ length: 1 + (n % 3) }, () => ({
      id: crypto.randomUUID(),
      type: 'noted',
      data: { n: made++, text: 'ş'.repeat(n % 50) },
      meta: { at: '2026-01-01T00:00:00.000Z' },
    }));
    lengths[stream]! += events.length;
    appends.push(store.append(`s${stream}`, revision < 0 ? NO_STREAM : revision, events));
  }
  await Promise.all(appends);
}
/** Bytes of a log's files. */
const sizeOf = (log: string): number =>
  ['', '-wal'].reduce(
    (sum, end) => sum + (statSync(at(log) + end, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
const quiet = (): void => undefined;

/** Returns everything that is missing in the target. */
async function copied(source: EventStore, target: EventStore, follow = quiet): Promise<Compared> {
  const { position } = await compare(source, target, quiet);
  await copyLog(source, target, position, follow, ORDERED_APPENDS_AT_ONCE);
  return await compare(source, target, quiet);
}

describe('a log', () => {
  it('is the same there and back again', async () => {
    const source = kept(await SqliteEventStore.open(at('a.db')));
    await fill(source, 300);
    const there = kept(new EventStoreDbEventStore(server.address, { isOrdered: true }));
    const first = await copied(source, there);
    const back = kept(await SqliteEventStore.open(at('b.db')));
    const second = await copied(there, back);
    expect([second.events, second.digest]).toEqual([first.events, first.digest]);
    expect(first.events).toBe((await source.readAll({ after: START, limit: 10_000 })).length);
    expect(await back.readAll({ after: START, limit: 10_000 })).toEqual(
      await source.readAll({ after: START, limit: 10_000 }),
    );
  });

  it('is gone on with after any interruption, and what was lost on its way is there once', async () => {
    const source = kept(await SqliteEventStore.open(at('a.db')));
    await fill(source, 900);
    const target = kept(await SqliteEventStore.open(at('b.db')));
    let pages = 0;
    await expect(
      copied(source, target, () => {
        if (++pages === 2) throw new Error('the power went');
      }),
    ).rejects.toThrow('the power went');
    const { events } = await compare(source, target, quiet);
    expect(events).toBeGreaterThan(0);
    server.failAppends(
      'unavailable-after',
      'frozen-after',
      'unavailable-before',
      'frozen',
      'not-leader',
    );
    const other = kept(new EventStoreDbEventStore(server.address, { isOrdered: true }));
    expect((await copied(source, other)).digest).toBe((await copied(source, target)).digest);
  });

  it('does not go where others are', async () => {
    const [source, target] = [
      kept(await SqliteEventStore.open(at('a.db'))),
      kept(await SqliteEventStore.open(at('b.db'))),
    ];
    await fill(source, 3);
    await fill(target, 1);
    await expect(copied(source, target)).rejects.toThrow('Choose an empty one');
  });
});

describe('keys', () => {
  const vault = (name: string): SqliteKeyVault => {
    const opened = new SqliteKeyVault(at(name), secret);
    closing.push(() => opened.close());
    return opened;
  };

  it('come over with those that are destroyed, however often', async () => {
    const [source, target] = [vault('a.db'), vault('b.db')];
    const key = await source.obtain('project:a');
    await source.obtain('account:b');
    await source.destroy('account:b');
    for (const _ of [1, 2]) expect(await copyKeys(source, target)).toBe(2);
    expect((await target.find('project:a'))!.equals(key!)).toBe(true);
    expect(await target.obtain('account:b')).toBeUndefined();
  });

  it('do not take the place of others', async () => {
    const [source, target] = [vault('a.db'), vault('b.db')];
    await source.obtain('project:a');
    await target.adopt('project:a', createSecretKey(randomBytes(32)));
    await expect(copyKeys(source, target)).rejects.toThrow('Choose an empty one');
  });
});

it('tells how long it will take, once a second', () => {
  let now = 0;
  const said: string[] = [];
  const follow = pace(
    '00000000000000000100' as Position,
    text => said.push(text),
    () => now,
  );
  for (const [at, time] of [
    [20, 500],
    [40, 900],
    [60, 1500],
    [70, 1600],
    [100, 3000],
  ] as const) {
    now = time;
    follow(String(at).padStart(20, '0') as Position);
  }
  expect(said).toEqual(['60 %, about 2 s left', '100 %, about 0 s left']);
});

it('tells how many events it wrote, and how many a second', async () => {
  let now = 0;
  const said: string[] = [];
  const copy = (events: number) =>
    timed(
      async () => {
        now += 2_000;
        return events;
      },
      text => said.push(text),
      () => now,
    );
  await copy(6_000);
  await copy(0);
  expect(said).toEqual(['6000 events written, 3000 a second']);
});

describe('the command', () => {
  const migrating = (...words: string[]): Program =>
    run({ HZM_SECRET: secret.toString() }, '', ['infra/server/migrate/main.ts', ...words]);
  const end = async (...words: string[]): Promise<{ code: unknown; said: string }> => {
    const program = migrating(...words);
    return { code: await program.ended, said: program.said() };
  };

  it('says how it is used', async () => {
    expect(await end()).toMatchObject({
      code: 1,
      said: expect.stringContaining('--to ') as string,
    });
    expect(await end('--too', at('b'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('--too') as string,
    });
  });

  it('makes no source that is not there', async () => {
    expect(await end('--from', at('mistyped'), '--to', at('b'))).toMatchObject({
      code: 1,
      said: `There is no events.db in ${at('mistyped')}.\n`,
    });
    expect([existsSync(at('mistyped')), existsSync(at('b'))]).toEqual([false, false]);
    expect(await end('--from', server.address, '--to', at('b'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('--from-keys') as string,
    });
    expect(
      await end(
        '--from',
        'esdb://admin:hidden@127.0.0.1:1?tls=false',
        '--from-keys',
        at('.'),
        '--to',
        at('b'),
      ),
    ).toMatchObject({ code: 1, said: expect.not.stringContaining('hidden') as string });
  });

  it('gives no keys to a log that it refuses', async () => {
    for (const [name, count] of [
      ['a', 2],
      ['b', 1],
    ] as const) {
      mkdirSync(at(name));
      const [log, vault] = [
        await SqliteEventStore.open(at(`${name}/events.db`)),
        new SqliteKeyVault(at(`${name}/vault.db`), secret),
      ];
      await fill(log, count);
      await vault.obtain(`project:${name}`);
      await Promise.all([log.close(), vault.close()]);
    }
    expect(await end('--from', at('a'), '--to', at('b'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('Choose an empty one') as string,
    });
    const target = new SqliteKeyVault(at('b/vault.db'), secret);
    closing.push(() => target.close());
    expect(await target.find('project:a')).toBeUndefined();
  });

  it('goes on after it was killed', { timeout: 60_000 }, async () => {
    mkdirSync(at('a'));
    const [log, vault] = [
      await SqliteEventStore.open(at('a/events.db')),
      new SqliteKeyVault(at('a/vault.db'), secret),
    ];
    await fill(log, 3000);
    await Promise.all([log.close(), vault.close()]);
    for (let kills = 0; kills < 3; kills++) {
      const program = migrating('--from', at('a'), '--to', at('b'));
      const before = sizeOf('b/events.db');
      await expect
        .poll(() => sizeOf('b/events.db'), { interval: 2, timeout: 10_000 })
        .toBeGreaterThan(before + 100_000);
      program.process.kill('SIGKILL');
      expect(await program.ended).toBe('SIGKILL');
    }
    expect(await end('--from', at('a'), '--to', at('b'))).toMatchObject({
      code: 0,
      said: expect.stringContaining('are there, each compared with its original') as string,
    });
    const [source, target] = [
      kept(await SqliteEventStore.open(at('a/events.db'))),
      kept(await SqliteEventStore.open(at('b/events.db'))),
    ];
    expect(await target.readAll({ after: START, limit: 10_000 })).toEqual(
      await source.readAll({ after: START, limit: 10_000 }),
    );
  });
});

it('goes by the secret that a directory keeps', () => {
  const own = keepSecret(directory);
  expect([
    keepSecret(directory),
    keptSecret(directory),
    secretOf(`base64url:${own.toString('base64url')}`),
  ]).toEqual([own, own, own]);
  expect(secretOf('letters')).toEqual(Buffer.from('letters'));
});

describe('an installation', needs(mongodb), () => {
  const ask = async (port: number, method: string, path: string, body: unknown, token = '') =>
    (
      (await (
        await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
          method,
          headers: {
            'content-type': 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      ).json()) as { data: never }
    ).data as Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- as it comes

  it('moves to the engines and back, and says the same everywhere', async () => {
    const embedded = (name: string): Promise<Running> =>
      start({ port: 0, host: '127.0.0.1', dataDirectory: at(name), secret });
    const first = await embedded('.');
    const { project } = await ask(first.port, 'POST', '/auth/register', {
      name: 'A',
      email: 'a@example.com',
      password: 'gizli-1',
    });
    let token = '';
    /** With the keys, people's sessions stay behind: they sign in again. */
    const signIn = async ({ port }: Running): Promise<void> => {
      ({ token } = (await ask(port, 'POST', '/auth/login', {
        email: 'a@example.com',
        password: 'gizli-1',
      })) as { token: string });
    };
    await signIn(first);
    const { table } = await ask(
      first.port,
      'POST',
      `/tables/project/${project.id}`,
      { name: 'Ürünler' },
      token,
    );
    await ask(
      first.port,
      'POST',
      `/tables/${project.id}/${table.id}/fields`,
      { name: 'ad', type: 'string' },
      token,
    );
    for (const ad of ['Çay', 'Şeker', 'Un'])
      await ask(first.port, 'POST', `/data/table/${table.id}/rows`, { ad }, token);
    const rows = async ({ port }: Running) =>
      (await ask(port, 'GET', `/data/table/${table.id}`, undefined, token))['rows'];
    const before = await rows(first);
    expect(before).toHaveLength(3);
    await first.close();

    const views = newMongoAddress();
    process.env['HZM_SECRET'] = secret.toString();
    closing.push(async () => {
      delete process.env['HZM_SECRET'];
    });
    expect(
      await migrate({ from: at('.'), to: server.address, toKeys: views }, quiet),
    ).toMatchObject({ isWhole: true });
    const second = await start({
      port: 0,
      host: '127.0.0.1',
      dataDirectory: at('engines'),
      secret,
      eventStore: server.address,
      readModel: views,
    });
    await signIn(second);
    expect(await rows(second)).toEqual(before);
    await ask(second.port, 'POST', `/data/table/${table.id}/rows`, { ad: 'Tuz' }, token);
    const after = await rows(second);
    await second.close();

    await migrate({ from: server.address, fromKeys: views, to: at('back') }, quiet);
    const third = await embedded('back');
    await signIn(third);
    expect(await rows(third)).toEqual(after);
    await third.close();
  });

  it('is left alone while it runs', async () => {
    const program = run({ HZM_DATA_DIR: at('.'), HZM_SECRET: secret.toString() });
    await program.ready;
    process.env['HZM_SECRET'] = secret.toString();
    closing.push(async () => {
      delete process.env['HZM_SECRET'];
    });
    await expect(migrate({ from: at('.'), to: at('other') }, quiet)).rejects.toThrow(
      'in use by another HZM',
    );
    program.process.kill('SIGTERM');
    await program.ended;
  });
});
