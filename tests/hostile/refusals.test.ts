import { afterAll, expect, it } from 'vitest';
import { serve } from '../http/serve.ts';
import { ask, hangUp, shout } from './raw.ts';

const server = serve();
const port = (): number => Number(new URL(server.origin()).port);
afterAll(hangUp);

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

it.each([
  ['GET', '/api/v1/nothing'],
  ['GET', '/api/nothing'],
  ['GET', '/api/v1/projects/%zz'],
  ['GET', '/assets/nothing.js'],
  ['GET', '/assets/%zz'],
  ['GET', '/locales/tr/nothing.json'],
  ['GET', '/%zz'],
  ['POST', '/'],
  ['POST', '/login'],
  ['DELETE', '/assets/nothing.js'],
  ['PATCH', '/api/v1/auth/login'],
  ['POST', '/stop-mails/x'],
  ['PUT', '/socket.iox/'],
])(
  '%s %s is refused with the id of the request, in the language of its caller',
  async (method, path) => {
    for (const [language, more] of [
      ['en', {}],
      ['tr', {}],
      ['en', { 'x-request-id': 'mine' }],
    ] as const) {
      const answer = (await ask(
        port(),
        method,
        path,
        { 'accept-language': language, ...more },
        undefined,
      ))!;
      expect(answer.status).toBeGreaterThanOrEqual(400);
      const { requestId, success, code, error } = JSON.parse(answer.text) as Record<
        string,
        unknown
      >;
      expect([success, typeof code, typeof error]).toEqual([false, 'string', 'string']);
      expect(requestId).toMatch('x-request-id' in more ? /^mine$/ : ID);
      expect(answer.headers['x-request-id']).toBe(requestId);
    }
  },
);

it.each([
  ['no HTTP', 'nonsense\r\n\r\n'],
  ['a header that is too long', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}',
  ],
])('%s is refused with an id of its own', async (_, bytes) => {
  const [head = '', body = ''] = (await shout(port(), bytes)).split('\r\n\r\n');
  const { requestId } = JSON.parse(body) as { requestId: string };
  expect(requestId).toMatch(ID);
  expect(head).toContain(`X-Request-ID: ${requestId}`);
});

it.each([
  ['/api/v1/health', ''],
  ['/', ''],
  ['/socket.io/?EIO=4&transport=polling', ''],
  [
    '/socket.io/?EIO=4&transport=websocket',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
  ],
])('%s with two hosts is answered 400', async (path, more) => {
  const bytes = `GET ${path} HTTP/1.1\r\nHost: a\r\nhOST: a\r\n${more}\r\n`;
  expect(await shout(port(), bytes)).toMatch(/^HTTP\/1\.1 400 /);
});
