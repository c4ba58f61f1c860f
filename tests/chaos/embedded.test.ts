import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scratchFiles } from '../run/scratch-files.ts';
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
import { OwnServer } from './own-server.ts';
import { Writer } from './writer.ts';

const scratchFile = scratchFiles();
const round = fc.record({
  milliseconds: fc.integer({ min: 20, max: 500 }),
  fault: fc.oneof(
    { weight: 2, arbitrary: fc.constant({ kind: 'kill' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('disk-full' as const),
        milliseconds: fc.integer({ min: 50, max: 500 }),
        kill: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'clock' as const }) },
  ),
});
type Fault = (typeof round extends fc.Arbitrary<infer R> ? R : never)['fault'];

const server = new OwnServer(jumping);

const allowFiles = (bytes: string): void =>
  void execFileSync('prlimit', ['--pid', String(server.process.pid), `--fsize=${bytes}:unlimited`]);

/** @returns whether the process is gone */
async function happen(fault: Fault): Promise<boolean> {
  switch (fault.kind) {
    case 'kill':
      await server.kill();
      return true;
    case 'disk-full':
      allowFiles('0');
      await sleep(fault.milliseconds);
      if (fault.kill) await server.kill();
      else allowFiles('unlimited');
      return fault.kill;
    case 'clock':
      server.process.kill('SIGUSR2');
      return false;
  }
}

/** Expects the read model after the restarts to equal one that is read from the whole log. */
async function expectReplayable(table: string): Promise<void> {
  const store = await SqliteEventStore.open(server.file('events.db'));
  const vault = new SqliteKeyVault(server.file('vault.db'), Buffer.from(secret));
  const [kept, anew] = [
    await SqliteReadModel.open(server.file('views.db')),
    await SqliteReadModel.open(scratchFile()),
  ];
  for (const model of [kept, anew]) await catchUp(store, vault, model);
  expect(
    JSON.stringify(await documents(kept, [table])) ===
      JSON.stringify(await documents(anew, [table])),
  ).toBe(true);
  await Promise.all([store.close(), vault.close(), kept.close(), anew.close()]);
}

it(
  `kill -9, a full disk and a jumping clock in the middle of load, ${ROUNDS} times: every acknowledged write is there, once (CHAOS_SEED=${seed})`,
  { timeout: ROUNDS * 5_000 + 60_000 },
  async () => {
    let address = await server.start();
    const place = await settle(address);
    const writers = Array.from({ length: WRITERS }, (_, i) => new Writer(`w${i}`));
    for (const [at, { milliseconds, fault }] of fc
      .sample(round, { numRuns: ROUNDS, seed })
      .entries()) {
      const over = new AbortController();
      const working = Promise.all(
        writers.map(writer => writer.work({ address, ...place }, over.signal)),
      );
      await Promise.race([sleep(milliseconds), working]);
      const isGone = await happen(fault);
      over.abort();
      await working;
      if (isGone) address = await server.start();
      if ((at + 1) % LOOK > 0 && at + 1 < ROUNDS) continue;
      for (const writer of writers) await writer.finish({ address, ...place });
      await expectCrowd([address], place);
      await expectEverything(address, place, writers);
      await server.kill();
      await expectReplayable(place.table);
      address = await server.start();
    }
    expect(writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(
      ROUNDS * WRITERS,
    );
  },
);
