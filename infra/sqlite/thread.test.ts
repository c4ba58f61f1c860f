import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Thread, ThreadEnded } from './thread.ts';
import { WorkerHost } from './worker-host.ts';

type Calls = Record<'double' | 'fail' | 'die' | 'say' | 'fill' | 'id', (n: number) => number>;
let directory: string;
let module: URL;
let thread: Thread<Calls>;
let ended: Error[];
let told: number;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  module = pathToFileURL(join(directory, 'served.mjs'));
  writeFileSync(
    module,
    `
    import { threadId } from 'node:worker_threads';
    import { getHeapSpaceStatistics } from 'node:v8';
    export const serve = tell => ({
      id: () => threadId,
      double: n => 2 * n,
      fail: () => { throw Object.assign(new Error('outer', { cause: Object.assign(new Error('inner'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }) }), { name: 'Odd' }); },
      die: () => { setImmediate(() => { throw new Error('poison'); }); },
      say: () => tell(),
      fill: n => {
        const kept = [];
        for (let i = 0; i < n; i++) kept[i % 50_000] = { i };
        return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20;
      },
    });`,
  );
  [ended, told] = [[], 0];
  // The flag with which the product starts.
  setFlagsFromString('--max-semi-space-size=16');
  thread = new Thread(module, { ended: error => ended.push(error), told: () => told++ });
});
afterEach(async () => {
  await thread.end();
  rmSync(directory, { recursive: true });
});

it('a thread answers calls in order', async () => {
  const answers: number[] = [];
  await Promise.all([1, 2, 3].map(async n => answers.push(await thread.ask('double', n))));
  expect(answers).toEqual([2, 4, 6]);
});

it('a failed call rejects with the codes of its causes', async () => {
  await expect(thread.ask('fail', 0)).rejects.toMatchObject({
    name: 'Odd',
    message: 'outer',
    cause: { message: 'inner', code: 'ERR_SQLITE_ERROR', errcode: 13 },
  });
  expect(await thread.ask('double', 4)).toBe(8);
});

it('a notification reaches the listener', async () => {
  await thread.ask('say', 0);
  expect(told).toBe(1);
});

it("a thread bounds its young generation regardless of the main thread's flags", async () => {
  expect(await thread.ask('fill', 5_000_000)).toBeLessThanOrEqual(8);
});

it('a thread that ends by itself rejects pending calls and reports the reason', async () => {
  const asked = [thread.ask('die', 0), ...[1, 2].map(n => thread.ask('double', n))];
  await Promise.allSettled(asked);
  await expect
    .poll(() => ended.map(({ message }) => message), { timeout: 10_000 })
    .toEqual(['the thread ended: poison']);
  await expect(thread.ask('double', 1)).rejects.toThrow(ThreadEnded);
});

it('a thread ended on purpose rejects pending calls and reports nothing', async () => {
  const asked = thread.ask('double', 1);
  asked.catch(() => undefined);
  await thread.end();
  await expect(asked).rejects.toThrow(ThreadEnded);
  expect(ended).toEqual([]);
});

describe('modules that share a thread', () => {
  const guests: Thread<Calls>[] = [];
  afterEach(() => Promise.all(guests.splice(0).map(guest => guest.end())));
  const guestOf = (host: WorkerHost): Thread<Calls> => {
    const guest = new Thread<Calls>(
      module,
      { ended: error => ended.push(error), told: () => told++ },
      host,
    );
    guests.push(guest);
    return guest;
  };

  it('get their own answers and notifications', async () => {
    const host = new WorkerHost();
    const [one, other] = [guestOf(host), guestOf(host)];
    expect(
      await Promise.all([one.ask('double', 1), other.ask('double', 5), one.ask('double', 2)]),
    ).toEqual([2, 10, 4]);
    expect(await one.ask('id', 0)).toBe(await other.ask('id', 0));
    await other.ask('say', 0);
    expect(told).toBe(1);
  });

  it('stay served when one leaves; the thread ends with the last and restarts for the next', async () => {
    const host = new WorkerHost();
    const [one, other] = [guestOf(host), guestOf(host)];
    const first = await one.ask('id', 0);
    const asked = one.ask('double', 1);
    asked.catch(() => undefined);
    await one.end();
    await expect(asked).rejects.toThrow(ThreadEnded);
    expect(await other.ask('double', 2)).toBe(4);
    await other.end();
    expect(await guestOf(host).ask('id', 0)).not.toBe(first);
    expect(ended).toEqual([]);
  });

  it('are all told when the thread ends, and the next module starts another', async () => {
    const host = new WorkerHost();
    const [one, other] = [guestOf(host), guestOf(host)];
    const first = await other.ask('id', 0);
    await Promise.allSettled([one.ask('die', 0), other.ask('fill', 1000), other.ask('double', 2)]);
    await expect
      .poll(() => ended.map(({ message }) => message), { timeout: 10_000 })
      .toEqual(['the thread ended: poison', 'the thread ended: poison']);
    await expect(other.ask('double', 2)).rejects.toThrow(ThreadEnded);
    expect(await guestOf(host).ask('id', 0)).not.toBe(first);
  });

  it('reject the calls of a module that cannot be loaded', async () => {
    const nobody = new Thread<Calls>(new URL('nobody.mjs', module), {
      ended: error => ended.push(error),
    });
    await expect(nobody.ask('double', 1)).rejects.toThrow('Cannot find module');
    expect(ended).toHaveLength(1);
  });
});
