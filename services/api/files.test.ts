import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Request } from 'express';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sentFile } from './files.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A request whose body comes as a test writes it, and what became of reading it. */
function coming(headers: object = {}) {
  const body = new PassThrough();
  const request = Object.assign(body, { headers }) as unknown as Request;
  const file = sentFile(request, 1_000_000);
  let bytes = 0;
  const read = (async () => {
    for await (const chunk of file) bytes += chunk.length;
  })().then(
    () => 'whole',
    ({ code }: { code: string }) => code,
  );
  const write = async (count: number, seconds: number): Promise<void> => {
    body.write(Buffer.alloc(count));
    await turn();
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    await turn();
  };
  return { body, read, write, received: () => bytes };
}

it('a file that comes drop by drop is given up: it holds one of few places', async () => {
  const { body, read, write } = coming();
  for (let second = 0; second < 19; second++) await write(1, 1);
  expect(body.destroyed).toBe(false);
  for (let second = 0; second < 3; second++) await write(1, 1);
  expect([body.destroyed, await read]).toEqual([true, 'VALIDATION_ERROR']);
});

it('one that comes slowly, and pauses, comes whole', async () => {
  const { body, read, write, received } = coming();
  for (let part = 0; part < 4; part++) await write(200_000, 24);
  body.end();
  expect([await read, received()]).toEqual(['whole', 800_000]);
});

it("time that it waits for whoever keeps it is not the client's", async () => {
  const body = new PassThrough();
  const file = sentFile(Object.assign(body, { headers: {} }) as unknown as Request, 1_000_000);
  body.write('a');
  await file.next();
  await vi.advanceTimersByTimeAsync(120_000);
  body.end('b');
  expect([(await file.next()).value?.toString(), (await file.next()).done, body.errored]).toEqual([
    'b',
    true,
    null,
  ]);
});

it('one that says beforehand that it is too large is refused before anything is asked about it', () => {
  expect(() => coming({ 'content-length': '1000001' })).toThrow('PAYLOAD_TOO_LARGE');
});
