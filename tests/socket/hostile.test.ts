import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let ada: Person;
let topic: string;

beforeAll(async () => {
  await house.open();
  ada = await house.person('Ada');
  topic = `table:${(await ada.table('Sağlam', { name: 'ad', type: 'string' })).id}`;
});
afterAll(() => house.close());

describe('hostile input', () => {
  it('is answered with a code where an answer was asked for, and breaks nothing', async () => {
    const id = fc.constantFrom(
      topic,
      `user:${ada.id}`,
      'table:',
      'table:../..',
      'x'.repeat(5_000),
      '__proto__:1',
      'admin',
    );
    const message = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          topic: fc.oneof(id, fc.jsonValue()),
          after: fc.oneof(fc.constant('0'.repeat(20)), fc.jsonValue()),
        },
        { requiredKeys: [] },
      ),
      fc.record({ topic: id, state: fc.jsonValue() }),
      fc.uint8Array({ maxLength: 20 }),
    );
    // All connections of a person share an allowance, of which nonsense takes much.
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, n) => house.person(`Kişi ${n}`)),
    );
    let runs = 0;
    const event = fc.constantFrom(
      'watch',
      'unwatch',
      'presence',
      'changes',
      'constructor',
      '__proto__',
      'x',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(event, fc.array(message, { maxLength: 3 })), { maxLength: 15 }),
        async said => {
          const person = people[runs++ % people.length]!;
          const follower = await person.connect({ token: person.token });
          for (const [name, args] of said) follower.socket.emit(name, ...args);
          const answer = await follower.watch(JSON.parse('{"deep":{"er":1}}') as string);
          expect(answer).toEqual({ success: false, code: 'VALIDATION_ERROR' });
          follower.socket.disconnect();
        },
      ),
      { numRuns: 60 },
    );
    const follower = await ada.connect();
    expect(await follower.watch(topic)).toMatchObject({ success: true });
    expect((await house.ask('GET', '/health')).body.data.status).toBe('ok');
  });

  it('ends the connection when a message is huge, or there is no end of them', async () => {
    const huge = await ada.connect();
    huge.socket.emit('watch', { topic: 'x'.repeat(200_000) });
    await huge.until(() => huge.order.includes('disconnect'));
    const flood = await ada.connect();
    for (let n = 0; n < 3_000; n++) flood.socket.emit('unwatch', { topic });
    await flood.until(() => flood.order.includes('disconnect'));
    const nonsense = await ada.connect();
    for (let n = 0; n < 50; n++) nonsense.socket.emit('watch', n);
    await nonsense.until(() => nonsense.order.includes('disconnect'));
  });
});

describe('a key that says more than it may', () => {
  it('ends its own connections, and none of its owner', { timeout: 60_000 }, async () => {
    const owner = await house.person('Berk');
    const permissions = ['read'];
    const { body } = await owner.ask('POST', `/api-keys/project/${owner.projectId}`, {
      name: 'Okur',
      permissions,
    });
    const reader = { ...owner.key, apiKey: body.data.apiKey.key };
    const own = await owner.connect();
    const flood = await Promise.all(Array.from({ length: 12 }, () => house.connect(reader)));
    for (const { socket } of flood) {
      const say = (): void => {
        for (let n = 0; n < 1_500; n++) socket.emit('unwatch', { topic });
      };
      // Cut off, it comes again.
      socket.on('connect', say);
      say();
    }
    await Promise.all(flood.map(one => one.until(() => one.order.includes('disconnect'))));
    for (let n = 0; n < 200; n++)
      expect(await own.watch(`user:${owner.id}`)).toMatchObject({ success: true });
    expect(own.order).not.toContain('disconnect');
    for (const { socket } of flood) socket.disconnect();
  });
});

describe('a connection that never says who it is', () => {
  const silent = async (): Promise<WebSocket> => {
    const socket = new WebSocket(
      `ws://127.0.0.1:${house.port}/socket.io/?EIO=4&transport=websocket`,
    );
    await new Promise((resolve, reject) => {
      socket.addEventListener('message', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    return socket;
  };
  const closed = (socket: WebSocket): Promise<unknown> =>
    new Promise(resolve => {
      socket.addEventListener('close', resolve, { once: true });
    });

  it('ends with a message that is longer than any that is understood, before it is parsed', async () => {
    const socket = await silent();
    const end = closed(socket);
    const answers: unknown[] = [];
    socket.addEventListener('message', ({ data }) => answers.push(data));
    socket.send(`40/nowhere,${JSON.stringify({ x: 'x'.repeat(20_000) })}`);
    await end;
    expect(answers).toEqual([]);
  });

  it('ends when it asks for another namespace, whose name is not sent back', async () => {
    const socket = await silent();
    const end = closed(socket);
    const answers: unknown[] = [];
    socket.addEventListener('message', ({ data }) => answers.push(data));
    socket.send(`40/${'x'.repeat(16_000)},`);
    await end;
    expect(answers).toEqual([]);
  });

  /** Returns everything that a WebSocket is sent until it ends, which says these bytes. */
  const answerTo = async (said: Buffer): Promise<Buffer> => {
    const socket = connect({ port: house.port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    const lines = [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      'Host: 127.0.0.1',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const [opened] = (await once(socket, 'data')) as [Buffer];
    socket.write(said);
    const answer = [opened];
    socket.on('data', data => answer.push(data));
    await new Promise(resolve => {
      socket.once('close', resolve);
    });
    return Buffer.concat(answer);
  };

  it('ends when a message has more fragments than any client sends', async () => {
    const fragment = Buffer.from([0x00, 0x81, 0, 0, 0, 0, 0x61]);
    const first = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x34]);
    const answer = await answerTo(Buffer.concat([first, ...Array<Buffer>(100).fill(fragment)]));
    const closedByPolicy = Buffer.from([0x88, 0x02, 0x03, 0xf0]);
    expect(answer.subarray(-closedByPolicy.length)).toEqual(closedByPolicy);
  });

  it('ends when it pings without an end', async () => {
    const pings = 20_000;
    const answer = await answerTo(Buffer.alloc(6 * pings, Buffer.from([0x89, 0x80, 0, 0, 0, 0])));
    // Each pong has two bytes.
    expect(answer.length).toBeLessThan(pings);
  });

  it('says who it is once at a time, and an address is nobody so often in a minute', async () => {
    const socket = await silent();
    const answers: string[] = [];
    socket.addEventListener('message', ({ data }) => answers.push(String(data)));
    for (let n = 0; n < 3; n++) socket.send('40{"token":"x"}');
    await expect.poll(() => answers.length).toBe(3);
    const codes = answers
      .map(answer => /"code":"(\w+)"/.exec(answer)?.[1] ?? '')
      .toSorted((a, b) => (a < b ? -1 : 1));
    expect(codes).toEqual(['RATE_LIMIT_EXCEEDED', 'RATE_LIMIT_EXCEEDED', 'UNAUTHORIZED']);
    socket.close();
    const nobody = () => house.refusal({ token: 'x' });
    const more = new Set<string>();
    for (let n = 0; n < 30; n++)
      for (const code of await Promise.all(Array.from({ length: 21 }, nobody))) more.add(code);
    expect(more).toEqual(new Set(['UNAUTHORIZED', 'RATE_LIMIT_EXCEEDED']));
  }, 60_000);

  it('ends with no end of short messages', async () => {
    const socket = await silent();
    const end = closed(socket);
    for (let n = 0; n < 1_500; n++) socket.send(`40/nowhere${n},{}`);
    await end;
  });
});

it('polls that come together on one connection end it', async () => {
  const socket = connect({ port: house.port, host: '127.0.0.1' });
  let text = '';
  socket
    .on('error', () => undefined)
    .on('data', data => {
      text += data.toString('latin1');
    });
  const poll = 'GET /socket.io/?EIO=4&transport=polling&sid=x HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(poll.repeat(1_000));
  await new Promise(resolve => {
    socket.once('close', resolve);
  });
  expect(text.split('HTTP/1.1 400').length - 1).toBeLessThan(500);
});
