import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Response } from 'express';
import { expect, it } from 'vitest';
import { pauseOf } from './request-time.ts';

it('long work for a request ends when its client disconnects, and not before', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  sent.on('error', () => undefined).end();
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  const pause = pauseOf(response as Response);
  await pause();
  sent.destroy();
  await once(response, 'close');
  expect(pause).toThrow('NOT_READY');
  server.close();
});
