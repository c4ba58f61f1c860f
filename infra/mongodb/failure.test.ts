import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { MongoInvalidArgumentError, MongoNetworkError, MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { askMongo } from './failure.ts';

const failureOf = (error: unknown): Promise<unknown> =>
  askMongo(() => Promise.reject(error as Error)).catch((reason: unknown) => reason);

const refused = (code: number): MongoServerError => new MongoServerError({ message: 'no', code });

describe('a failure of MongoDB', () => {
  it.each([
    ['a lost connection', new MongoNetworkError('gone')],
    ['a server that stops', refused(11_600)],
    ['a cursor that a restarted server forgot', refused(43)],
  ])('may pass: %s', async (_, error) => {
    expect(await failureOf(error)).toBeInstanceOf(Unavailable);
  });

  it('may pass: a write to a socket that the server has ended', async () => {
    const server = createServer(socket => socket.end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.resume();
    await once(socket, 'end');
    const failed = once(socket, 'error');
    socket.write('x');
    const [error] = (await failed) as unknown[];
    server.close();
    expect(error).toMatchObject({ code: 'EPIPE' });
    expect(await failureOf(error)).toBeInstanceOf(Unavailable);
  });

  it.each([
    ['a request that the server cannot read', refused(9)],
    ['a document that is too large', new MongoInvalidArgumentError('too large')],
    ['a mistake of this program', new TypeError('undefined is not a function')],
    [
      'an argument of the wrong type',
      Object.assign(new TypeError(), { code: 'ERR_INVALID_ARG_TYPE' }),
    ],
  ])('is the request’s own: %s', async (_, error) => {
    expect(await failureOf(error)).toBe(error);
  });
});
