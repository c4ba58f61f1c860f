import { once } from 'node:events';
import { createServer as createPlain, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as certificates from '../../tests/run/certificates.ts';
import { HttpSender } from './http-sender.ts';

const { key, authority, trusted, expired, selfSigned } = certificates;
const TIMEOUT_MS = 300;
/** Time for receivers that answer, also on a busy host. */
const PATIENT_MS = 10_000;
/** A TLS record that says “unexpected message”. */
const ALERT = Buffer.from('15030100020246', 'hex');
const ANSWER = 'HTTP/1.1 204 No Content\r\n\r\n';

describe('a sender of webhooks to a receiver with TLS', () => {
  const before = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([...before, authority]));
  afterAll(() => setDefaultCACertificates(before));

  const servers: Server[] = [];
  const senderWithin = (timeoutMs: number): HttpSender =>
    new HttpSender({
      mayBePrivate: true,
      timeoutMs,
      resolve: (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
  const [patient, hasty] = [senderWithin(PATIENT_MS), senderWithin(TIMEOUT_MS)];
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
  });
  afterAll(() => {
    patient.close();
    hasty.close();
  });

  /** Resolves with the port of a server and the connections that it has had. */
  async function listening(server: Server) {
    const sockets: Socket[] = [];
    server.on('connection', (socket: Socket) => {
      socket.on('error', () => undefined);
      sockets.push(socket);
    });
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return { port: (server.address() as AddressInfo).port, sockets };
  }
  const withTls = (cert: string): Server =>
    createServer({ key, cert }, socket => void socket.on('error', () => undefined).end(ANSWER)).on(
      'tlsClientError',
      () => undefined,
    );
  const without = (connected: (socket: Socket) => unknown): Server =>
    createPlain(socket => void connected(socket));
  const send = (url: string, sender = patient) => sender.send({ url, headers: {}, body: '{}' });

  it('delivers to a certificate that it trusts', async () => {
    const { port } = await listening(withTls(trusted));
    expect(await send(`https://hook.example:${port}/`)).toMatchObject({ status: 204 });
  });

  it.each<[string, string, string, () => Server]>([
    ['has an expired certificate', 'certificate', 'https://hook.example', () => withTls(expired)],
    ['has the certificate of another', 'certificate', 'https://b.example', () => withTls(trusted)],
    ['signed itself', 'certificate', 'https://hook.example', () => withTls(selfSigned)],
    [
      'never ends the handshake',
      'timeout',
      'https://hook.example',
      () => without(socket => socket.resume()),
    ],
    [
      'resets in the middle of the handshake',
      'unreachable',
      'https://hook.example',
      () => without(socket => socket.once('data', () => socket.resetAndDestroy())),
    ],
    [
      'speaks plain HTTP on the port of TLS',
      'protocol',
      'https://hook.example',
      () => without(socket => socket.once('data', () => socket.end(ANSWER))),
    ],
    [
      'speaks TLS on the port of HTTP',
      'protocol',
      'http://hook.example',
      () => without(socket => socket.once('data', () => socket.end(ALERT))),
    ],
  ])('fails at one that %s (%s), and keeps no connection', async (_, failure, url, make) => {
    const { port, sockets } = await listening(make());
    const sender = failure === 'timeout' ? hasty : patient;
    const { milliseconds, ...sent } = await send(`${url}:${port}/`, sender);
    expect(sent).toEqual({ failure });
    expect(milliseconds).toBeLessThan(10 * TIMEOUT_MS);
    expect(sockets).toHaveLength(1);
    await expect.poll(() => sockets[0]?.closed, { interval: 5, timeout: 10_000 }).toBe(true);
  });
});
