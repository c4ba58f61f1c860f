import type { LookupAddress } from 'node:dns';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { receiver } from '../../tests/run/receiver.ts';
import { HttpSender } from './http-sender.ts';

const to = await receiver();
afterAll(() => to.close());

type Look = Error | readonly string[];
/** A sender whose look-ups of names give these results, one after another. */
function looking(looks: readonly Look[], mayBePrivate = false) {
  const left = [...looks];
  const sender = new HttpSender({
    mayBePrivate,
    timeoutMs: 2_000,
    resolve: (_, done) => {
      const look = left.shift() ?? new Error('one look too many');
      if (look instanceof Error) return done(look, []);
      done(
        null,
        look.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  });
  return { left, send: (url: string) => sender.send({ url, headers: {}, body: '{}' }) };
}
const named = `http://hook.example:${to.port}/`;

describe('a sender of webhooks', () => {
  it('connects to the address of its only look-up', async () => {
    const { send, left } = looking([['127.0.0.1']], true);
    expect(await send(named)).toMatchObject({ status: 204 });
    expect(left).toEqual([]);
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['loopback behind a public address', ['93.184.215.14', '127.0.0.1']],
    ['loopback as IPv6', ['::1']],
    ['loopback as mapped IPv4', ['::ffff:127.0.0.1']],
    ['the address of metadata', ['169.254.169.254']],
  ])('refuses a name that resolves to %s', async (_, addresses) => {
    to.calls.length = 0;
    expect(await looking([addresses]).send(named)).toMatchObject({ failure: 'refused' });
    expect(to.calls).toEqual([]);
  });

  it('refuses a name that resolves to loopback only on the second look', async () => {
    to.calls.length = 0;
    const gone = Object.assign(new Error('gone'), { code: 'ENOTFOUND' });
    const { send } = looking([gone, ['127.0.0.1']]);
    expect(await send(named)).toMatchObject({ failure: 'name-unknown' });
    expect(await send(named)).toMatchObject({ failure: 'refused' });
    expect(to.calls).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '127.0.0.1.',
    '①②⑦.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[::127.0.0.1]',
    'user:word@127.0.0.1',
    'localhost',
    'localhost.',
    'n8n',
    'a.localhost',
    'metadata.google.internal',
    '0',
  ])('refuses the address %s without a look-up', async host => {
    to.calls.length = 0;
    const sent = await looking([]).send(`http://${host}:${to.port}/`);
    expect([sent, to.calls]).toMatchObject([{ failure: 'refused' }, []]);
  });

  it.each([22, 25, 587, 6379, 11_211])('refuses port %i, on which no web server is', async port => {
    const sent = await looking([['93.184.215.14']]).send(`http://hook.example:${port}/`);
    expect(sent).toMatchObject({ failure: 'refused' });
  });

  it('refuses a public address that is its own machine’s', async () => {
    const own = () => new Set(['93.184.215.14']);
    const sender = new HttpSender({ mayBePrivate: false, own, timeoutMs: 2_000 });
    const sent = await sender.send({ url: 'http://93.184.215.14/', headers: {}, body: '{}' });
    expect(sent).toMatchObject({ failure: 'refused' });
  });

  it('follows no redirect', async () => {
    to.answers(response => void response.writeHead(307, { location: named }).end('dort'));
    const { send, left } = looking([['127.0.0.1'], ['127.0.0.1']], true);
    expect(await send(named)).toMatchObject({ status: 307, answer: 'dort' });
    expect(left).toHaveLength(1);
  });

  it('keeps a kibibyte of an endless answer', async () => {
    to.answers(response => {
      response.writeHead(200);
      const write = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', write);
      write();
    });
    const sent = await looking([['127.0.0.1']], true).send(named);
    expect(sent).toMatchObject({ status: 200, answer: 'x'.repeat(1_024) });
  });

  it.each([
    ['interim answers', '', 'HTTP/1.1 103 Early\r\n\r\n'],
    ['line breaks before an answer', '', '\r\n'],
    ['zeros before a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '0'],
  ])('ends a call whose %s never end', async (_, first, again) => {
    let read = 0;
    const raw = createServer(socket => {
      socket.on('error', () => undefined);
      const many = again.repeat(10_000);
      const write = (): void => {
        while (!socket.destroyed && socket.write(many)) read += many.length;
      };
      socket.on('drain', write).once('data', () => {
        socket.write(first);
        write();
      });
    });
    await new Promise<void>(done => raw.listen(0, '127.0.0.1', done));
    const { port } = raw.address() as AddressInfo;
    const sent = await looking([['127.0.0.1']], true).send(`http://hook.example:${port}/`);
    expect(sent).not.toMatchObject({ failure: 'timeout' });
    expect(read).toBeLessThan(64 * 1_048_576);
    raw.close();
  });

  it('gives up on a receiver that never answers', async () => {
    to.answers(() => undefined);
    const sender = new HttpSender({ mayBePrivate: true, timeoutMs: 100 });
    expect(await sender.send({ url: to.url, headers: {}, body: '{}' })).toMatchObject({
      failure: 'timeout',
    });
  });

  it('fails on a receiver that changes the protocol', async () => {
    const raw = createServer(socket => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 101 Go\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    });
    await new Promise<void>(done => raw.listen(0, '127.0.0.1', done));
    const { port } = raw.address() as AddressInfo;
    const sent = await looking([['127.0.0.1']], true).send(`http://hook.example:${port}/`);
    expect(sent).toMatchObject({ failure: 'unreachable' });
    raw.close();
  });

  it('calls a receiver while many others hold their connections open', async () => {
    to.status(204);
    const { send } = looking(
      Array.from({ length: 300 }, () => ['127.0.0.1']),
      true,
    );
    for (let n = 0; n < 300; n++)
      expect(await send(`http://hook${n}.example:${to.port}/`)).toMatchObject({ status: 204 });
  });

  it('tells a closed port from a missing answer', async () => {
    const gone = await receiver();
    await gone.close();
    const sender = new HttpSender({ mayBePrivate: true });
    const sent = await sender.send({ url: gone.url, headers: {}, body: '{}' });
    expect(sent).toMatchObject({ failure: 'unreachable' });
  });
});
