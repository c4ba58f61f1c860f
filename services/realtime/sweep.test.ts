import { expect, it } from 'vitest';
import type { Caller, Engine } from '../core/engine.ts';
import { countingTurns } from '../core/testing/turns.ts';
import { SendBuffers } from './backpressure.ts';
import type { Client, Clients, Watch } from './client.ts';
import { LiveClients } from './live-clients.ts';
import { sweeper } from './sweep.ts';
import type { Watching } from './watching.ts';

const [CONNECTIONS, TOPICS] = [5, 120];

/** Connections of one key; those whose `conn` closed are in `closed`. */
function connectionsOf(key: Partial<NonNullable<Caller['key']>>) {
  const closed: Client[] = [];
  const clients = Array.from({ length: CONNECTIONS }, () => {
    const client: Client = {
      data: {
        caller: { actor: 'a', accountId: 'a', isAdmin: false, key } as Caller,
        watches: new Map(
          Array.from({ length: TOPICS }, (_, n) => [`table:${n}`, {} as Watch] as const),
        ),
      },
      emit: () => undefined,
      removeAllListeners: () => undefined,
      conn: { writeBuffer: [], transport: {}, close: () => closed.push(client) },
    } as unknown as Client;
    return client;
  });
  const watching = {
    end: () => undefined,
    endAll: ({ data }: Client) => data.watches.clear(),
  } as unknown as Watching;
  const stranger = {
    writeBuffer: [],
    transport: { socket: { bufferedAmount: 0, terminate: () => undefined } },
    isClosed: false,
    close() {
      this.isClosed = true;
    },
  };
  const io = {
    sockets: { sockets: new Map(clients.map((one, n) => [n, one])) },
    engine: { clients: [...clients.map(({ conn }) => conn), stranger] },
  };
  const sweep = sweeper({
    engine: { projector: { isDeaf: false } } as unknown as Engine,
    clients: new LiveClients(io as unknown as Clients, watching),
    buffers: new SendBuffers(),
    elapsed: () => 0,
  });
  return { clients, closed, stranger, sweep };
}

it('connections of an expired key end, in more turns than one if they watch much', async () => {
  const { closed, sweep } = connectionsOf({ end: 1 });
  const turns = await countingTurns(async turn => {
    await sweep();
    return turn();
  });
  expect(closed.length).toBe(CONNECTIONS);
  expect(turns).toBeGreaterThanOrEqual(CONNECTIONS - 1);
});

it('a connection whose right is renewed while others end stays', async () => {
  const { clients, closed, sweep } = connectionsOf({ end: 1 });
  const swept = sweep();
  const last = clients.at(-1)!;
  last.data.caller = { ...last.data.caller, key: undefined };
  await swept;
  expect(closed).toEqual(clients.slice(0, -1));
});

it('sweeps one at a time', async () => {
  const { closed, sweep } = connectionsOf({ end: 1 });
  await Promise.all([sweep(), sweep()]);
  expect(closed.length).toBe(CONNECTIONS);
});

it('a connection that never said who it is ends when it holds more than all may', async () => {
  const { closed, stranger, sweep } = connectionsOf({});
  const { socket } = stranger.transport;
  socket.bufferedAmount = 65 * 1024 * 1024;
  await sweep();
  expect(stranger.isClosed).toBe(false);
  await sweep();
  expect([stranger.isClosed, closed]).toEqual([true, []]);
});
