import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { JoinedRequest } from './joined-pieces.ts';

/** Sends a body as chunks of one byte; resolves to what the server was handed. */
async function received(bytes: number): Promise<{ events: number; text: string; ended: boolean }> {
  const server = createServer({ IncomingMessage: JoinedRequest });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  client.write(`${'1\r\na\r\n'.repeat(bytes)}0\r\n\r\n`);
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  let [events, text] = [0, ''];
  request
    .on('error', () => undefined)
    .on('data', (piece: Buffer) => {
      events++;
      text += piece.toString();
    });
  await new Promise(resolve => {
    request.once('close', resolve);
  });
  client.destroy();
  server.close();
  return { events, text, ended: request.readableEnded };
}

it('pieces that come at one moment are handed on as one', async () => {
  const { events, text, ended } = await received(5_000);
  expect([text, ended]).toEqual(['a'.repeat(5_000), true]);
  expect(events).toBeLessThan(100);
});

it('a body of ever so many small pieces ends its connection', async () => {
  expect((await received(200_000)).ended).toBe(false);
});
