import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { events, upcasters } from '@hzm/contracts/registry';
import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { MongoKeyVault } from '@hzm/infra/key-vault/mongodb/mongo-key-vault';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { MongoReadModel } from '@hzm/infra/read-model/mongodb/mongo-read-model';
import { project } from '@hzm/projections/core/projection';
import { projections } from '@hzm/projections/registry';
import { Codec } from '@hzm/services/core/codec';
import type { StoredEvent } from '@hzm/services/core/ports/event-store';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import { Projector } from '@hzm/services/core/projector';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStoreDbServer, type AppendFault } from '../engines/eventstoredb/server.ts';
import { startMongod, type Fragile } from '../engines/mongodb/mongod.ts';
import { program } from '../engines/mongodb/program.ts';
import { needs } from '../run/needs.ts';
import { freePort, Member } from './cluster.ts';
import { Watcher } from './watcher.ts';
import { Writer } from './writer.ts';

const ROUNDS = Number(process.env['CHAOS_ROUNDS'] ?? 20);
const WRITERS = 16;
const WATCHERS = 100;
/** The same seed does the same things in the same order. */
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
const secret = 'a secret for tests only';

const appendFault = fc.constantFrom<AppendFault>('unavailable-before', 'unavailable-after', 'frozen', 'frozen-after', 'not-leader');
const round = fc.record({
  milliseconds: fc.integer({ min: 300, max: 1_000 }),
  fault: fc.oneof(
    fc.record({ kind: fc.constant('kill' as const), member: fc.nat(5) }),
    fc.record({ kind: fc.constant('stop' as const), member: fc.nat(5), milliseconds: fc.integer({ min: 200, max: 6_500 }) }),
    fc.record({ kind: fc.constant('log-down' as const), milliseconds: fc.integer({ min: 50, max: 800 }) }),
    fc.record({ kind: fc.constantFrom('drop' as const, 'silence' as const) }),
    fc.record({ kind: fc.constant('appends' as const), faults: fc.array(appendFault, { minLength: 1, maxLength: 8 }) }),
    fc.record({ kind: fc.constant('slow' as const), milliseconds: fc.integer({ min: 5, max: 60 }) }),
    fc.record({ kind: fc.constant('views-crash' as const) }),
    fc.record({ kind: fc.constant('views-freeze' as const), milliseconds: fc.integer({ min: 200, max: 2_500 }) }),
  ),
});
type Fault = (typeof round extends fc.Arbitrary<infer R> ? R : never)['fault'];

describe('several processes on engines', needs({ name: 'mongodb', missing: existsSync(program) ? undefined : `there is no program at ${program}, and one that others use must not be killed` }), () => {
  const log = new EventStoreDbServer();
  let mongo: Fragile;
  let views = '';
  const members: Member[] = [];
  const [api, realtime] = [() => members.slice(0, 2), () => members.slice(2, 4)];

  beforeAll(async () => {
    mongo = await startMongod(program);
    views = `${mongo.url}/chaos?directConnection=true`;
    await log.start();
    const environment = { HZM_SECRET: secret, HZM_EVENT_STORE: log.address, HZM_READ_MODEL: views, HZM_REGISTER_PER_MINUTE: '0', HZM_LOG_LEVEL: 'error' };
    for (const role of ['api', 'api', 'realtime', 'realtime', 'projector', 'projector']) members.push(new Member({ ...environment, HZM_ROLES: role }, await freePort()));
    await Promise.all(members.map(member => member.healthy()));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(members.map(member => member.stop()));
    log.kill();
    await mongo.stop();
  });

  const ask = async <Data>(method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Data> => {
    const response = await fetch(`${api()[0]!.address}/api/v1${path}`, { method, headers: { 'content-type': 'application/json', ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const answer = await response.json() as { data: Data };
    expect(response.ok, JSON.stringify(answer)).toBe(true);
    return answer.data;
  };

  /** What goes wrong; resolves when it is over. */
  async function happen(fault: Fault): Promise<void> {
    switch (fault.kind) {
      case 'kill': return members[fault.member]!.signal('SIGKILL');
      case 'stop':
        members[fault.member]!.signal('SIGSTOP');
        await sleep(fault.milliseconds);
        return members[fault.member]!.signal('SIGCONT');
      case 'log-down':
        log.kill();
        await sleep(fault.milliseconds);
        await log.start();
        return;
      case 'drop': return log.dropSubscriptions();
      case 'silence': return log.silenceSubscriptions();
      case 'appends': return log.failAppends(...fault.faults);
      case 'slow':
        log.slowDown(fault.milliseconds);
        await sleep(500);
        return log.slowDown(0);
      case 'views-crash': return mongo.crash();
      case 'views-freeze': return mongo.freeze(fault.milliseconds);
    }
  }

  /** All documents in created order. */
  async function documents(model: ReadModel, tables: readonly string[]): Promise<unknown[]> {
    const all: unknown[] = [];
    for (const { name, partitioned } of projections.flatMap(({ collections }) => collections)) {
      for (const partition of partitioned ? tables : [undefined]) all.push(name, (await model.find({ collection: name, limit: 1_000_000, ...(partition !== undefined && { partition }) })).docs);
    }
    return all;
  }

  it(`${ROUNDS} rounds of faults: nothing lost, nothing twice (CHAOS_SEED=${seed})`, { timeout: ROUNDS * 15_000 + 120_000 }, async () => {
    const { token, project: { id: projectId } } = await ask<{ token: string; project: { id: string } }>('POST', '/auth/register', { name: 'A', email: 'a@example.com', password: 'gizli-1' });
    const headers = { authorization: `Bearer ${token}` };
    const { table } = await ask<{ table: { id: string } }>('POST', `/tables/project/${projectId}`, { name: 'Kayıtlar' }, headers);
    for (const [name, type] of [['key', 'string'], ['n', 'number']]) await ask('POST', `/tables/${projectId}/${table.id}/fields`, { name, type }, headers);
    const store = new EventStoreDbEventStore(log.address);
    const start = await store.head();
    const watchers = Array.from({ length: WATCHERS }, (_, i) => new Watcher(realtime()[i % 2]!.address, token, `table:${table.id}`, start));

    const over = new AbortController();
    const writers = Array.from({ length: WRITERS }, (_, i) => new Writer(`w${i}`));
    // Whose server is gone goes on at the other one.
    const working = Promise.all(writers.map(async (writer, i) => {
      for (let turn = i; !over.signal.aborted; turn++) {
        await writer.work({ address: api()[turn % 2]!.address, table: table.id, headers }, over.signal);
        await sleep(20);
      }
    }));
    const faults: Promise<void>[] = [];
    for (const { milliseconds, fault } of fc.sample(round, { numRuns: ROUNDS, seed })) {
      // Two engines are not hurt at once with themselves; everything else may happen together.
      await Promise.all(faults.splice(0, Math.max(0, faults.length - 2)));
      faults.push(happen(fault));
      await sleep(milliseconds);
      if (fault.kind.startsWith('log') || fault.kind.startsWith('views')) await faults.pop();
    }
    await Promise.all(faults);
    await Promise.all(members.map(member => member.healthy()));
    over.abort();
    await working;
    for (const writer of writers) await writer.finish({ address: api()[0]!.address, table: table.id, headers });

    // Every acknowledged write, once.
    const rows: { key: string; n: number }[] = [];
    const { pagination: { total } } = await ask<{ pagination: { total: number } }>('GET', `/data/table/${table.id}?limit=1`, undefined, { ...headers, 'x-wait-for-position': await store.head() });
    for (let page = 1; rows.length < total; page++) rows.push(...(await ask<{ rows: typeof rows }>('GET', `/data/table/${table.id}?limit=10000&page=${page}`, undefined, headers)).rows);
    const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);
    const expected = writers.flatMap(writer => [...writer.expected]).map(([key, n]) => ({ key, n }));
    expect(rows.map(({ key, n }) => ({ key, n })).toSorted(byKey)).toEqual(expected.toSorted(byKey));
    expect(writers.filter(({ acknowledged }) => acknowledged === 0)).toEqual([]);

    // Nobody missed a change or heard it twice.
    const all: StoredEvent[] = [];
    for (let after = start; ;) {
      const some = await store.readAll({ after, limit: 1_000 });
      if (some.length === 0) break;
      all.push(...some);
      after = some.at(-1)!.position;
    }
    const told = all.filter(({ type }) => /^rows?-/.test(type)).map(({ position }) => position as string);
    const last = told.at(-1)!;
    await expect.poll(() => watchers.filter(({ position }) => position < last).length, { timeout: 30_000 }).toBe(0);
    for (const { heard, gaps } of watchers) {
      const missed = (position: string): boolean => gaps.some(({ from, to }) => position > from && position <= to);
      expect(heard).toEqual(told.filter(position => !missed(position)));
    }

    // The two orders of events agree.
    const revisions = new Map<string, number>();
    for (const { stream, revision, position } of await store.readAll({ after: '0'.padStart(20, '0') as never, limit: 1_000_000 })) {
      expect([stream, revision, position]).toEqual([stream, (revisions.get(stream) ?? -1) + 1, position]);
      revisions.set(stream, revision);
    }

    // What the processes made of the read model is what a reading of the whole log makes of an empty one.
    const vault = await MongoKeyVault.open(views, Buffer.from(secret));
    const anew = new MemoryReadModel();
    const known = new Map(projections.map(p => [p.name, p]));
    const projector = new Projector(store, anew, new Codec(vault, events, upcasters), projections, ({ name }, event) => project(known.get(name)!, event));
    await projector.start();
    const kept = new MongoReadModel(views);
    await kept.define(projections.flatMap(({ name, collections }) => collections.map(c => ({ ...c, projection: name }))));
    expect(await documents(kept, [table.id])).toEqual(await documents(anew, [table.id]));

    for (const watcher of watchers) watcher.close();
    await projector.close();
    await Promise.all([kept.close(), vault.close(), store.close()]);
    console.log(`${writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)} writes acknowledged, ${told.length} changes told to each of ${WATCHERS} watchers, ${watchers.reduce((sum, { gaps }) => sum + gaps.length, 0)} had to read again`);
  });
});
