import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
let owner: Person;
let guest: Person;
let stranger: Person;
let tableId = '';
let rowId = '';
let fieldId = '';
let last = '';

const call = async (method: string, path: string, body?: unknown, as: Headed = owner.session) => {
  const answer = await ask(method, path, body, {
    ...as,
    ...(last !== '' && { 'x-wait-for-position': last }),
  });
  const position = answer.headers.get('x-position');
  if (method !== 'GET' && position !== null) last = position;
  return answer;
};
const find = async (query: string, as: Headed = owner.session) =>
  (await call('GET', `/find?${query}`, undefined, as)).body.data;
const nothing = { rows: [], areAllSearched: true, threads: [], people: [] };

beforeAll(async () => {
  await register('Admin');
  [owner, guest, stranger] = [
    await register('Ozturk'),
    await register('Konuk'),
    await register('Yabanci'),
  ];
  const { projectId } = owner;
  tableId = await table(projectId, owner.session, 'Şikâyetler', { sıra: 'number', ad: 'string' });
  const { body } = await call('POST', `/data/table/${tableId}/rows`, { sıra: 1, ad: 'Geç KARGO' });
  rowId = body.data.row.id;
  const fields = await call('GET', `/tables/${projectId}/${tableId}/fields`);
  fieldId = fields.body.data.fields.find(({ name }: { name: string }) => name === 'ad').id;
  await call('POST', '/threads', {
    project_id: projectId,
    title: 'Kargo gecikmeleri',
    initialMessage: 'Selam',
  });
});

describe('finding rows, threads and people', () => {
  it('finds them by their names, ignoring case and Turkish letters', async () => {
    const { projectId } = owner;
    const project = { id: projectId, name: 'Varsayılan Proje' };
    const { rows, threads, people } = await find(`q=kargo&projectId=${projectId}`);
    expect(rows).toEqual([
      { id: rowId, label: 'Geç KARGO', table: { id: tableId, name: 'Şikâyetler' }, project },
    ]);
    expect(threads).toEqual([{ id: expect.any(String), title: 'Kargo gecikmeleri', project }]);
    expect(people).toEqual([]);
    expect(await find('q=%C3%96ZT%C3%BCRK')).toEqual({
      ...nothing,
      people: [{ id: expect.any(String), name: 'Ozturk', role: 'owner', project }],
    });
  });

  it('finds rows of the named tables alone where no project is open, each once', async () => {
    expect((await find('q=kargo')).rows).toEqual([]);
    const named = await find(`q=kargo&tables=${[tableId, tableId, newId()].join()}`);
    expect(named.rows).toHaveLength(1);
    const both = await find(`q=kargo&projectId=${owner.projectId}&tables=${tableId}`);
    expect(both.rows).toHaveLength(1);
  });

  it('answers five of each at most', async () => {
    await call('POST', `/data/table/${tableId}/rows/bulk`, {
      rows: Array.from({ length: 9 }, (_, n) => ({ ad: `çok ${n}` })),
    });
    const { rows } = await find(`q=cok&tables=${tableId}`);
    expect(rows.map(({ label }: { label: string }) => label)).toEqual(
      [8, 7, 6, 5, 4].map(n => `çok ${n}`),
    );
  });

  it('refuses keys, nobody, short texts and lists without end', async () => {
    const long = Array.from({ length: 14 }, () => tableId).join();
    expect([
      (await call('GET', '/find?q=ka', undefined, owner.key)).status,
      (await call('GET', '/find?q=ka', undefined, {})).status,
      (await call('GET', '/find?q=k')).status,
      (await call('GET', '/find?q=%20k%20')).status,
      (await call('GET', `/find?q=ka&tables=${long}`)).status,
      (await call('GET', '/find?q=ka&tables=,')).status,
    ]).toEqual([403, 401, 400, 400, 400, 400]);
  });

  it('answers strangers nothing of a project, and members what they may read, until they leave', async () => {
    const query = `q=kargo&projectId=${owner.projectId}&tables=${tableId}`;
    expect(await find(query, stranger.session)).toEqual(nothing);
    expect(
      (await find(`q=%C3%96ZT%C3%BCRK&projectId=${owner.projectId}`, stranger.session)).people,
    ).toEqual([]);
    const { body } = await call('POST', `/projects/${owner.projectId}/invitations`, {
      email: 'konuk@example.com',
      role: 'viewer',
    });
    await call('POST', `${body.data.invitation.url}/accept`, undefined, guest.session);
    const seen = await find(query, guest.session);
    expect([seen.rows.length, seen.threads.length]).toEqual([1, 1]);
    const { people } = await find('q=%C3%96ZT%C3%BCRK', guest.session);
    expect(people).toHaveLength(1);
    await call('DELETE', `/projects/${owner.projectId}/members/${guest.id}`);
    expect(await find(query, guest.session)).toEqual(nothing);
    expect((await find('q=%C3%96ZT%C3%BCRK', guest.session)).people).toEqual([]);
  });

  it('names rows of a public project to strangers by fields that they are shown', async () => {
    const query = `q=kargo&projectId=${owner.projectId}&tables=${tableId}`;
    await call('PUT', `/projects/${owner.projectId}`, { isPublic: true });
    const seen = await find(query, stranger.session);
    expect([seen.rows.length, seen.threads, seen.people]).toEqual([1, [], []]);
    await call('PUT', `/tables/${tableId}/fields/${fieldId}`, { isHidden: true });
    expect(await find(query, stranger.session)).toEqual(nothing);
    expect((await find(query)).rows).toHaveLength(1);
    await call('PUT', `/projects/${owner.projectId}`, { isPublic: false });
  });

  it('finds no deleted row, and none of a deleted table', async () => {
    const query = `q=kargo&tables=${tableId}`;
    await call('DELETE', `/data/table/${tableId}/rows/${rowId}`);
    expect((await find(query)).rows).toEqual([]);
    await call('POST', `/data/table/${tableId}/rows/${rowId}/restore`, {});
    expect((await find(query)).rows).toHaveLength(1);
    await call('DELETE', `/tables/${tableId}`);
    expect((await find(query)).rows).toEqual([]);
  });
});
