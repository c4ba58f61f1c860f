import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { countPolls, isSlow, letGo, SendBuffers, waiting } from './backpressure.ts';

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
    countPolls(client);
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
    countPolls(client);
    client.poll('x'.repeat(1_000_000));
    client.poll('last words');
    client.emit('close');
    expect(waiting(client)).toBe('last words'.length);
  });
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
    const closed = (): string[] => buffers.look(all).map(({ name }) => name);
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

  it('admit a replay only while there is room', () => {
    const buffers = new SendBuffers(100);
    const [a, b] = [client('a', 0), client('b', 0)];
    expect([
      buffers.admit(a, 60),
      buffers.admit(b, 60),
      buffers.admit(b, 40),
      buffers.admit(b, 1),
    ]).toEqual([true, false, true, false]);
    // Both clients have read their replay.
    buffers.look([a, b]);
    expect(buffers.admit(b, 60)).toBe(true);
    set(a, 90);
    buffers.look([a, b]);
    expect([buffers.look([a, b]), buffers.admit(b, 60), buffers.look([a, b])]).toEqual([
      [],
      false,
      [a],
    ]);
    expect(buffers.admit(b, 60)).toBe(true);
    const roomy = new SendBuffers(100_000_000);
    expect([
      roomy.admit(client('behind', 5_000_000), 4_000_000),
      roomy.admit(client('free', 0), 12_000_000),
    ]).toEqual([false, true]);
  });
});
