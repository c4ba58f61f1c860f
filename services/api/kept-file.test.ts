import { PassThrough } from 'node:stream';
import type { KeptAnswer } from '@hzm/services/core/engine';
import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { sendKept } from './kept-file.ts';

it('a stored file counts for the memory of slow clients, until its client is cut off', async () => {
  let stalledMs = 0;
  const response = Object.assign(new PassThrough({ highWaterMark: 1 }), {
    setHeader: () => undefined,
    vary: () => undefined,
    status: () => response,
    set: () => response,
    setTimeout: (ms: number) => {
      stalledMs = ms;
    },
  });
  const request = { method: 'GET', get: () => undefined, range: () => undefined };
  let isClosed = false;
  const file: KeptAnswer['file'] = {
    size: 100_000,
    read: async function* () {
      for (let part = 0; part < 100; part++) yield Buffer.alloc(1_000);
    },
    close: async () => {
      isClosed = true;
    },
  };
  let open = 0;
  const cuts: (() => void)[] = [];
  const sent = sendKept(
    request as unknown as Request,
    response as unknown as Response,
    { name: 'a.txt', type: 'text/plain', isShown: false, tag: 'a', file },
    (bytes, cut) => {
      open += bytes;
      cuts.push(cut);
      return { took: () => undefined, came: () => undefined, end: () => void (open -= bytes) };
    },
  );
  await expect.poll(() => cuts.length).toBeGreaterThan(0);
  expect(open).toBeGreaterThanOrEqual(4_000);
  expect(stalledMs).toBe(60_000);
  cuts[0]!();
  await sent;
  expect([open, isClosed]).toEqual([0, true]);
});
