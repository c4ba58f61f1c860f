import { setTimeout as sleep } from 'node:timers/promises';
import { isIntact, type Event } from '@hzm/contracts/core/event';
import { START, type Position } from '@hzm/contracts/core/position';
import { rowHeld } from '@hzm/contracts/features/rows/events';
import { events, upcasters } from '@hzm/contracts/registry';
import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { MongoKeyVault } from '@hzm/infra/key-vault/mongodb/mongo-key-vault';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { MongoReadModel } from '@hzm/infra/read-model/mongodb/mongo-read-model';
import { changesIn } from '@hzm/projections/core/changes';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { projections } from '@hzm/projections/registry';
import { Codec } from '@hzm/services/core/events/codec';
import type { EventStore, StoredEvent } from '@hzm/services/core/ports/event-store';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventStoreDbServer, type AppendFault } from '../engines/eventstoredb/server.ts';
import { startMongod, type Fragile } from '../engines/mongodb/mongod.ts';
import { program } from '../engines/mongodb/program.ts';
import { freePorts } from '../run/free-ports.ts';
import { needs } from '../run/needs.ts';
import { Member } from './cluster.ts';
import {
  catchUp,
  documents,
  expectCrowd,
  expectEverything,
  jumping,
  LOOK,
  ROUNDS,
  secret,
  seed,
  settle,
  WRITERS,
} from './installation.ts';
import { ownMongod } from './two-processes.ts';
import { Watcher } from './watcher.ts';
import { Writer } from './writer.ts';

const WATCHERS = 100;

interface RowChange {
  readonly op: string;
  readonly id: string;
}
interface Told {
  readonly position: string;
  readonly changes: readonly RowChange[];
}

const appendFault = fc.constantFrom<AppendFault>(
  'unavailable-before',
  'unavailable-after',
  'frozen',
  'frozen-after',
  'not-leader',
);
const round = fc.record({
  milliseconds: fc.integer({ min: 300, max: 1_000 }),
  fault: fc.oneof(
    fc.record({ kind: fc.constant('kill' as const), member: fc.nat(5) }),
    fc.record({
      kind: fc.constant('stop' as const),
      member: fc.nat(5),
      milliseconds: fc.integer({ min: 200, max: 6_500 }),
    }),
    fc.record({
      kind: fc.constant('log-down' as const),
      milliseconds: fc.integer({ min: 50, max: 800 }),
    }),
    fc.record({ kind: fc.constant('clock' as const), member: fc.nat(5) }),
    fc.record({ kind: fc.constantFrom('drop' as const, 'silence' as const, 'repeat' as const) }),
    fc.record({
      kind: fc.constant('appends' as const),
      faults: fc.array(appendFault, { minLength: 1, maxLength: 8 }),
    }),
    fc.record({
      kind: fc.constant('slow' as const),
      milliseconds: fc.integer({ min: 5, max: 60 }),
    }),
    fc.record({ kind: fc.constant('views-crash' as const) }),
    fc.record({
      kind: fc.constant('views-freeze' as const),
      milliseconds: fc.integer({ min: 200, max: 2_500 }),
    }),
  ),
});
type Fault = (typeof round extends fc.Arbitrary<infer R> ? R : never)['fault'];

describe('several processes on engines', needs(ownMongod), () => {
  const log = new EventStoreDbServer();
  let mongo: Fragile;
  let views = '';
  const members: Member[] = [];
  const [api, realtime] = [() => members.slice(0, 2), () => members.slice(2, 4)];

  beforeAll(async () => {
    mongo = await startMongod(program);
    views = `${mongo.url}/chaos?directConnection=true`;
    await log.start();
    const environment = {
      HZM_SECRET: secret,
      HZM_EVENT_STORE: log.address,
      HZM_READ_MODEL: views,
      HZM_REGISTER_PER_MINUTE: '0',
      HZM_LOG_LEVEL: 'error',
      ...jumping,
    };
    const roles = ['api', 'api', 'realtime', 'realtime', 'projector', 'projector'];
    const ports = await freePorts(roles.length);
    for (const [i, role] of roles.entries())
      members.push(new Member({ ...environment, HZM_ROLES: role }, ports[i]!));
    await Promise.all(members.map(member => member.healthy()));
  });
  afterAll(async () => {
    await Promise.all(members.map(member => member.stop()));
    log.kill();
    await mongo.stop();
  });

  /** Causes a fault; resolves when it is over. */
  async function happen(fault: Fault): Promise<void> {
    switch (fault.kind) {
      case 'kill':
        return members[fault.member]!.signal('SIGKILL');
      case 'stop':
        members[fault.member]!.signal('SIGSTOP');
        await sleep(fault.milliseconds);
        return members[fault.member]!.signal('SIGCONT');
      case 'clock':
        return members[fault.member]!.signal('SIGUSR2');
      case 'log-down':
        log.kill();
        await sleep(fault.milliseconds);
        await log.start();
        return;
      case 'drop':
        return log.dropSubscriptions();
      case 'silence':
        return log.silenceSubscriptions();
      case 'repeat':
        return log.repeatDeliveries();
      case 'appends':
        return log.failAppends(...fault.faults);
      case 'slow':
        log.slowDown(fault.milliseconds);
        await sleep(500);
        return log.slowDown(0);
      case 'views-crash':
        return mongo.crash();
      case 'views-freeze':
        return mongo.freeze(fault.milliseconds);
    }
  }

  /** Expects the read model of the processes to equal one that is read from the whole log. */
  async function expectReplayable(store: EventStore, table: string): Promise<void> {
    const vault = await MongoKeyVault.open(views, Buffer.from(secret));
    const [kept, anew] = [new MongoReadModel(views), new MemoryReadModel()];
    await catchUp(store, vault, anew);
    expect(await documents(kept, [table])).toEqual(await documents(anew, [table]));
    await Promise.all([kept.close(), vault.close()]);
  }

  /** The changes of rows that each of these events made. */
  async function rowChanges(stored: readonly StoredEvent[]): Promise<Told[]> {
    const vault = await MongoKeyVault.open(views, Buffer.from(secret));
    const codec = new Codec(vault, events, upcasters);
    const opened: Event[] = [];
    for await (const slice of codec.slices(stored)) opened.push(...slice.events.filter(isIntact));
    await vault.close();
    return opened.map(event => {
      const changes = changesIn(
        rowDocs,
        projections.flatMap(one => one.changesOf(event)),
      );
      return {
        position: event.position,
        changes: changes.filter(({ op }) => op !== 'drop-where') as RowChange[],
      };
    });
  }

  /**
   * Expects that no watcher missed a change or heard it twice, except changes of rows that a replay
   * told to be gone, and that both orders of events agree. Returns the number of changes.
   */
  async function expectTold(
    store: EventStore,
    start: Position,
    watchers: readonly Watcher[],
  ): Promise<number> {
    const all: StoredEvent[] = [];
    for (let after = START; ;) {
      const some = await store.readAll({ after, limit: 1_000 });
      if (some.length === 0) break;
      all.push(...some);
      after = some.at(-1)!.position;
    }
    const isTold = ({ type, position }: StoredEvent): boolean =>
      position > start && /^rows?-/.test(type) && type !== rowHeld.type;
    const told = await rowChanges(all.filter(isTold));
    const goneAt = new Map(
      told.flatMap(({ position, changes }) =>
        changes.filter(({ op }) => op === 'drop').map(({ id }) => [id, position]),
      ),
    );
    const last = told.at(-1)!.position;
    await expect
      .poll(() => watchers.filter(({ position }) => position < last).length, { timeout: 30_000 })
      .toBe(0);
    for (const { heard, gaps, replays } of watchers) {
      const known = new Set(heard);
      const isIn = (spans: Watcher['replays'], position: string): boolean =>
        spans.some(({ from, to = '' }) => position > from && position <= to);
      const isToldGone = ({ op, id }: RowChange, position: string): boolean => {
        const gone = goneAt.get(id) ?? '';
        return op !== 'drop' && gone > position && (known.has(gone) || isIn(gaps, gone));
      };
      const isOwed = ({ position, changes }: Told): boolean =>
        !isIn(replays, position) || !changes.every(one => isToldGone(one, position));
      const owed = told
        .filter(one => known.has(one.position) || isOwed(one))
        .map(({ position }) => position);
      expect(heard).toEqual(owed.filter(position => !isIn(gaps, position)));
    }
    const revisions = new Map<string, number>();
    for (const { stream, revision, position } of all) {
      expect([stream, revision, position]).toEqual([
        stream,
        (revisions.get(stream) ?? -1) + 1,
        position,
      ]);
      revisions.set(stream, revision);
    }
    return told.length;
  }

  it(
    `${ROUNDS} rounds of faults: nothing lost, nothing twice (CHAOS_SEED=${seed})`,
    { timeout: ROUNDS * 15_000 + 120_000 },
    async () => {
      const place = await settle(api()[0]!.address);
      const store = new EventStoreDbEventStore(log.address);
      const start = await store.head();
      const watchers = Array.from(
        { length: WATCHERS },
        (_, i) =>
          new Watcher(realtime()[i % 2]!.address, place.token, `table:${place.table}`, start),
      );
      const writers = Array.from({ length: WRITERS }, (_, i) => new Writer(`w${i}`));
      const rounds = fc.sample(round, { numRuns: ROUNDS, seed });
      let told = 0;
      while (rounds.length > 0) {
        const over = new AbortController();
        // A client whose server is gone continues at the other one.
        const working = Promise.all(
          writers.map(async (writer, i) => {
            for (let turn = i; !over.signal.aborted; turn++) {
              await writer.work({ address: api()[turn % 2]!.address, ...place }, over.signal);
              await sleep(20);
            }
          }),
        ).catch((error: unknown) => {
          throw new Error(members.map(member => member.said()).join('\n'), { cause: error });
        });
        // A refusal is told when it is waited for, after the faults.
        working.catch(() => undefined);
        const faults: Promise<void>[] = [];
        for (const { milliseconds, fault } of rounds.splice(0, LOOK)) {
          // Two engines are not hurt at once with themselves; everything else may happen
          // together.
          await Promise.all(faults.splice(0, Math.max(0, faults.length - 2)));
          faults.push(happen(fault));
          await sleep(milliseconds);
          if (fault.kind.startsWith('log') || fault.kind.startsWith('views')) await faults.pop();
        }
        await Promise.all(faults);
        await Promise.all(members.map(member => member.healthy()));
        // Everything healed by itself: whoever writes gets through.
        const before = writers.map(({ acknowledged }) => acknowledged);
        const getThrough = async (): Promise<void> => {
          await expect
            .poll(
              () => writers.filter(({ acknowledged }, i) => acknowledged < before[i]! + 3).length,
              { timeout: 30_000 },
            )
            .toBe(0);
        };
        await Promise.race([working, getThrough()]);
        over.abort();
        await working;
        for (const writer of writers) await writer.finish({ address: api()[0]!.address, ...place });
        await expectCrowd(
          api().map(({ address }) => address),
          place,
        );
        await expectEverything(api()[0]!.address, place, writers, await store.head());
        told = await expectTold(store, start, watchers);
        await expectReplayable(store, place.table);
      }
      expect(writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(
        (ROUNDS * WRITERS) / 4,
      );
      for (const watcher of watchers) watcher.close();
      await store.close();
      console.log(
        `${writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)} writes acknowledged, ${told} changes told to each of ${WATCHERS} watchers, ${watchers.reduce((sum, { gaps }) => sum + gaps.length, 0)} had to read again`,
      );
    },
  );
});
