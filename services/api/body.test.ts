import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { ClientMemory } from '@hzm/services/core/limits/client-memory';
import { expect, it, vi } from 'vitest';
import { readBody, readBytes } from './body.ts';

it('a body that is refused before it comes is remembered nowhere', async () => {
  const coming = new ClientMemory();
  const ended: string[] = [];
  const count = coming.count.bind(coming);
  vi.spyOn(coming, 'count').mockImplementation((account, ...more) => {
    const share = count(account, ...more);
    const end = (): void => {
      ended.push(account);
      share.end();
    };
    return { ...share, end };
  });
  const read = (headers: object): Promise<number> => {
    const request = Object.assign(new PassThrough(), {
      headers: { 'content-length': '1', ...headers },
      is: () => true,
      ip: '127.0.0.1',
    });
    const exchange = { engine: { coming }, call: { access: 'project' }, request, response: {} };
    const caller = { actor: 'user', accountId: 'a' };
    return readBody(exchange as never, caller as never, {} as never);
  };
  await expect(read({ 'content-length': '2000000' })).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
  });
  await expect(read({ 'content-encoding': 'zip' })).rejects.toMatchObject({
    code: 'UNSUPPORTED_MEDIA_TYPE',
  });
  expect(ended).toEqual(['a', 'a']);
});

it.each(['', 'Content-Encoding: gzip\r\n'])(
  'a body that came whole before its client left is waited for no longer (%j)',
  async encoding => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write(`POST / HTTP/1.1\r\nHost: a\r\n${encoding}Content-Length: 2\r\n\r\n{}`);
    const [request] = (await once(server, 'request')) as [IncomingMessage];
    client.destroy();
    await once(request.socket, 'close');
    await expect(readBytes(request as never, 100)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    server.close();
  },
);
