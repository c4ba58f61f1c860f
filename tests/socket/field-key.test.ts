import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from './support/test-client.ts';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let owner: Person;
let tableId = '';
let fieldIds: string[] = [];
let topic = '';

beforeAll(async () => {
  await house.open();
  owner = await house.person('Ada');
  const fields = [
    { name: 'ad', type: 'string' },
    { name: 'kod', type: 'string' },
  ];
  ({ id: tableId, fieldIds } = await owner.table('Stok', ...fields));
  topic = `table:${tableId}`;
});
afterAll(() => house.close());

describe('a table that is watched by field id', () => {
  it('tells values under ids, live and in a replay, though fields swap their names', async () => {
    const [ad, kod] = fieldIds as [string, string];
    const [byId, byName] = [await owner.connect(), await owner.connect()];
    const { position } = await byId.watch(topic, undefined, 'id');
    await byName.watch(topic);
    const { id } = await owner.add(tableId, { ad: 'a', kod: 'k' });
    for (const [field, name] of [
      [ad, 'geçici'],
      [kod, 'ad'],
      [ad, 'kod'],
    ] as const) {
      await owner.ask('PUT', `/tables/${tableId}/fields/${field}`, { name });
    }
    await owner.ask('PUT', `/data/table/${tableId}/rows/${id}`, { kod: 'yeni' });
    for (const client of [byId, byName]) {
      await client.until(() => client.changes(topic).length === 2);
    }
    const told = (client: TestClient) =>
      client.changes(topic).map(({ doc, patch }) => doc ?? patch);
    expect(told(byId)).toMatchObject([{ [ad]: 'a', [kod]: 'k' }, { [ad]: 'yeni' }]);
    expect(told(byName)).toMatchObject([{ ad: 'a', kod: 'k' }, { kod: 'yeni' }]);

    const later = await owner.connect();
    expect((await later.watch(topic, position, 'id')).status).toBe('live');
    expect(told(later)).toMatchObject([{ [ad]: 'a' }, { [ad]: 'yeni' }]);
  });

  it('shows the same people to both kinds of watchers', async () => {
    const [byId, byName] = [await owner.connect(), await owner.connect()];
    await byId.watch(topic, undefined, 'id');
    await byName.watch(topic);
    byId.socket.emit('presence', { topic, state: { mode: 'view', field: fieldIds[0] } });
    const isShown = (): boolean =>
      byName.presence.some(({ members }) =>
        members.some(({ state }) => state.field === fieldIds[0]),
      );
    await byName.until(isShown);
  });
});
