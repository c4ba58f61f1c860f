import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClientMemory } from '@hzm/services/core/limits/client-memory';
import { expect, it } from 'vitest';
import { countUnread } from './unread.ts';

it('an answer whose client left before it is not counted, and held for nobody', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  sent.on('error', () => undefined).end();
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const unread = new ClientMemory({ together: 50_000, each: 50_000 });
  const sending = { engine: { unread }, call: { kind: 'query' }, response, account: 'a' };
  sent.destroy();
  await once(response, 'close');
  expect(countUnread(sending as never, 40_000)).toBeUndefined();
  unread.count('a', 40_000, () => undefined, false);
  server.close();
});
