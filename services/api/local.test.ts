import { expect, it } from 'vitest';
import { isLocal } from './local.ts';

it.each<[peer: string | undefined, headers: Record<string, string>, local: boolean]>([
  ['127.0.0.1', { host: '127.0.0.1:3000' }, true],
  ['::1', { host: '[::1]:3000' }, true],
  ['::ffff:127.0.0.1', { host: 'LocalHost' }, true],
  ['127.8.9.1', { host: '127.8.9.1' }, true],
  // A page of another site whose name resolves to this machine.
  ['127.0.0.1', { host: 'evil.example:3000' }, false],
  ['127.0.0.1', { host: 'localhost.evil.example' }, false],
  ['127.0.0.1', { host: '127.0.0.1.evil.example' }, false],
  ['127.0.0.1', { host: 'localhost:3000@evil.example' }, false],
  ['127.0.0.1', {}, false],
  ['192.0.2.7', { host: '127.0.0.1' }, false],
  ['127.0.0.1.example', { host: 'localhost' }, false],
  [undefined, { host: 'localhost' }, false],
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].map(
    (name): [string, Record<string, string>, boolean] => [
      '127.0.0.1',
      { host: 'localhost', [name]: '127.0.0.1' },
      false,
    ],
  ),
])('%s with %j: %s', (remoteAddress, headers, local) => {
  expect(isLocal({ socket: { remoteAddress }, headers })).toBe(local);
});
