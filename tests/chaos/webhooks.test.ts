import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@hzm/contracts/core/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../run/needs.ts';
import { receiver } from '../run/receiver.ts';
import { ask } from './installation.ts';
import { ownMongod, twoProcesses } from './two-processes.ts';

const ROWS = 40;
/** The call during which its process is killed, and one that is refused. */
const [HELD, REFUSED] = [10, 20];
/** Longest wait for a killed process's connection to end. */
const CLOSED_MS = 2_000;

describe('webhooks of two processes', needs(ownMongod), () => {
  const { address, members, place } = twoProcesses({ HZM_WEBHOOK_ALLOW_PRIVATE: '1' });
  let to: Awaited<ReturnType<typeof receiver>>;
  beforeAll(async () => {
    to = await receiver();
  });
  afterAll(() => to.close());

  it('are delivered on in order, and never twice at once, when the process that delivers is killed', async () => {
    const { headers, projectId, table } = place();
    const settings = { enableWebhooks: true, webhookUrl: to.url };
    await ask(address(0), 'PUT', `/projects/${projectId}`, { settings }, headers);

    let atOnce = 0;
    let most = 0;
    const accepted: string[] = [];
    const held = Promise.withResolvers<ServerResponse>();
    to.answers(response => {
      most = Math.max(most, ++atOnce);
      response.once('close', () => atOnce--);
      const { told } = to.calls.at(-1)!;
      if (to.calls.length === HELD) return held.resolve(response);
      if (to.calls.length === REFUSED) return void response.writeHead(500).end();
      if (told.type === 'row-added') accepted.push(told.data.rows[0].id as string);
      return void response.writeHead(204).end();
    });

    const added: string[] = [];
    const add = async (n: number): Promise<void> => {
      const named = { ...headers, 'x-request-id': newId() };
      const path = `/data/table/${table}/rows`;
      const again = (): Promise<{ row: { id: string } }> =>
        ask<{ row: { id: string } }>(address(n), 'POST', path, { n }, named).catch(
          async (error: unknown) => {
            // A process that was killed is asked again under the same name.
            if (!(error instanceof TypeError)) throw error;
            await sleep(100);
            return again();
          },
        );
      added.push((await again()).row.id);
    };
    for (let n = 0; n < ROWS / 2; n++) await add(n);

    const response = await held.promise;
    const closed = once(response, 'close').then(() => true);
    let isClosed = false;
    for (const member of members()) {
      member.signal('SIGKILL');
      isClosed = await Promise.race([closed, sleep(CLOSED_MS, false)]);
      if (isClosed) break;
    }
    expect(isClosed).toBe(true);
    for (let n = ROWS / 2; n < ROWS; n++) await add(n);

    await expect.poll(() => new Set(accepted).size, { timeout: 90_000 }).toBe(ROWS);
    expect(accepted.filter((id, at) => id !== accepted[at - 1])).toEqual(added);
    expect(most).toBe(1);
  });
});
