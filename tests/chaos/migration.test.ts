import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@hzm/contracts/core/ids';
import { START } from '@hzm/contracts/core/position';
import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { NO_STREAM, type EventStore, type StoredEvent } from '@hzm/services/core/ports/event-store';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EventStoreDbServer, type AppendFault } from '../engines/eventstoredb/server.ts';
import { run, type Program } from '../run/process.ts';
import { secret, seed } from './installation.ts';

const STREAMS = 9_000;
/** Events of the log; some streams have several, far apart. */
const EVENTS = 12_000;
/** Faults of one migration. */
const FAULTS = 8;

const fault = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'killed' as const }) },
  fc.record({
    kind: fc.constant('log-down' as const),
    milliseconds: fc.integer({ min: 10, max: 500 }),
  }),
  fc.record({
    kind: fc.constant('appends' as const),
    faults: fc.array(
      fc.constantFrom<AppendFault>(
        'unavailable-before',
        'unavailable-after',
        'frozen',
        'frozen-after',
        'not-leader',
      ),
      { minLength: 1, maxLength: 3 },
    ),
  }),
);
type Fault = typeof fault extends fc.Arbitrary<infer F> ? F : never;

let directory = '';
let server: EventStoreDbServer;
let program: Program | undefined;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-chaos-'));
  server = await new EventStoreDbServer().start();
});
afterEach(async () => {
  program?.process.kill('SIGKILL');
  await program?.ended;
  server.kill();
  rmSync(directory, { recursive: true });
});

async function fill(): Promise<StoredEvent[]> {
  mkdirSync(directory, { recursive: true });
  const [log, vault] = [
    await SqliteEventStore.open(join(directory, 'events.db')),
    new SqliteKeyVault(join(directory, 'vault.db'), Buffer.from(secret)),
  ];
  await Promise.all(
    Array.from({ length: EVENTS }, (_, n) => {
      const revision = Math.floor(n / STREAMS);
      return log.append(`s${n % STREAMS}`, revision === 0 ? NO_STREAM : revision - 1, [
        {
          id: newId(),
          type: 'noted',
          data: { n, text: 'ş'.repeat(n % 100) },
          meta: { at: '2026-01-01T00:00:00.000Z' },
        },
      ]);
    }),
  );
  const events = await all(log);
  await Promise.all([log.close(), vault.close()]);
  return events;
}

async function all(log: EventStore): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let after = START; ;) {
    const page = await log.readAll({ after, limit: 1_000 });
    if (page.length === 0) return events;
    events.push(...page);
    after = page.at(-1)!.position;
  }
}

const migrating = (): Program =>
  run({ HZM_SECRET: secret }, '', [
    'infra/server/migrate/main.ts',
    '--from',
    directory,
    '--to',
    server.address,
    '--to-keys',
    directory,
  ]);

/** @returns whether the program is gone */
async function happen(one: Fault): Promise<boolean> {
  switch (one.kind) {
    case 'killed':
      program!.process.kill('SIGKILL');
      await program!.ended;
      return true;
    case 'log-down':
      server.kill();
      await sleep(one.milliseconds);
      await server.start();
      return false;
    case 'appends':
      server.failAppends(...one.faults);
      return false;
  }
}

it(`a migration to EventStoreDB that is killed and loses its server goes on, and nothing is missing or double (CHAOS_SEED=${seed})`, async () => {
  const source = await fill();
  program = migrating();
  for (const one of fc.sample(fault, { numRuns: FAULTS, seed })) {
    const before = server.log.all.length;
    await expect
      .poll(() => server.log.all.length, { interval: 5, timeout: 60_000 })
      .toBeGreaterThan(Math.min(before + EVENTS / (2 * FAULTS), EVENTS - 1));
    if (await happen(one)) program = migrating();
  }
  expect([await program.ended, program.said()]).toEqual([
    0,
    expect.stringContaining(`${EVENTS} events are there`),
  ]);
  const target = new EventStoreDbEventStore(server.address);
  const unplaced = (events: readonly StoredEvent[]) =>
    events.map(event => ({ ...event, position: START }));
  expect(unplaced(await all(target))).toEqual(unplaced(source));
  await target.close();
});
