import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Thread, ThreadEnded } from './thread.ts';

const side = pathToFileURL(join(import.meta.dirname, 'thread-side.ts')).href;
let directory: string;
let thread: Thread<Record<'double' | 'fail' | 'die' | 'say' | 'fill', (n: number) => number>>;
let ended: Error[];
let told: number;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  const module = join(directory, 'side.mjs');
  writeFileSync(module, `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { serve, tell } from '${side}';
    serve({
      double: n => 2 * n,
      fail: () => { throw Object.assign(new Error('outer', { cause: Object.assign(new Error('inner'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }) }), { name: 'Odd' }); },
      die: () => { setImmediate(() => { throw new Error('poison'); }); },
      say: () => tell(),
      fill: n => {
        const kept = [];
        for (let i = 0; i < n; i++) kept[i % 50_000] = { i };
        return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 2 ** 20;
      },
    });`);
  [ended, told] = [[], 0];
  // As the product is started.
  setFlagsFromString('--max-semi-space-size=16');
  thread = new Thread(pathToFileURL(module), { ended: error => ended.push(error), told: () => told++ });
});
afterEach(async () => {
  await thread.end();
  rmSync(directory, { recursive: true });
});

it('answers in the order in which it was asked', async () => {
  const answers: number[] = [];
  await Promise.all([1, 2, 3].map(async n => answers.push(await thread.ask('double', n))));
  expect(answers).toEqual([2, 4, 6]);
});

it('tells why it could not, with the codes of what was in the way', async () => {
  await expect(thread.ask('fail', 0)).rejects.toMatchObject({ name: 'Odd', message: 'outer', cause: { message: 'inner', code: 'ERR_SQLITE_ERROR', errcode: 13 } });
  expect(await thread.ask('double', 4)).toBe(8);
});

it('says something unasked', async () => {
  await thread.ask('say', 0);
  expect(told).toBe(1);
});

it('holds little garbage, whatever the main thread may', async () => {
  expect(await thread.ask('fill', 5_000_000)).toBeLessThanOrEqual(8);
});

it('that ends leaves nobody waiting, and says why', async () => {
  const asked = [thread.ask('die', 0), ...[1, 2].map(n => thread.ask('double', n))];
  await Promise.allSettled(asked);
  await expect.poll(() => ended.map(({ message }) => message), { timeout: 10_000 }).toEqual(['the thread ended: poison']);
  await expect(thread.ask('double', 1)).rejects.toThrow(ThreadEnded);
});

it('is ended on purpose without a word, and what it was asked is rejected', async () => {
  const asked = thread.ask('double', 1);
  asked.catch(() => undefined);
  await thread.end();
  await expect(asked).rejects.toThrow(ThreadEnded);
  expect(ended).toEqual([]);
});
