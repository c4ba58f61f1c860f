import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket as TcpSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run, type Program } from '../run/process.ts';
import { follow, type TestClient } from '../socket/support/test-client.ts';

let directory = '';
let program: Program;
const followers: TestClient[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  program = run({ HZM_DATA_DIR: directory, HZM_REGISTER_PER_MINUTE: '0' });
});
afterEach(async () => {
  for (const { socket } of followers.splice(0)) socket.disconnect();
  program.process.kill('SIGKILL');
  await program.ended;
  rmSync(directory, { recursive: true });
});

const CROWD = 90;
/** As many replays as each asks for, of so many bytes. */
const REPLAYS = 4;
const ROWS = 6;
const ROW_BYTES = 600_000;

/** A program with a person, and a table of large rows. */
async function heavyTable() {
  const address = await program.ready;
  const port = Number(new URL(address).port);
  let token = '';
  const ask = async (
    method: string,
    path: string,
    body?: object,
    // oxlint-disable-next-line typescript/no-explicit-any -- as it comes
  ): Promise<{ position: string; data: any }> => {
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      position: response.headers.get('x-position') ?? '',
      data: ((await response.json()) as { data?: unknown }).data,
    };
  };
  const { data } = await ask('POST', '/auth/register', {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'gizli-1',
  });
  ({ token } = data);
  const {
    data: { table },
  } = await ask('POST', `/tables/project/${data.project.id}`, { name: 'Ağır' });
  const field = await ask('POST', `/tables/${data.project.id}/${table.id}/fields`, {
    name: 'metin',
    type: 'text',
  });
  for (let n = 0; n < ROWS; n++)
    await ask('POST', `/data/table/${table.id}/rows`, { metin: `${n}`.repeat(ROW_BYTES) });
  const memory = async (): Promise<number> =>
    (await ask('GET', '/admin/status')).data.processes[0].memory;
  return {
    address,
    port,
    token,
    ask,
    memory,
    tableId: table.id as string,
    topic: `table:${table.id}`,
    start: field.position,
  };
}

it('ninety connections that ask for megabytes and do not read hold little memory, and no one else up', async () => {
  const { port, token, ask, memory, tableId, topic, start } = await heavyTable();
  const quick = await follow(port, { token });
  followers.push(quick);
  await quick.watch(topic);
  const before = await memory();

  for (let n = 0; n < CROWD; n++) {
    const slow = await follow(port, { token }, { reconnection: false });
    followers.push(slow);
    (
      slow.socket.io.engine.transport as unknown as { ws: { _socket: TcpSocket } }
    ).ws._socket.pause();
  }
  // Four times ninety times 3.6 MB would be 1.3 GB; together 64 MiB may wait.
  let most = 0;
  for (let replay = 0; replay < REPLAYS; replay++) {
    for (const { socket } of followers)
      if (socket !== quick.socket) socket.emit('watch', { topic, after: start });
    await sleep(1_500);
    most = Math.max(most, await memory());
  }
  expect(most - before).toBeLessThan(400_000_000);

  // A new client finds room: those that do not read give way.
  const late = await follow(port, { token });
  followers.push(late);
  await expect
    .poll(async () => (await late.watch(topic, start)).success, {
      timeout: 10_000,
      interval: 200,
    })
    .toBe(true);
  await late.until(() => late.changes(topic).length >= ROWS);
  const { position } = await ask('POST', `/data/table/${tableId}/rows`, { metin: 'son' });
  await quick.reached(topic, position);
  expect(quick.order.filter(what => what === 'connect' || what === 'disconnect')).toEqual([
    'connect',
  ]);
}, 60_000);

/** Polls that are begun and not read, of 3.6 MB each: far more than the system takes of them. */
const POLLS = 12;

it('a connection that polls again and again without reading is sent nothing more', async () => {
  const { address, port, token, topic, start } = await heavyTable();
  const path = '/socket.io/?EIO=4&transport=polling';
  const poll = async (sid: string): Promise<string> =>
    (await fetch(`${address}${path}${sid}`)).text();
  const say = async (sid: string, packet: string): Promise<string> =>
    (await fetch(`${address}${path}${sid}`, { method: 'POST', body: packet })).text();
  const sid = `&sid=${(JSON.parse((await poll('')).slice(1)) as { sid: string }).sid}`;
  await say(sid, `40${JSON.stringify({ token })}`);
  await poll(sid);
  const watching = JSON.stringify(['watch', { topic, after: start }]);
  const unread: TcpSocket[] = [];
  try {
    for (let n = 0; n < POLLS; n++) {
      await say(sid, `42${watching}`);
      const socket = connect(port, '127.0.0.1').pause();
      socket.on('error', () => undefined);
      socket.write(`GET ${path}${sid} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
      unread.push(socket);
      await sleep(100);
    }
    await say(sid, `421${watching}`);
    // Told so, or cut off already.
    expect(await poll(sid)).toMatch(/TOO_SLOW|Session ID unknown/);
  } finally {
    for (const socket of unread) socket.destroy();
  }
}, 30_000);
