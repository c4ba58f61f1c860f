import type { Socket as TcpSocket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from './support/test-client.ts';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let ada: Person;

beforeAll(async () => {
  await house.open();
  ada = await house.person('Ada');
});
afterAll(() => house.close());

/** The connection under a client, to stop reading from it. */
const tcpOf = (follower: TestClient): TcpSocket =>
  (follower.socket.io.engine.transport as unknown as { ws: { _socket: TcpSocket } }).ws._socket;

const SOME_KB = 'x'.repeat(700_000);

describe('a client that does not read', () => {
  it('is told so, gets what was sent until then, and catches up by itself; the others notice nothing', async () => {
    const { id: tableId } = await ada.table('Ağır', { name: 'metin', type: 'text' });
    const topic = `table:${tableId}`;
    const [slow, quick] = await Promise.all([ada.connect(), ada.connect()]);
    await Promise.all([slow.watch(topic), quick.watch(topic)]);
    tcpOf(slow).pause();
    let last = '';
    for (let n = 0; n < 50; n++)
      last = (await ada.add(tableId, { metin: `${n} ${SOME_KB}` })).position;
    await quick.reached(topic, last);
    expect(quick.messages).toHaveLength(50);
    expect(quick.ended).toEqual([]);
    tcpOf(slow).resume();
    await slow.until(() => slow.ended.length > 0);
    expect(slow.ended).toEqual([{ topic, code: 'TOO_SLOW' }]);
    const { length } = slow.messages;
    expect(length).toBeLessThan(50);
    expect(slow.messages).toEqual(quick.messages.slice(0, length));

    // Too much was missed to send it all: it reads again, and goes on from there.
    expect(await slow.watch(topic, slow.messages.at(-1)?.position)).toMatchObject({
      success: true,
      status: 'must-refetch',
    });
    const { position } = await ada.add(tableId, { metin: 'son' });
    await slow.reached(topic, position);
    expect(slow.messages).toHaveLength(length + 1);
  });
});
