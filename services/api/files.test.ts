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

/** A request whose body a test writes, with the outcome of reading it. */
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

it('an upload that trickles is aborted, because it holds one of few places', async () => {
  const { body, read, write } = coming();
  for (let second = 0; second < 19; second++) await write(1, 1);
  expect(body.destroyed).toBe(false);
  for (let second = 0; second < 3; second++) await write(1, 1);
  expect([body.destroyed, await read]).toEqual([true, 'VALIDATION_ERROR']);
});

it('a slow upload with pauses completes', async () => {
  const { body, read, write, received } = coming();
  for (let part = 0; part < 4; part++) await write(200_000, 24);
  body.end();
  expect([await read, received()]).toEqual(['whole', 800_000]);
});

it("waiting for the file's consumer does not count as the client's time", async () => {
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

it('an upload that announces an excessive size is refused at once', () => {
  expect(() => coming({ 'content-length': '1000001' })).toThrow('PAYLOAD_TOO_LARGE');
});
