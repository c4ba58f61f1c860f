import { PassThrough } from 'node:stream';
import type { Response } from 'express';
import { describe, expect, it } from 'vitest';
import { MemoryPool } from '../core/limits/memory-pool.ts';
import { wholeSource } from '../core/limits/source.ts';
import { documentsIn } from '../domain/load-limits.ts';
import { sendMade } from './files.ts';

describe('a generated file', () => {
  it('counts the chunks that its client has not taken, until the connection ends', async () => {
    const response = Object.assign(new PassThrough({ highWaterMark: 1 }), {
      setHeader: () => undefined,
    });
    let [made, open] = [0, 0];
    const chunks = (async function* () {
      for (;;) {
        made++;
        yield 'x'.repeat(100);
      }
    })();
    const pool = new MemoryPool(documentsIn(2 ** 30));
    const sent = sendMade(
      response as unknown as Response,
      { name: 'a.csv', chunks },
      async () => undefined,
      () => pool.share(wholeSource('a')),
      bytes => {
        open += bytes;
        return { took: () => undefined, came: () => undefined, end: () => void (open -= bytes) };
      },
    );
    for (let read = 0; read < 10; read++) {
      await expect.poll(() => response.read() !== null).toBe(true);
      expect(open).toBeLessThanOrEqual(300);
    }
    expect([made > 10, open > 0]).toEqual([true, true]);
    response.destroy();
    await sent;
    expect(open).toBe(0);
  });
});
