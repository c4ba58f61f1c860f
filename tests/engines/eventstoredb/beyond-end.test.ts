import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { END, positionOf, type Position } from '@hzm/contracts/core/position';
import { start, type Running } from '@hzm/infra/server/start';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EventStoreDbServer } from './server.ts';

/** Much less than the 5 seconds that a request waits for what is written. */
const AT_ONCE_MS = 2_000;
let directory = '';
let log: EventStoreDbServer;
let running: Running;
let headers: Record<string, string> = {};
let path = '';
let last: Position;

const ask = async (
  method: string,
  address: string,
  body?: unknown,
  more: Record<string, string> = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- as it comes
): Promise<{ status: number; position: Position; body: any }> => {
  const init = {
    method,
    headers: { 'content-type': 'application/json', ...headers, ...more },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const response = await fetch(`http://127.0.0.1:${running.port}/api/v1${address}`, init);
  return {
    status: response.status,
    position: response.headers.get('x-position') as Position,
    body: await response.json(),
  };
};
const behind = (position: Position, bytes: bigint): Position =>
  positionOf(BigInt(position) + bytes);
const add = async (ad: string): Promise<void> => {
  last = (await ask('POST', `${path}/rows`, { ad })).position;
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  log = await new EventStoreDbServer().start();
  running = await start({
    port: 0,
    host: '127.0.0.1',
    dataDirectory: directory,
    secret: Buffer.from('a secret for tests only'),
    eventStore: log.address,
  });
  const { data } = (
    await ask('POST', '/auth/register', {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'gizli-1',
    })
  ).body;
  headers = { authorization: `Bearer ${data.token}` };
  const { id } = (await ask('POST', `/tables/project/${data.project.id}`, { name: 'Stok' })).body
    .data.table;
  await ask('POST', `/tables/${data.project.id}/${id}/fields`, { name: 'ad', type: 'string' });
  path = `/data/table/${id}`;
  await add('Çay');
});
afterAll(async () => {
  await running.close();
  log.kill();
  rmSync(directory, { recursive: true });
});

it('a position behind the last event of a log is not waited for, also where other programs write behind it', async () => {
  log.writeForeign(20);
  for (const position of [
    behind(last, 1n),
    behind(last, 1_000n),
    positionOf(9_000_000_000_000_000n),
    END,
  ]) {
    const began = performance.now();
    const { status, body } = await ask('GET', path, undefined, { 'x-wait-for-position': position });
    expect([position, status, body.code]).toEqual([position, 503, 'NOT_READY']);
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  }
  expect((await ask('GET', path, undefined, { 'x-wait-for-position': last })).status).toBe(200);
});

it('a position between two events counts as reached once the second is', async () => {
  const between = behind(last, 1n);
  await add('Un');
  expect((await ask('GET', path, undefined, { 'x-wait-for-position': between })).status).toBe(200);
});

it('a state as of a position behind the last event is that of now, until events reach it', async () => {
  const names = async (asOf: Position): Promise<string[]> =>
    (await ask('GET', `${path}?asOf=${asOf}`)).body.data.rows
      .map(({ ad }: { ad: string }) => ad)
      .toSorted();
  const soon = behind(last, 1n);
  const late = positionOf(9_000_000_000_000_000n);
  const now = await names(last);
  for (const position of [soon, late, END]) expect(await names(position)).toEqual(now);
  await add('Şeker');
  expect(await names(soon)).toEqual(now);
  for (const position of [late, END])
    expect(await names(position)).toEqual([...now, 'Şeker'].toSorted());
});
