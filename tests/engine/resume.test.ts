import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@hzm/contracts/core/ids';
import { start } from '@hzm/infra/server/start';
import { io } from 'socket.io-client';
import { expect, it } from 'vitest';

/** Number of documents that take longer to look through than to open. */
const LEFT = 3_000;

it(
  'serves and lets sockets in at once, and looks behind that for what an earlier process left',
  { timeout: 60_000 },
  async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'hzm-resume-'));
    const imports = join(dataDirectory, 'imports');
    for (let i = 0; i < LEFT; i++) {
      const left = join(imports, newId());
      mkdirSync(left, { recursive: true });
      writeFileSync(join(left, 'file'), '');
    }
    const running = await start({
      port: 0,
      host: '127.0.0.1',
      dataDirectory,
      secret: Buffer.from('a secret for tests only'),
      logLevel: 'silent',
    });
    const health = async () =>
      (
        (await (await fetch(`http://127.0.0.1:${running.port}/api/v1/health`)).json()) as {
          data: { status: string; isResuming: boolean };
        }
      ).data;
    try {
      expect(await health()).toMatchObject({ status: 'ok', isResuming: true });
      const socket = io(`http://127.0.0.1:${running.port}`, {
        transports: ['websocket'],
        reconnection: false,
      });
      // Whether it is let in is another question: somebody answers.
      await new Promise<void>(resolve => {
        socket.once('connect', resolve).once('connect_error', error => {
          if ('data' in error) resolve();
        });
      });
      socket.close();
      expect(readdirSync(imports).length).toBeGreaterThan(0);
      await expect.poll(async () => (await health()).isResuming, { timeout: 30_000 }).toBe(false);
      expect(readdirSync(imports)).toEqual([]);
    } finally {
      await running.close();
      rmSync(dataDirectory, { recursive: true });
    }
  },
);
