// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';

interface Fake {
  auth: { token: string };
  connected: boolean;
  readonly said: unknown[][];
  readonly answer: { success: boolean };
}

const { opened, io } = vi.hoisted(() => {
  const opened: Fake[] = [];
  return {
    opened,
    io: ({ auth }: { auth: { token: string } }) => {
      const said: unknown[][] = [];
      const socket = {
        auth,
        connected: true,
        said,
        answer: { success: true },
        on: () => socket,
        timeout: () => ({
          emit: (...words: unknown[]) => {
            said.push(words.slice(0, -1));
            (words.at(-1) as (late: null, answer: unknown) => void)(null, socket.answer);
          },
        }),
        emit: (...words: unknown[]) => said.push(words),
        connect: () => {
          said.push(['connect']);
          return socket;
        },
        disconnect: () => {
          said.push(['disconnect']);
          return socket;
        },
      };
      opened.push(socket);
      return socket;
    },
  };
});
vi.mock('socket.io-client', () => ({ io }));
const { signIn, signOut } = await import('../state/session.ts');
await import('./socket.ts');

const as = (id: string, token: string) => ({
  token,
  user: { id } as never,
  credentials: { email: '', apiKey: null, projectPassword: null, scope: null },
});
beforeEach(() => {
  signOut();
  opened.length = 0;
});

it('a renewed token is sent over the existing connection', () => {
  signIn(as('ada', 'one'));
  signIn(as('ada', 'two'));
  expect(opened.map(({ auth, said }) => [auth.token, said])).toEqual([
    ['two', [['auth', { token: 'two' }]]],
  ]);
});

it('a refused token reconnects, and a disconnected socket gets the token for its next connection', () => {
  signIn(as('ada', 'one'));
  Object.assign(opened[0]!, { answer: { success: false } });
  signIn(as('ada', 'two'));
  expect(opened[0]!.said).toEqual([['auth', { token: 'two' }], ['disconnect'], ['connect']]);
  opened[0]!.connected = false;
  signIn(as('ada', 'three'));
  expect([opened.length, opened[0]!.auth.token, opened[0]!.said.length]).toEqual([1, 'three', 3]);
});

it('each person gets a connection of their own, and nobody without a session', () => {
  signIn(as('ada', 'one'));
  signIn(as('can', 'other'));
  expect(opened.map(({ auth, said }) => [auth.token, said])).toEqual([
    ['one', [['disconnect']]],
    ['other', []],
  ]);
  signOut();
  expect(opened[1]!.said).toEqual([['disconnect']]);
});
