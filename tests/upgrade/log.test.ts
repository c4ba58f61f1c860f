import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@hzm/contracts/core/ids';
import { START, type Position } from '@hzm/contracts/core/position';
import { projectSettingsChanged } from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { events, upcasters } from '@hzm/contracts/registry';
import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { upgradeLog } from '@hzm/infra/event-store/sqlite/upgrade';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { migrate } from '@hzm/infra/server/migrate/migrate';
import { KEYS_MISSING, renewal } from '@hzm/infra/server/renewal';
import { keptSecret } from '@hzm/infra/server/secret';
import { openLog } from '@hzm/infra/server/stores';
import { openDatabase } from '@hzm/infra/sqlite/database';
import { Codec } from '@hzm/services/core/events/codec';
import type { StoredEvent } from '@hzm/services/core/ports/event-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { copyStored, type Frozen } from './frozen.ts';

const kept = join(import.meta.dirname, '0.1.0');
const frozen = JSON.parse(readFileSync(join(kept, 'expected.json'), 'utf8')) as Frozen;
const webhooks = [...frozen.markers.alive, ...frozen.markers.erased];

let directory = '';
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-log-'));
  copyStored(kept, directory);
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  rmSync(directory, { recursive: true });
});
const at = (...names: string[]): string => join(directory, ...names);
const quiet = (): void => undefined;

function vaultIn(folder: string): SqliteKeyVault {
  const vault = new SqliteKeyVault(join(folder, 'vault.db'), keptSecret(directory)!);
  closing.push(() => vault.close());
  return vault;
}

interface OldEvent {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
  readonly meta: Record<string, unknown>;
}

/** The events of a file as 0.1.0 wrote it. */
function oldEvents(file: string): OldEvent[] {
  const database = openDatabase(file, { durability: 'full' });
  const rows = database.prepare('SELECT * FROM events ORDER BY position').all() as unknown as (Omit<
    OldEvent,
    'data' | 'meta'
  > & { data: string; meta: string })[];
  database.close();
  return rows.map(row => ({
    ...row,
    data: JSON.parse(row.data) as OldEvent['data'],
    meta: JSON.parse(row.meta) as OldEvent['meta'],
  }));
}

/** All events of a log that is up to date, and its identity. */
async function logIn(file: string): Promise<{ all: StoredEvent[]; identity: string }> {
  const store = await SqliteEventStore.open(file);
  const [all, identity] = [
    await store.readAll({ after: START, limit: 100_000 }),
    await store.identity(),
  ];
  await store.close();
  return { all, identity };
}

/** The names of the files under a folder that hold one of these texts. */
const holding = (folder: string, texts: readonly string[]): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => {
      const bytes = readFileSync(file);
      return texts.some(text => bytes.includes(text));
    });

const placeOf = ({
  position,
  stream,
  revision,
  id,
  type,
}: Pick<StoredEvent, 'stream' | 'revision' | 'id' | 'type'> & { position: number | Position }) => ({
  position: Number(position),
  stream,
  revision,
  id,
  type,
});

describe('a log of 0.1.0, once it is opened', () => {
  it('keeps every event at its place', async () => {
    const before = oldEvents(at('events.db'));
    const store = await openLog(at('events.db'), vaultIn(directory), quiet);
    expect((await store.readAll({ after: START, limit: 1000 })).map(placeOf)).toEqual(
      before.map(placeOf),
    );
    await store.close();
  });

  it('holds nothing of what was asked, and no address that anybody gave', async () => {
    const old = oldEvents(at('events.db'));
    const digests = old.map(({ meta }) => meta['digest'] as string);
    const told = [
      ...webhooks,
      ...digests,
      ...digests.map(digest => Buffer.from(digest, 'base64url').toString('latin1')),
      'maxRequestsPerMinute',
      '"isPublic"',
      '"subscriptionType"',
    ];
    expect(digests.every(digest => digest.length === 43)).toBe(true);
    // The old file has all that is looked for.
    for (const text of [webhooks[0]!, webhooks[1]!, digests[0]!, '"subscriptionType"'])
      expect(holding(directory, [text])).toEqual([at('events.db')]);

    await (await openLog(at('events.db'), vaultIn(directory), quiet)).close();
    expect(holding(directory, told)).toEqual([]);
    expect(readdirSync(directory).filter(name => name.startsWith('events.db'))).toEqual([
      'events.db',
    ]);
    const { all } = await logIn(at('events.db'));
    expect(all.every(({ meta }) => !('digest' in meta))).toBe(true);
    expect(
      all.filter(({ data }) =>
        ['settings', 'isPublic', 'isAdmin', 'keyType', 'order'].some(name => name in data),
      ),
    ).toEqual([]);
  });

  it('has for requests that may come again what knows them again, where the key is and no password was', async () => {
    const old = oldEvents(at('events.db'));
    await (await openLog(at('events.db'), vaultIn(directory), quiet)).close();
    const { all } = await logIn(at('events.db'));
    const kept = all.filter(({ meta }) => 'mac' in meta);
    expect(kept.map(({ meta }) => meta['request'])).toEqual(
      expect.arrayContaining([
        'describe-1',
        'settings-1',
        'row-1',
        'bulk-1',
        'bulk-3',
        'rename-1',
        'logout-mehmet',
      ]),
    );
    for (const { type, meta } of kept) {
      expect([
        'project-created',
        'account-registered',
        'session-opened',
        'project-deleted',
        'protection-enabled',
        'protection-disabled',
        'api-key-password-changed',
      ]).not.toContain(type);
      expect(meta['request']).toMatch(/^[a-z-]+(?:-\d|-mehmet|-gone|-large|-back)$/);
    }
    for (const gone of ['settings-erased', 'row-erased', 'view-retry'])
      expect(kept.map(({ meta }) => meta['request'])).not.toContain(gone);

    const codec = new Codec(vaultIn(directory), events, upcasters);
    const [row] = kept.filter(({ meta }) => meta['request'] === 'row-1');
    const digest = String(old.find(({ id }) => id === row!.id)!.meta['digest']);
    expect([
      await codec.asksTheSame(row!, digest),
      await codec.asksTheSame(row!, 'another'),
    ]).toEqual([true, false]);
  });

  it("tells nobody's address to who tries addresses", async () => {
    const guess = (request: string) =>
      createHash('sha256').update(`anonymous\n${request}\naccount mehmet@example.com`).digest();
    const accountOf = (request: string): string =>
      guess(request).subarray(0, 8).toString('hex').slice(2);
    const { id } = frozen.people.mehmet;
    const requests = (all: readonly { meta: Record<string, unknown> }[]): string[] =>
      all.map(({ meta }) => String(meta['request']));
    expect(
      requests(oldEvents(at('events.db'))).some(request =>
        id.replaceAll('-', '').endsWith(accountOf(request)),
      ),
    ).toBe(true);
    await (await openLog(at('events.db'), vaultIn(directory), quiet)).close();
    expect(
      requests((await logIn(at('events.db'))).all).some(request =>
        id.replaceAll('-', '').endsWith(accountOf(request)),
      ),
    ).toBe(false);
  });

  it('reads as it did, and what was erased stays erased', async () => {
    const old = oldEvents(at('events.db'));
    const vault = vaultIn(directory);
    await (await openLog(at('events.db'), vault, quiet)).close();
    const codec = new Codec(vault, events, upcasters);
    const { all } = await logIn(at('events.db'));
    const settings = (await codec.decode(all)).filter(
      ({ type }) => type === 'project-settings-changed',
    );
    const before = old
      .filter(({ type }) => type === 'project-settings-changed')
      .map(({ data }) => data);
    expect(settings.map(({ erased }) => erased)).toEqual([false, true, true]);
    // The zone that every project had before settings named one.
    const zone = { timeZone: 'Europe/Istanbul' };
    expect(settings[0]!.data).toEqual({
      ...before[0],
      settings: { ...(before[0]!['settings'] as object), ...zone },
    });
    for (const { data } of settings.slice(1)) expect(Object.keys(data)).toEqual(['projectId']);
    // Opened a second time, it is left alone.
    await upgradeLog(at('events.db'), async () => {
      throw new Error('nothing is left to renew');
    });
  });
});

/**
 * A longer log of 0.1.0's form in place of the frozen one: settings of one project, changed again
 * and again.
 */
async function lengthen(count: number): Promise<void> {
  const database = openDatabase(at('events.db'), { durability: 'full' });
  const { last } = database.prepare('SELECT max(position) AS last FROM events').get() as {
    last: number;
  };
  const insert = database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
  database.exec('BEGIN');
  for (let i = 0; i < count; i++) {
    const { data } = projectSettingsChanged({
      projectId: frozen.projectId,
      settings: { ...defaultSettings, webhookUrl: `https://example.com/${i}` },
      isPublic: false,
    });
    insert.run(
      last + 1 + i,
      `long-${i % 7}`,
      Math.floor(i / 7),
      newId(),
      'project-settings-changed',
      JSON.stringify(data),
      JSON.stringify({
        at: '2026-01-01T00:00:00.000Z',
        actor: 'a',
        request: newId(),
        digest: 'd'.repeat(43),
        v: 1,
      }),
    );
  }
  database.exec('COMMIT');
  database.close();
}

describe('bringing a log up to date', () => {
  it('goes on after any interruption, as if there had been none', async () => {
    await lengthen(1700);
    const vault = vaultIn(directory);
    const renew = renewal(vault, events);
    cpSync(at('events.db'), at('whole.db'));
    await upgradeLog(at('whole.db'), renew);
    const whole = await logIn(at('whole.db'));

    // Files in the directory after each page, as a dying process leaves them.
    let pages = 0;
    await upgradeLog(at('events.db'), renew, () => {
      mkdirSync(at(`${pages}`));
      for (const name of readdirSync(directory).filter(name => name.startsWith('events.db')))
        cpSync(at(name), at(`${pages}`, name));
      pages++;
    });
    expect(pages).toBeGreaterThan(3);
    for (let page = 0; page < pages; page++) {
      const followed: Position[] = [];
      await upgradeLog(at(`${page}`, 'events.db'), renew, position => followed.push(position));
      expect(followed).toHaveLength(pages - page - 1);
      expect(await logIn(at(`${page}`, 'events.db'))).toEqual(whole);
      expect(readdirSync(at(`${page}`))).toEqual(['events.db']);
    }
  });

  it('never holds more of it than fits into memory', async () => {
    const database = openDatabase(at('events.db'), { durability: 'full' });
    const insert = database.prepare(
      'INSERT INTO events SELECT max(position) + 1, ?, 0, ?, ?, ?, ? FROM events',
    );
    for (let i = 0; i < 12; i++)
      insert.run(
        `large-${i}`,
        newId(),
        'row-added',
        JSON.stringify({
          projectId: frozen.projectId,
          tableId: frozen.tableId,
          rowId: newId(),
          $sealed: 'A'.repeat(1_000_000),
        }),
        '{"digest":""}',
      );
    database.close();
    const renew = renewal(vaultIn(directory), events);
    let inHand = 0;
    let most = 0;
    const counted = (event: StoredEvent): Promise<StoredEvent> => {
      inHand += JSON.stringify(event.data).length;
      most = Math.max(most, inHand);
      return renew(event);
    };
    await upgradeLog(at('events.db'), counted, () => {
      inHand = 0;
    });
    expect(most).toBeGreaterThan(1_000_000);
    expect(most).toBeLessThan(6_000_000);
  });

  it('goes on after a failure, with the old file as it was until then', async () => {
    await lengthen(1200);
    const before = oldEvents(at('events.db'));
    const renew = renewal(vaultIn(directory), events);
    await expect(
      upgradeLog(at('events.db'), renew, () => {
        throw new Error('the disk is full');
      }),
    ).rejects.toThrow('the disk is full');
    expect(oldEvents(at('events.db'))).toEqual(before);
    await upgradeLog(at('events.db'), renew);
    expect((await logIn(at('events.db'))).all.map(placeOf)).toEqual(before.map(placeOf));
  });

  it('begins anew when another log lies there meanwhile, or what was begun is damaged', async () => {
    await lengthen(1200);
    const renew = renewal(vaultIn(directory), events);
    await expect(
      upgradeLog(at('events.db'), renew, () => {
        throw new Error('the power went');
      }),
    ).rejects.toThrow('the power went');
    cpSync(join(kept, 'events.db'), at('events.db'));
    await upgradeLog(at('events.db'), renew);
    cpSync(join(kept, 'events.db'), at('events.db'));
    writeFileSync(
      at('events.db.next'),
      'what a failing disk left of it, long enough to be looked at as a database'.repeat(20),
    );
    await upgradeLog(at('events.db'), renew);
    expect((await logIn(at('events.db'))).all.map(placeOf)).toEqual(
      oldEvents(join(kept, 'events.db')).map(placeOf),
    );
  });

  it('touches nothing without the keys', async () => {
    const before = oldEvents(at('events.db'));
    const empty = new SqliteKeyVault(at('empty.db'), keptSecret(directory)!);
    closing.push(() => empty.close());
    await expect(openLog(at('events.db'), empty, quiet)).rejects.toThrow(KEYS_MISSING);
    await empty.obtain('project:another');
    await expect(openLog(at('events.db'), empty, quiet)).rejects.toThrow(
      'is not in the vault. Put the vault.db back',
    );
    expect(oldEvents(at('events.db'))).toEqual(before);
    await (await openLog(at('events.db'), vaultIn(directory), quiet)).close();
  });

  it('leaves a damaged event as it is, and mends the others', async () => {
    const database = openDatabase(at('events.db'), { durability: 'full' });
    database.exec(`
      UPDATE events SET data = json_set(data, '$.$sealed', 'AAAA') WHERE type = 'row-restored';
      UPDATE events SET data = replace(data, '{', 'z') WHERE type = 'field-moved';
    `);
    database.close();
    await (await openLog(at('events.db'), vaultIn(directory), quiet)).close();
    const { all } = await logIn(at('events.db'));
    expect(all.find(({ type }) => type === 'row-restored')!.data).toMatchObject({
      $sealed: 'AAAA',
      version: 3,
    });
    expect(all.every(({ meta }) => !('digest' in meta))).toBe(true);
    const old = oldEvents(join(kept, 'events.db'));
    expect(all.map(placeOf)).toEqual(old.map(placeOf));
    expect(all.filter(({ isUnreadable }) => isUnreadable).map(({ type }) => type)).toEqual([
      'field-moved',
    ]);
    expect(readFileSync(at('events.db')).includes(`z"projectId":"${frozen.projectId}"`)).toBe(true);
  });
});

it('a log of a later version is refused, and so is one that was not brought up to date', async () => {
  await expect(SqliteEventStore.open(at('events.db'))).rejects.toThrow(
    `${at('events.db')} was written by an earlier version`,
  );
  const database = openDatabase(at('events.db'), { durability: 'full' });
  database.exec('PRAGMA user_version = 1000');
  database.close();
  await expect(openLog(at('events.db'), vaultIn(directory), quiet)).rejects.toThrow(
    `${at('events.db')} was written by a later version of HZM`,
  );
  expect(existsSync(at('events.db.next'))).toBe(false);
});

describe('a log of 0.1.0 in an engine', () => {
  let server: EventStoreDbServer;
  beforeEach(async () => {
    server = await new EventStoreDbServer().start();
    closing.push(async () => server.kill());
    const store = new EventStoreDbEventStore(server.address);
    closing.push(() => store.close());
    for (const { stream, revision, id, type, data, meta } of oldEvents(at('events.db')))
      await store.append(stream, revision - 1, [
        { id, type, data: data as never, meta: meta as never },
      ]);
    process.env['HZM_SECRET'] = `base64url:${readFileSync(at('secret'), 'utf8')}`;
    closing.push(async () => {
      delete process.env['HZM_SECRET'];
    });
  });

  it('is written as today where it moves, the same however often', async () => {
    const old = oldEvents(at('events.db'));
    // Twice: what is there already is compared with what would be written again.
    for (const _ of [1, 2])
      expect(
        await migrate({ from: server.address, fromKeys: directory, to: at('new') }, quiet),
      ).toMatchObject({ events: old.length, isWhole: true });
    expect(
      holding(at('new'), [...webhooks, ...old.map(({ meta }) => meta['digest'] as string)]),
    ).toEqual([]);
    const there = await logIn(at('new', 'events.db'));
    await (await openLog(at('events.db'), vaultIn(directory), quiet)).close();
    const here = await logIn(at('events.db'));
    expect(there.all).toEqual(here.all);
  });

  it('needs its keys to move', async () => {
    await expect(migrate({ from: server.address, to: server.address }, quiet)).rejects.toThrow(
      'Name the location of the keys: --from-keys',
    );
  });
});
