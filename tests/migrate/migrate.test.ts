import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { NO_STREAM, type EventStore } from '@hzm/services/core/ports/event-store';
import { compare, copyLog } from '@hzm/services/server/migrate/copy-log';
import { migrate } from '@hzm/services/server/migrate/migrate';
import { keepSecret, keptSecret, secretOf } from '@hzm/services/server/secret';
import { start, type Running } from '@hzm/services/server/start';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { run } from '../run/process.ts';

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
async function fill(store: EventStore, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const stream = `s${n % 7}`;
    const revision = (await store.readStream(stream)).length - 1;
    const events = Array.from({ length: 1 + (n % 3) }, () => ({ id: crypto.randomUUID(), type: 'noted', data: { n: made++, text: 'ş'.repeat(n % 50) }, meta: { at: '2026-01-01T00:00:00.000Z' } }));
    await store.append(stream, revision < 0 ? NO_STREAM : revision, events);
  }
}
const quiet = (): void => undefined;

describe('a log', () => {
  it('is the same there and back again', async () => {
    const source = kept(new SqliteEventStore(at('a.db')));
    await fill(source, 300);
    const there = kept(new EventStoreDbEventStore(server.address));
    const first = await copyLog(source, there, quiet);
    const back = kept(new SqliteEventStore(at('b.db')));
    const second = await copyLog(there, back, quiet);
    expect([second.events, second.digest]).toEqual([first.events, first.digest]);
    expect(first.events).toBe((await source.readAll({ after: '0'.padStart(20, '0') as never, limit: 10_000 })).length);
    expect(await back.readAll({ after: '0'.padStart(20, '0') as never, limit: 10_000 })).toEqual(await source.readAll({ after: '0'.padStart(20, '0') as never, limit: 10_000 }));
  });

  it('is gone on with after any interruption, and what was lost on its way is there once', async () => {
    const source = kept(new SqliteEventStore(at('a.db')));
    await fill(source, 900);
    const target = kept(new SqliteEventStore(at('b.db')));
    let pages = 0;
    await expect(copyLog(source, target, () => { if (++pages === 2) throw new Error('the power went'); })).rejects.toThrow('the power went');
    const { events } = await compare(source, target);
    expect(events).toBeGreaterThan(0);
    server.failAppends('unavailable-after', 'frozen-after', 'unavailable-before');
    const other = kept(new EventStoreDbEventStore(server.address));
    expect((await copyLog(source, other, quiet)).digest).toBe((await copyLog(source, target, quiet)).digest);
  });

  it('does not go where others are', async () => {
    const [source, target] = [kept(new SqliteEventStore(at('a.db'))), kept(new SqliteEventStore(at('b.db')))];
    await fill(source, 3);
    await fill(target, 1);
    await expect(copyLog(source, target, quiet)).rejects.toThrow('Choose an empty one');
  });
});

it('goes by the secret that a directory keeps', () => {
  const own = keepSecret(directory);
  expect([keepSecret(directory), keptSecret(directory), secretOf(`base64url:${own.toString('base64url')}`)]).toEqual([own, own, own]);
  expect(secretOf('letters')).toEqual(Buffer.from('letters'));
});

describe('an installation', needs(mongodb), () => {
  const ask = async (port: number, method: string, path: string, body: unknown, token = '') =>
    (await (await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { method, headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }, ...(body !== undefined && { body: JSON.stringify(body) }) })).json() as { data: never }).data as Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- as it comes

  it('moves to the engines and back, and says the same everywhere', async () => {
    const embedded = (name: string): Promise<Running> => start({ port: 0, host: '127.0.0.1', dataDirectory: at(name), secret });
    const first = await embedded('.');
    const { token, project } = await ask(first.port, 'POST', '/auth/register', { name: 'A', email: 'a@example.com', password: 'gizli-1' });
    const { table } = await ask(first.port, 'POST', `/tables/project/${project.id}`, { name: 'Ürünler' }, token);
    await ask(first.port, 'POST', `/tables/${project.id}/${table.id}/fields`, { name: 'ad', type: 'string' }, token);
    for (const ad of ['Çay', 'Şeker', 'Un']) await ask(first.port, 'POST', `/data/table/${table.id}/rows`, { ad }, token);
    const rows = async ({ port }: Running) => (await ask(port, 'GET', `/data/table/${table.id}`, undefined, token))['rows'];
    const before = await rows(first);
    expect(before).toHaveLength(3);
    await first.close();

    const views = newMongoAddress();
    process.env['HZM_SECRET'] = secret.toString();
    closing.push(async () => { delete process.env['HZM_SECRET']; });
    expect(await migrate({ from: at('.'), to: server.address, toKeys: views }, quiet)).toMatchObject({ isWhole: true });
    const second = await start({ port: 0, host: '127.0.0.1', dataDirectory: at('engines'), secret, eventStore: server.address, readModel: views });
    expect(await rows(second)).toEqual(before);
    await ask(second.port, 'POST', `/data/table/${table.id}/rows`, { ad: 'Tuz' }, token);
    const after = await rows(second);
    await second.close();

    await migrate({ from: server.address, fromKeys: views, to: at('back') }, quiet);
    const third = await embedded('back');
    expect(await rows(third)).toEqual(after);
    await third.close();
  });

  it('is left alone while it runs', async () => {
    const program = run({ HZM_DATA_DIR: at('.'), HZM_SECRET: secret.toString() });
    await program.ready;
    process.env['HZM_SECRET'] = secret.toString();
    closing.push(async () => { delete process.env['HZM_SECRET']; });
    await expect(migrate({ from: at('.'), to: at('other') }, quiet)).rejects.toThrow('in use by another HZM');
    program.process.kill('SIGTERM');
    await program.ended;
  });
});
