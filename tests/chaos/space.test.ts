import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { START } from '@hzm/contracts/core/position';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { expect, it } from 'vitest';
import { eraseProject } from '../run/erase-project.ts';
import { ask, settle } from './installation.ts';
import { OwnServer } from './own-server.ts';

const KILLS = 12;
const server = new OwnServer();

/** Every event with its place, without what is sealed. */
async function skeleton(): Promise<unknown[]> {
  const store = await SqliteEventStore.open(server.file('events.db'));
  const all = [];
  for (let after = START; ;) {
    const page = await store.readAll({ after, limit: 500 });
    all.push(
      ...page.map(({ data: { $sealed, ...open }, ...event }) => ({
        ...event,
        data: open,
        isSealed: $sealed !== undefined,
      })),
    );
    if (page.length === 0) break;
    after = page.at(-1)!.position;
  }
  await store.close();
  return all;
}

const noise = (bytes: number): string => randomBytes(bytes / 2).toString('hex');

it(
  'kill -9 while the space of a deleted project goes back loses nothing, and the next start goes on',
  { timeout: 180_000 },
  async () => {
    let address = await server.start();
    const place = await settle(address);
    const post = <T>(path: string, body: unknown) =>
      ask<T>(address, 'POST', path, body, place.headers);
    const {
      project: { id },
    } = await post<{ project: { id: string } }>('/projects', { name: 'Dolu' });
    const {
      table: { id: table },
    } = await post<{ table: { id: string } }>(`/tables/project/${id}`, { name: 'Dolu' });
    await post(`/tables/${id}/${table}/fields`, { name: 'metin', type: 'text' });
    for (let n = 0; n < 40; n++) await post(`/data/table/${table}/rows`, { metin: noise(500_000) });
    for (let n = 0; n < 10; n++)
      await post(`/data/table/${place.table}/rows`, { key: `önce ${n}`, n });
    const erase = (method: string, path: string, body: unknown, by: typeof place.headers) =>
      ask(address, method, path, body, by);
    await eraseProject(erase, { id, name: 'Dolu' }, place.headers);
    await server.kill();
    const before = await skeleton();
    const full = statSync(server.file('events.db')).size;

    let written = 0;
    for (let n = 0; n < KILLS; n++) {
      address = await server.start();
      const begun = performance.now();
      do await post(`/data/table/${place.table}/rows`, { key: 'sonra', n: written++ });
      while (performance.now() - begun < 100 + n * 60);
      await server.kill();
    }
    address = await server.start();
    await expect
      .poll(() => statSync(server.file('events.db')).size, { timeout: 90_000, interval: 250 })
      .toBeLessThan(full / 3);
    const {
      pagination: { total },
    } = await ask<{ pagination: { total: number } }>(
      address,
      'GET',
      `/data/table/${place.table}?limit=1`,
      undefined,
      place.headers,
    );
    expect(total).toBe(10 + written);
    await server.kill();
    expect((await skeleton()).slice(0, before.length)).toEqual(before);
  },
);
