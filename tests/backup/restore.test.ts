import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { START } from '@hzm/contracts/core/position';
import type { Summary } from '@hzm/infra/backup/format';
import { SqliteLogReader } from '@hzm/infra/event-store/sqlite/log-reader';
import { DiskFileStore } from '@hzm/infra/files/disk/disk-file-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { makeBackup } from '@hzm/infra/server/backup/make-backup';
import { restore } from '@hzm/infra/server/backup/restore';
import { openSources, type Where } from '@hzm/infra/server/backup/sources';
import { start, type Running } from '@hzm/infra/server/start';
import { projections } from '@hzm/projections/registry';
import type { StoredEvent } from '@hzm/services/core/ports/event-store';
import { fingerprintOf } from '@hzm/services/core/projecting/fingerprint-of';
import { partitionsOf } from '@hzm/services/domain/features/backups/partitions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { run, type Program } from '../run/process.ts';

let directory = '';
const closing: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-backup-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  rmSync(directory, { recursive: true });
});
const at = (name: string): string => join(directory, name);
const secret = Buffer.from('a secret for tests only, long enough for a file');
const quiet = (): void => undefined;

/** A server that is closed with the test, unless it was before. */
async function served(
  dataDirectory: string,
  more: Partial<Parameters<typeof start>[0]> = {},
): Promise<Running> {
  mkdirSync(dataDirectory, { recursive: true });
  const running = await start({ port: 0, host: '127.0.0.1', dataDirectory, secret, ...more });
  let open: Promise<void> | undefined;
  const close = () => (open ??= running.close());
  closing.push(close);
  return { ...running, close };
}
const ask = async (
  { port }: Running,
  method: string,
  path: string,
  body?: unknown,
  token = '',
  // oxlint-disable-next-line typescript/no-explicit-any -- as it comes
): Promise<any> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: unknown };
  expect([path, response.ok], JSON.stringify(answer)).toEqual([path, true]);
  return answer.data;
};
const person = { name: 'Ada', email: 'ada@example.com', password: 'gizli-1' };
const signIn = async (running: Running, { email, password } = person): Promise<string> =>
  (await ask(running, 'POST', '/auth/login', { email, password })).token;
/** A person with a project and a table. */
async function settled(
  running: Running,
): Promise<{ token: string; projectId: string; tableId: string }> {
  const { token, project } = await ask(running, 'POST', '/auth/register', person);
  const { table } = await ask(
    running,
    'POST',
    `/tables/project/${project.id}`,
    { name: 'Ürünler' },
    token,
  );
  await ask(
    running,
    'POST',
    `/tables/${project.id}/${table.id}/fields`,
    { name: 'ad', type: 'string' },
    token,
  );
  return { token, projectId: project.id, tableId: table.id };
}

async function backedUp(where: Where, file: string, passphrase?: string): Promise<Summary> {
  await using held = new AsyncDisposableStack();
  return await makeBackup(await openSources(where, held), {
    file,
    passphrase,
    now: () => new Date(),
  });
}
async function eventsIn(dataDirectory: string): Promise<StoredEvent[]> {
  const log = new SqliteLogReader(join(dataDirectory, 'events.db'));
  const all: StoredEvent[] = [];
  for (let after = START; ;) {
    const page = await log.readAll({ after, limit: 1_000 });
    if (page.length === 0) break;
    all.push(...page);
    after = page.at(-1)!.position;
  }
  await log.close();
  return all;
}
/** Fingerprints all views of a directory whose server is stopped. */
async function viewsIn(dataDirectory: string): Promise<{ text: string; documents: number }> {
  const model = await SqliteReadModel.open(join(dataDirectory, 'views.db'));
  await model.define(
    projections.flatMap(({ name, collections }) =>
      collections.map(c => ({ ...c, projection: name })),
    ),
  );
  const { text, documents } = await fingerprintOf(
    model,
    projections.flatMap(({ collections }) => collections),
    partitionsOf(model),
    async () => undefined,
  );
  await model.close();
  return { text, documents };
}
const backup = (...words: string[]): Program =>
  run({ HZM_DATA_DIR: at('a'), HZM_SECRET: secret.toString() }, '', [
    'infra/server/backup/main.ts',
    ...words,
  ]);
const restoring = (...words: string[]): Program =>
  run({ HZM_DATA_DIR: at('b'), HZM_SECRET: secret.toString() }, '', [
    'infra/server/backup/restore-main.ts',
    ...words,
  ]);
const end = async (program: Program): Promise<{ code: unknown; said: string }> => ({
  code: await program.ended,
  said: program.said(),
});

describe('a backup of files', () => {
  it('makes the same installation in an empty directory, with its secret and without what was erased', async () => {
    const first = await served(at('a'));
    const { token, tableId } = await settled(first);
    for (const ad of ['Çay', 'Şeker', 'Un'])
      await ask(first, 'POST', `/data/table/${tableId}/rows`, { ad }, token);
    const { project } = await ask(first, 'POST', '/projects', { name: 'Silinecek' }, token);
    await ask(first, 'DELETE', `/projects/${project.id}`, {}, token);
    await ask(first, 'DELETE', `/bin/projects/${project.id}`, { confirm: 'Silinecek' }, token);
    const summary = await backedUp(
      { dataDirectory: at('a'), secret },
      at('one.backup'),
      'a passphrase of mine',
    );
    await first.close();
    expect(statSync(at('one.backup')).mode & 0o777).toBe(0o600);

    const restored = await restore(
      {
        file: at('one.backup'),
        passphrase: 'a passphrase of mine',
        to: at('b'),
        dataDirectory: at('b'),
      },
      quiet,
    );
    expect([restored.events, restored.position, restored.isWhole]).toEqual([
      summary.events,
      summary.end,
      true,
    ]);
    expect(await eventsIn(at('b'))).toEqual(await eventsIn(at('a')));
    expect(readFileSync(at('b/secret'), 'utf8')).toBe(secret.toString('base64url'));
    const vault = new SqliteKeyVault(at('b/vault.db'), secret);
    expect(await vault.isDestroyed(`project:${project.id}`)).toBe(true);
    await vault.close();
    const second = await served(at('b'));
    const rows = await ask(
      second,
      'GET',
      `/data/table/${tableId}`,
      undefined,
      await signIn(second),
    );
    expect(rows.rows.map(({ ad }: { ad: string }) => ad)).toEqual(['Çay', 'Şeker', 'Un']);
    await second.close();
    // Signing in was an event more; and another secret may open the keys from now on.
    rmSync(at('b'), { recursive: true });
    await restore(
      {
        file: at('one.backup'),
        passphrase: 'a passphrase of mine',
        to: at('b'),
        dataDirectory: at('b'),
        secret,
      },
      quiet,
    );
    expect(existsSync(at('b/secret'))).toBe(false);
    await (await served(at('b'))).close();
    const views = await viewsIn(at('a'));
    expect(await viewsIn(at('b'))).toEqual(views);
    expect(views.documents).toBeGreaterThan(8);
  });

  it('does not go where others are, and says why it goes nowhere', async () => {
    const first = await served(at('a'));
    await settled(first);
    const { endedAt } = await backedUp({ dataDirectory: at('a'), secret }, at('one.backup'));
    await first.close();
    const other = await served(at('b'));
    await settled(other);
    await expect(
      restore({ file: at('one.backup'), to: at('b'), dataDirectory: at('b'), secret }, quiet),
    ).rejects.toThrow('in use by another HZM');
    await other.close();
    const before = await eventsIn(at('b'));
    expect(await end(restoring(at('one.backup')))).toMatchObject({
      code: 1,
      said: expect.stringContaining('Choose an empty one') as string,
    });
    expect(await eventsIn(at('b'))).toEqual(before);
    expect(existsSync(at('b/restoring'))).toBe(false);

    const whole = readFileSync(at('one.backup'));
    writeFileSync(at('cut.backup'), whole.subarray(0, whole.length / 2));
    expect(await end(restoring(at('cut.backup'), '--to', at('c')))).toMatchObject({
      code: 1,
      said: expect.stringContaining('cut off') as string,
    });
    expect(existsSync(at('c'))).toBe(false);
    const until = (time: string) =>
      restore({ file: at('one.backup'), to: at('c'), dataDirectory: at('c'), until: time }, quiet);
    await expect(until(new Date(Date.parse(endedAt) + 1).toISOString())).rejects.toThrow(
      'it has no events until',
    );
    await expect(until('2020-01-01T00:00:00.000Z')).rejects.toThrow(
      'Nothing in the backup happened before',
    );
    expect(await end(restoring(at('one.backup'), '--until', 'yesterday'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('--until needs a time') as string,
    });
    expect(await end(restoring())).toMatchObject({
      code: 1,
      said: expect.stringContaining('npm run restore -- FILE') as string,
    });
  });

  it('does not bring back what was erased, also not as of a moment before; and what was erased since, where somebody knows of it', async () => {
    const first = await served(at('a'));
    const { token } = await settled(first);
    const make = async (name: string): Promise<string> =>
      (await ask(first, 'POST', '/projects', { name }, token)).project.id;
    const [before, since] = [await make('Önce silinecek'), await make('Sonra silinecek')];
    await sleep(5);
    const moment = new Date().toISOString();
    await sleep(5);
    await ask(first, 'DELETE', `/projects/${before}`, {}, token);
    await ask(first, 'DELETE', `/bin/projects/${before}`, { confirm: 'Önce silinecek' }, token);
    await backedUp({ dataDirectory: at('a'), secret }, at('one.backup'));
    await ask(first, 'DELETE', `/projects/${since}`, {}, token);
    await ask(first, 'DELETE', `/bin/projects/${since}`, { confirm: 'Sonra silinecek' }, token);
    await backedUp({ dataDirectory: at('a'), secret }, at('two.backup'));
    await first.close();
    const keysIn = async (name: string, erasures?: string): Promise<boolean[]> => {
      await restore(
        {
          file: at('one.backup'),
          to: at(name),
          dataDirectory: at(name),
          secret,
          until: moment,
          erasures,
        },
        quiet,
      );
      const vault = new SqliteKeyVault(at(`${name}/vault.db`), secret);
      const found = [
        await vault.find(`project:${before}`),
        await vault.find(`project:${since}`),
      ].map(key => key !== undefined);
      await vault.close();
      return found;
    };
    expect(await keysIn('b')).toEqual([false, true]);
    expect(await keysIn('c', at('two.backup'))).toEqual([false, false]);
    expect(await keysIn('d', at('a'))).toEqual([false, false]);
    const restored = await served(at('c'));
    expect(
      (await ask(restored, 'GET', '/projects', undefined, await signIn(restored))).projects.map(
        ({ name }: { name: string }) => name,
      ),
    ).toEqual(['Varsayılan Proje']);
  });
});

describe('the files of people', () => {
  const chunk = async function* (bytes: Buffer) {
    yield bytes;
  };

  it('are in the backup, and go where the keys go, but for those of what was erased', async () => {
    const first = await served(at('a'));
    const { token, projectId } = await settled(first);
    const gone = (await ask(first, 'POST', '/projects', { name: 'Silinecek' }, token)).project
      .id as string;
    const store = new DiskFileStore(at('a/files'));
    const large = randomBytes(5_000_000);
    await store.write(projectId, chunk(large), () => 'ab'.repeat(32));
    await store.write(projectId, chunk(Buffer.alloc(0)), () => 'cd'.repeat(32));
    await store.write(gone, chunk(Buffer.from('x')), () => 'ef'.repeat(32));
    expect(await backedUp({ dataDirectory: at('a'), secret }, at('one.backup'))).toMatchObject({
      files: 3,
    });
    await ask(first, 'DELETE', `/projects/${gone}`, {}, token);
    await ask(first, 'DELETE', `/bin/projects/${gone}`, { confirm: 'Silinecek' }, token);
    await expect.poll(() => existsSync(at(`a/files/${gone}`))).toBe(false);
    expect(await backedUp({ dataDirectory: at('a'), secret }, at('two.backup'))).toMatchObject({
      files: 2,
    });
    await first.close();
    expect(
      await restore(
        {
          file: at('one.backup'),
          to: at('b'),
          dataDirectory: at('b'),
          secret,
          erasures: at('two.backup'),
        },
        quiet,
      ),
    ).toMatchObject({ files: 2 });
    const found = new Map<string, number>();
    for await (const { partition, name, size } of new DiskFileStore(at('b/files')).entries())
      found.set(`${partition}/${name}`, size);
    expect(found).toEqual(
      new Map([
        [`${projectId}/${'ab'.repeat(32)}`, 5_000_000],
        [`${projectId}/${'cd'.repeat(32)}`, 0],
      ]),
    );
    expect(readFileSync(at(`b/files/${projectId}/${'ab'.repeat(32)}`)).equals(large)).toBe(true);
  });
});

describe('under writes', () => {
  it(
    'is restored to a moment between its begin and its end, with all that was answered before and nothing that was asked after',
    { timeout: 120_000 },
    async () => {
      const server = run({ HZM_DATA_DIR: at('a'), HZM_SECRET: secret.toString() });
      closing.push(() => {
        server.process.kill('SIGKILL');
        return server.ended;
      });
      const running = {
        port: Number(new URL(await server.ready).port),
        close: async () => undefined,
      };
      const { token, tableId } = await settled(running);
      // Something to copy, so that it takes a while.
      for (let n = 0; n < 40; n++)
        await ask(
          running,
          'POST',
          `/data/table/${tableId}/rows/bulk`,
          {
            rows: Array.from({ length: 500 }, (_, i) => ({
              ad: `${n} ${i} ${'uzun '.repeat(40)}`,
            })),
          },
          token,
        );
      const written: {
        readonly id: string;
        readonly askedAt: number;
        readonly answeredAt: number;
      }[] = [];
      const stopping = new AbortController();
      const writers = Array.from({ length: 16 }, async () => {
        while (!stopping.signal.aborted) {
          const askedAt = Date.now();
          const { row } = await ask(
            running,
            'POST',
            `/data/table/${tableId}/rows`,
            { ad: 'x' },
            token,
          );
          written.push({ id: row.id, askedAt, answeredAt: Date.now() });
          // Paced: 16 writers, 500 writes a second.
          await sleep(Math.max(0, 32 - (Date.now() - askedAt)));
        }
      });
      await sleep(500);
      await using held = new AsyncDisposableStack();
      const sources = await openSources({ dataDirectory: at('a'), secret }, held);
      // However fast or slow the machine is, others write meanwhile.
      const log = {
        head: () => sources.log.head(),
        readAll: async (options: Parameters<typeof sources.log.readAll>[0]) => {
          const before = written.length;
          await expect.poll(() => written.length, { timeout: 60_000 }).toBeGreaterThan(before + 16);
          return sources.log.readAll(options);
        },
      };
      const {
        begin,
        end: last,
        startedAt,
        endedAt,
      } = await makeBackup({ ...sources, log }, { file: at('one.backup'), now: () => new Date() });
      await sleep(300);
      stopping.abort();
      await Promise.all(writers);
      expect(last > begin).toBe(true);
      const [from, to] = [Date.parse(startedAt), Date.parse(endedAt)];
      const meanwhile = written.filter(({ answeredAt }) => answeredAt > from && answeredAt < to);
      expect(meanwhile.length).toBeGreaterThan(5);

      for (const [name, moment] of [
        ['b', Math.round((from + to) / 2)],
        ['c', to],
      ] as const) {
        await restore(
          {
            file: at('one.backup'),
            to: at(name),
            dataDirectory: at(name),
            secret,
            until: new Date(moment).toISOString(),
          },
          quiet,
        );
        const ids = new Set(
          (await eventsIn(at(name))).flatMap(({ type, data }) =>
            type === 'row-added' ? [data['rowId'] as string] : [],
          ),
        );
        const wrong = written.filter(
          ({ id, askedAt, answeredAt }) =>
            (answeredAt < moment && !ids.has(id)) || (askedAt > moment && ids.has(id)),
        );
        expect(wrong).toEqual([]);
        expect(written.some(({ id, askedAt }) => askedAt < moment && ids.has(id))).toBe(true);
        // The whole prefix, in its order.
        const all = await eventsIn(at(name));
        expect((await eventsIn(at('a'))).slice(0, all.length)).toEqual(all);
      }
    },
  );
});

describe('killed half way', () => {
  it(
    'the backup leaves no file of its name, and the restore goes on; nothing starts meanwhile',
    { timeout: 180_000 },
    async () => {
      const first = await served(at('a'));
      const { token, tableId } = await settled(first);
      for (let n = 0; n < 40; n++)
        await Promise.all(
          Array.from({ length: 100 }, (_, i) =>
            ask(
              first,
              'POST',
              `/data/table/${tableId}/rows`,
              { ad: `${n} ${i} ${'uzun '.repeat(100)}` },
              token,
            ),
          ),
        );
      for (let kills = 0; kills < 2; kills++) {
        const program = backup(at('one.backup'));
        await expect
          .poll(() => statSync(at('one.backup.partial'), { throwIfNoEntry: false })?.size ?? 0, {
            interval: 1,
            timeout: 20_000,
          })
          .toBeGreaterThan(1_000);
        program.process.kill('SIGKILL');
        await program.ended;
        expect(existsSync(at('one.backup'))).toBe(false);
      }
      expect(await end(backup(at('one.backup')))).toMatchObject({
        code: 0,
        said: expect.stringContaining('it gives access to all data') as string,
      });
      expect(existsSync(at('one.backup.partial'))).toBe(false);
      expect(await end(backup(at('one.backup')))).toMatchObject({
        code: 1,
        said: expect.stringContaining('exists already') as string,
      });
      await first.close();

      const count = async (): Promise<number> => (await eventsIn(at('b')).catch(() => [])).length;
      const all = (await eventsIn(at('a'))).length;
      const points = [async () => existsSync(at('b/restoring')), async () => (await count()) > 0];
      for (const isThere of points) {
        const program = restoring(at('one.backup'));
        await expect.poll(isThere, { interval: 1, timeout: 30_000 }).toBe(true);
        program.process.kill('SIGKILL');
        await program.ended;
        expect(await count()).toBeLessThan(all);
        await expect(served(at('b'))).rejects.toThrow('A backup is being restored');
      }
      expect(await end(restoring(at('one.backup')))).toMatchObject({
        code: 0,
        said: expect.stringContaining('each compared with the backup') as string,
      });
      expect(await eventsIn(at('b'))).toEqual(await eventsIn(at('a')));
      await (await served(at('b'))).close();
      expect(await viewsIn(at('b'))).toEqual(await viewsIn(at('a')));
    },
  );
});

describe('on engines', needs(mongodb), () => {
  it(
    'goes from files to engines, from there into files, and says the same everywhere',
    { timeout: 120_000 },
    async () => {
      const [events, others] = [
        await new EventStoreDbServer().start(),
        await new EventStoreDbServer().start(),
      ];
      closing.push(async () => {
        events.kill();
        others.kill();
      });
      const first = await served(at('a'));
      const { token, tableId } = await settled(first);
      for (const ad of ['Çay', 'Şeker', 'Un'])
        await ask(first, 'POST', `/data/table/${tableId}/rows`, { ad }, token);
      await first.close();
      await backedUp({ dataDirectory: at('a'), secret }, at('one.backup'));

      const views = newMongoAddress();
      const there = await restore(
        {
          file: at('one.backup'),
          to: events.address,
          toKeys: views,
          dataDirectory: at('engines'),
          secret,
        },
        quiet,
      );
      const second = await served(at('engines'), { eventStore: events.address, readModel: views });
      const own = await signIn(second);
      await ask(second, 'POST', `/data/table/${tableId}/rows`, { ad: 'Tuz' }, own);
      const { rows } = await ask(second, 'GET', `/data/table/${tableId}`, undefined, own);
      const summary = await backedUp(
        { dataDirectory: at('engines'), eventStore: events.address, readModel: views, secret },
        at('two.backup'),
      );
      await second.close();
      expect(summary.events).toBe(there.events + 2);

      const back = await restore(
        { file: at('two.backup'), to: at('b'), dataDirectory: at('b'), secret },
        quiet,
      );
      const again = newMongoAddress();
      expect(
        (
          await restore(
            {
              file: at('two.backup'),
              to: others.address,
              toKeys: again,
              dataDirectory: at('more'),
              secret,
            },
            quiet,
          )
        ).digest,
      ).toBe(back.digest);
      for (const other of [
        await served(at('b')),
        await served(at('more'), { eventStore: others.address, readModel: again }),
      ]) {
        expect(
          (await ask(other, 'GET', `/data/table/${tableId}`, undefined, await signIn(other))).rows,
        ).toEqual(rows);
      }
    },
  );
});
