import {
  MAX_CONNECTIONS_PER_ADDRESS,
  MAX_CONNECTIONS_PER_PERSON,
} from '@hzm/services/realtime/entrance';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let ada: Person;
let can: Person;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  await house.open();
  ada = await house.person('Ada');
  can = await house.person('Can');
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => house.close());

it('one person has so many connections, and so do the keys of one project; others are not meant, and whoever leaves makes room', async () => {
  const crowd = await Promise.all(
    Array.from({ length: MAX_CONNECTIONS_PER_PERSON }, () => ada.connect()),
  );
  expect(
    await Promise.all(Array.from({ length: 20 }, () => house.refusal({ token: ada.token }))),
  ).toEqual(Array.from({ length: 20 }, () => 'RATE_LIMIT_EXCEEDED'));
  expect([await house.refusal(ada.key), await house.refusal({ token: can.token })]).toEqual([
    'connected',
    'connected',
  ]);
  crowd[0]!.socket.disconnect();
  await expect.poll(() => house.refusal({ token: ada.token })).toBe('connected');
  for (const { socket } of crowd) socket.disconnect();
});

/** A connection that does not say whose it is. */
const silent = (): Promise<boolean> =>
  new Promise(resolve => {
    const socket = new WebSocket(
      `ws://127.0.0.1:${house.port}/socket.io/?EIO=4&transport=websocket`,
    );
    sockets.push(socket);
    socket.addEventListener('open', () => resolve(true));
    socket.addEventListener('error', () => resolve(false));
  });

it('one address has so many, also of those that do not say whose they are; other addresses are not meant', async () => {
  const opened: boolean[] = [];
  while (opened.length < MAX_CONNECTIONS_PER_ADDRESS + 200)
    opened.push(...(await Promise.all(Array.from({ length: 100 }, silent))));
  expect(
    opened.slice(0, MAX_CONNECTIONS_PER_ADDRESS - MAX_CONNECTIONS_PER_PERSON).every(Boolean),
  ).toBe(true);
  // Beyond that some may still hear why they are refused, and then no more.
  expect(opened.slice(-100).some(Boolean)).toBe(false);
  expect(
    await house.refusal(
      { token: can.token },
      { extraHeaders: { 'x-forwarded-for': '198.51.100.7' } },
    ),
  ).toBe('connected');
  for (const socket of sockets.splice(0, 250)) socket.close();
  await expect
    .poll(() => house.refusal({ token: can.token }), { timeout: 5_000 })
    .toBe('connected');
}, 40_000);
