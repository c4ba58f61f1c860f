import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { countWaiting, isSlow, letGo, SendBuffers, waiting } from './backpressure.ts';

describe('bytes waiting for a client', () => {
  it("include the transport's buffer and the messages before it", () => {
    expect(
      waiting({
        writeBuffer: [{ data: 'abc' }, { data: undefined }, {}],
        transport: { socket: { bufferedAmount: 10 } },
      }),
    ).toBe(13);
    // A polling transport has no socket.
    expect(waiting({ writeBuffer: [{ data: 'abc' }], transport: {} })).toBe(3);
  });

  it('are too many beyond eight megabytes', () => {
    const holding = (bytes: number) => ({
      writeBuffer: [],
      transport: { socket: { bufferedAmount: bytes } },
    });
    expect([isSlow(holding(8_000_000)), isSlow(holding(9_000_000))]).toEqual([false, true]);
  });
});

describe('responses to polls', () => {
  class Response extends EventEmitter {
    readonly destroy = (): boolean => this.emit('close');
  }
  class Polled extends EventEmitter {
    readonly writeBuffer = [];
    transport = { res: new Response() };
    poll(data: string): Response {
      this.transport = { res: new Response() };
      this.emit('flush', [{ data }]);
      return this.transport.res;
    }
  }

  it('wait until they are read, however often the client polls meanwhile', () => {
    const client = new Polled();
    countWaiting(client);
    const first = client.poll('abc');
    client.poll('de');
    expect(waiting(client)).toBe(5);
    first.emit('close');
    expect(waiting(client)).toBe(2);
    letGo(client);
    expect(waiting(client)).toBe(0);
  });

  it('end with their connection, but for what the system takes unread', () => {
    const client = new Polled();
    countWaiting(client);
    client.poll('x'.repeat(1_000_000));
    client.poll('last words');
    client.emit('close');
    expect(waiting(client)).toBe('last words'.length);
  });

  it.each([
    ['is terminated if much waits in it', 100_000, true],
    ['ends by itself if little waits in it', 1_000, false],
  ])('a closed transport %s', (_, bytes, isTerminated) => {
    let isOver = false;
    const terminate = (): void => {
      isOver = true;
    };
    const client = Object.assign(new EventEmitter(), {
      writeBuffer: [],
      transport: { socket: { bufferedAmount: bytes, terminate } },
    });
    countWaiting(client as unknown as Polled);
    client.emit('close');
    expect(isOver).toBe(isTerminated);
  });
});

it('a closed transport is terminated when its client says more', () => {
  let isOver = false;
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    terminate: () => {
      isOver = true;
    },
  });
  const client = Object.assign(new EventEmitter(), { writeBuffer: [], transport: { socket } });
  countWaiting(client as unknown as Parameters<typeof countWaiting>[0]);
  socket.emit('message');
  client.emit('close');
  expect(isOver).toBe(false);
  socket.emit('message');
  expect(isOver).toBe(true);
});

describe('bytes waiting for all clients', () => {
  const client = (name: string, bytes: number) => ({
    name,
    writeBuffer: [],
    transport: { socket: { bufferedAmount: bytes } },
  });
  const set = (of: ReturnType<typeof client>, bytes: number): void => {
    of.transport.socket.bufferedAmount = bytes;
  };

  it('stay within the budget: closes the client behind for longest, then the one with the most, never one that just fell behind', () => {
    const buffers = new SendBuffers(100);
    const [long, small, large, quick] = [
      client('long', 30),
      client('small', 0),
      client('large', 0),
      client('quick', 0),
    ];
    const all = [quick, small, large, long];
    const closed = (): string[] => buffers.look(all, ({ name }) => name).map(({ name }) => name);
    expect(closed()).toEqual([]);
    set(small, 40);
    set(large, 50);
    // Only this client was behind before.
    expect(closed()).toEqual(['long']);
    set(long, 20);
    set(quick, 90);
    expect(closed()).toEqual(['long', 'large', 'small']);
    set(quick, 0);
    expect(closed()).toEqual(['long']);
  });

  const accountOf = ({ name }: { readonly name: string }): string => name;

  it('admit a replay only while there is room', () => {
    const buffers = new SendBuffers(200);
    const [a, b, c] = [client('a', 0), client('b', 0), client('c', 0)];
    expect([
      buffers.admit('a', a, 90),
      buffers.admit('b', b, 90),
      buffers.admit('c', c, 60),
      buffers.admit('c', c, 20),
      buffers.admit('c', c, 1),
    ]).toEqual([true, true, false, true, false]);
    // All have read their replay.
    buffers.look([a, b, c], accountOf);
    expect(buffers.admit('b', b, 60)).toBe(true);
    set(a, 150);
    buffers.look([a, b, c], accountOf);
    expect([
      buffers.look([a, b, c], accountOf),
      buffers.admit('b', b, 60),
      buffers.look([a, b, c], accountOf),
    ]).toEqual([[], false, [a]]);
    expect(buffers.admit('b', b, 60)).toBe(true);
    const roomy = new SendBuffers(100_000_000);
    expect([
      roomy.admit('c', client('behind', 5_000_000), 4_000_000),
      roomy.admit('c', client('free', 0), 12_000_000),
    ]).toEqual([false, true]);
  });

  it('leave half of it to others, however many connections of one account read nothing', () => {
    const buffers = new SendBuffers(200);
    const idle = Array.from({ length: 10 }, () => client('greedy', 0));
    const sent = idle.filter(one => buffers.admit('greedy', one, 25));
    expect(sent).toHaveLength(4);
    for (const one of sent) set(one, 25);
    expect(buffers.admit('quiet', client('quiet', 0), 80)).toBe(true);
    // A refused replay takes room from connections of the same account that do not read.
    const all = [...idle, client('quiet', 80)];
    buffers.look(all, accountOf);
    expect(buffers.admit('greedy', idle[9]!, 25)).toBe(false);
    expect(buffers.look(all, accountOf)).toEqual([sent[0]]);
  });
});
