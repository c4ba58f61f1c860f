import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from '../http/serve.ts';

/** A project of one account, asked about by way of another account's project. */
const server = serve();
const { ask, register, table } = server;
let [tableId, rowId, addedId] = ['', '', ''];
let owner: Awaited<ReturnType<typeof register>>;
let stranger: Awaited<ReturnType<typeof register>>;

beforeAll(async () => {
  owner = await register('Ayse');
  stranger = await register('Mert');
  tableId = await table(owner.projectId, owner.session, 'Kayıtlar', { ad: 'string' });
  const rows = `/data/table/${tableId}/rows`;
  rowId = (await ask('POST', rows, { ad: 'Çay' }, owner.session)).body.data.row.id;
  const { session } = owner;
  for (const ad of ['Kahve', 'Şeker', 'Su']) await ask('PUT', `${rows}/${rowId}`, { ad }, session);
  const milk = { rows: [{ ad: 'Süt' }, { ad: 'Bal' }] };
  const added = await ask('POST', `${rows}/bulk`, milk, session);
  addedId = added.body.data.rows[0].id;
  const updates = [{ id: addedId, values: { ad: 'Yağ' } }];
  await ask('POST', `${rows}/bulk`, { updates }, session);
});

describe('the history of another project', () => {
  const history = async (query: string, by: { projectId: string; session: Headed }) => {
    const path = `/projects/${by.projectId}/history?limit=1&${query}`;
    return (await ask('GET', path, undefined, by.session)).body.data;
  };

  it.each([
    ['a table', () => `table=${tableId}`],
    ['a row', () => `row=${rowId}`],
    ['a row of many that were added together', () => `row=${addedId}`],
    ['what a person did to a table', () => `table=${tableId}&actor=${owner.id}&type=row-changed`],
    ['a table since a moment', () => `table=${tableId}&from=2000-01-01T00:00:00.000Z`],
  ])('tells nothing of %s: neither an event nor a cursor', async (_, query) => {
    const told = await history(query(), owner);
    expect([told.events.length, typeof told.nextCursor]).toEqual([1, 'string']);
    expect(await history(query(), stranger)).toEqual({ events: [] });
  });

  it('is not told from that of a table or row that is nowhere', async () => {
    expect(await history(`table=${newId()}`, stranger)).toEqual({ events: [] });
    expect(await history(`row=${newId()}`, stranger)).toEqual({ events: [] });
  });
});

describe('a field named `project_id`', () => {
  it('keeps its values: the body of a row names no project', async () => {
    const { projectId, session } = owner;
    const links = await table(projectId, session, 'Bağlar', { project_id: 'string' });
    const rows = `/data/table/${links}/rows`;
    for (const value of [projectId, stranger.projectId, 'bir yazı']) {
      const added = await ask('POST', rows, { project_id: value }, session);
      expect([value, added.status, added.body.data?.row.project_id]).toEqual([value, 201, value]);
      const row = `${rows}/${added.body.data.row.id}`;
      const changed = await ask('PUT', row, { project_id: 'başka' }, session);
      expect([changed.status, changed.body.data?.row.project_id]).toEqual([200, 'başka']);
    }
    const wrong = `${rows}?project_id=${stranger.projectId}`;
    expect((await ask('POST', wrong, { project_id: 'x' }, session)).status).toBe(404);
  });
});
