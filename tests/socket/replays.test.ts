import { START } from '@hzm/contracts/core/position';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestClient } from './support/test-client.ts';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let owner: Person;
let other: Person;
let tableId = '';
let fieldIds: string[] = [];
let topic = '';

beforeAll(async () => {
  await house.open();
  await house.person('Root');
});
afterAll(() => house.close());
beforeEach(async () => {
  [owner, other] = [await house.person('Ada'), await house.person('Can')];
  ({ id: tableId, fieldIds } = await owner.table(
    'Stok',
    { name: 'ad', type: 'string' },
    { name: 'maas', type: 'string' },
  ));
  topic = `table:${tableId}`;
});

const seen = (): Record<string, string> => ({ 'x-wait-for-position': house.position });
const setPublic = async (isPublic: boolean): Promise<string> =>
  (await owner.ask('PUT', `/projects/${owner.projectId}`, { isPublic })).position;
const join = async (role: string): Promise<string> => {
  const invited = await owner.ask('POST', `/projects/${owner.projectId}/invitations`, {
    email: other.key.email,
    role,
  });
  return (await other.ask('POST', `${invited.body.data.invitation.url}/accept`, undefined, seen()))
    .position;
};
const change = (id: string, values: object) =>
  owner.ask('PUT', `/data/table/${tableId}/rows/${id}`, values);
const remove = (id: string) => owner.ask('DELETE', `/data/table/${tableId}/rows/${id}`);
/** A watch that goes on at `after`, with what the caller is told of it in one text. */
async function replay(
  person: Person,
  name: string,
  after: string,
  auth?: object,
): Promise<{ status: string | undefined; text: string; client: TestClient }> {
  // The process that serves sockets may know of the last write only a moment later.
  await (await owner.connect()).watch(`user:${owner.id}`, house.position);
  const client = await person.connect(auth);
  const { status, code } = await client.watch(name, after);
  return { status: status ?? code, text: JSON.stringify(client.of(name)), client };
}

describe('a stranger who names an old position of a public table', () => {
  it('reads again what was before the table was public, once more when it is public again', async () => {
    const secret = await owner.add(tableId, { ad: 'gizli-bir' });
    await remove(secret.id);
    const since = await setPublic(true);
    const shown = await owner.add(tableId, { ad: 'görünen' });
    for (const after of [START, secret.position])
      expect(await replay(other, topic, after)).toMatchObject({
        status: 'must-refetch',
        text: '[]',
      });
    const first = await replay(other, topic, since);
    expect(first.status).toBe('live');
    expect(first.client.changes(topic)).toMatchObject([{ op: 'put', id: shown.id }]);

    await setPublic(false);
    const between = await owner.add(tableId, { ad: 'gizli-iki' });
    await remove(between.id);
    const again = await setPublic(true);
    for (const after of [since, between.position])
      expect(await replay(other, topic, after)).toMatchObject({
        status: 'must-refetch',
        text: '[]',
      });
    expect(await replay(other, topic, again)).toMatchObject({ status: 'live', text: '[]' });
  });

  it('is told of a deleted row that it is gone, and of a removed field nothing', async () => {
    const since = await setPublic(true);
    const { id } = await owner.add(tableId, { ad: 'silinecek', maas: 'çok' });
    await change(id, { ad: 'değişti' });
    const { position } = await remove(id);
    const kept = await owner.add(tableId, { ad: 'kalan', maas: 'az' });
    const { client, text, status } = await replay(other, topic, since);
    expect(status).toBe('live');
    expect(client.changes(topic).map(({ op, id: one }) => [op, one])).toEqual([
      ['drop', id],
      ['put', kept.id],
    ]);
    expect(text).not.toMatch(/silinecek|değişti|çok/);

    const { position: removed } = await owner.ask(
      'DELETE',
      `/tables/${tableId}/fields/${fieldIds[1]}`,
    );
    for (const after of [since, position])
      expect(await replay(other, topic, after)).toMatchObject({
        status: 'must-refetch',
        text: '[]',
      });
    await owner.add(tableId, { ad: 'sonra' });
    expect((await replay(other, topic, removed)).client.changes(topic)).toMatchObject([
      { op: 'put', doc: { ad: 'sonra' } },
    ]);
  });

  it('reads again what the log alone remembers, which an owner is told', async () => {
    const since = await setPublic(true);
    const { id } = await owner.add(tableId, { ad: 'silinecek' });
    await remove(id);
    await house.restart();
    expect(await replay(other, topic, since)).toMatchObject({ status: 'must-refetch', text: '[]' });
    const { status, client, text } = await replay(owner, topic, since);
    expect([status, client.changes(topic).map(({ op }) => op)]).toEqual(['live', ['drop']]);
    expect(text).not.toContain('silinecek');
  });
});

describe('an owner who names a position before a return from the bin', () => {
  it('reads again, since rows have values that no event of theirs tells', async () => {
    await owner.add(tableId, { ad: 'Çay', maas: 'az' });
    const bin = `/projects/${owner.projectId}/bin`;
    const { position: removed } = await owner.ask(
      'DELETE',
      `/tables/${tableId}/fields/${fieldIds[1]}`,
    );
    const { position: back } = await owner.ask('POST', `${bin}/fields/${fieldIds[1]}/restore`, {});
    expect(await replay(owner, topic, removed)).toMatchObject({ status: 'must-refetch' });
    expect(await replay(owner, topic, back)).toMatchObject({ status: 'live', text: '[]' });

    await owner.ask('DELETE', `/tables/${tableId}`);
    expect((await replay(owner, topic, back)).status).toBe('NOT_FOUND');
    const { position } = await owner.ask('POST', `${bin}/tables/${tableId}/restore`, {});
    expect(await replay(owner, topic, back)).toMatchObject({ status: 'must-refetch' });
    const added = await owner.add(tableId, { ad: 'Un' });
    const { client } = await replay(owner, topic, position);
    expect(client.changes(topic)).toMatchObject([{ op: 'put', id: added.id }]);
  });
});

describe('a member who names an old position', () => {
  it('reads again what was before they joined, and before they got their role', async () => {
    const before = await owner.add(tableId, { ad: 'eski' });
    const joined = await join('viewer');
    for (const name of [
      topic,
      `project:${owner.projectId}`,
      `requests:${owner.projectId}`,
      `threads:${owner.projectId}`,
    ]) {
      expect(await replay(other, name, before.position)).toMatchObject({
        status: 'must-refetch',
        text: '[]',
      });
    }
    await owner.add(tableId, { ad: 'yeni' });
    expect((await replay(other, topic, joined)).client.changes(topic)).toMatchObject([
      { op: 'put', doc: { ad: 'yeni' } },
    ]);
    const { position: promoted } = await owner.ask(
      'PUT',
      `/projects/${owner.projectId}/members/${other.id}`,
      { role: 'manager' },
    );
    expect(await replay(other, `project:${owner.projectId}`, joined)).toMatchObject({
      status: 'must-refetch',
      text: '[]',
    });
    expect(await replay(other, `project:${owner.projectId}`, promoted)).toMatchObject({
      status: 'live',
    });
  });

  it('is told messages as they are now: without what was removed or written before', async () => {
    const joined = await join('viewer');
    const {
      body: {
        data: { id },
      },
    } = await owner.ask('POST', '/threads', {
      project_id: owner.projectId,
      title: 'Stok',
      initialMessage: 'ilk söz',
    });
    const write = async (content: string): Promise<string> =>
      (await owner.ask('POST', `/threads/${id}/messages`, { content }, seen())).body.data.id;
    const [edited, removed] = [await write('önceki hali'), await write('kaldırılan söz')];
    const witness = await owner.connect();
    await witness.watch(`thread:${id}`, joined);
    await owner.ask(
      'PUT',
      `/threads/${id}/messages/${edited}`,
      { content: 'şimdiki hali' },
      seen(),
    );
    const { position } = await owner.ask(
      'DELETE',
      `/threads/${id}/messages/${removed}`,
      undefined,
      seen(),
    );
    await witness.reached(`thread:${id}`, position);
    for (const name of [`thread:${id}`, `threads:${owner.projectId}`]) {
      const { status, text, client } = await replay(other, name, joined);
      expect(status).toBe('live');
      expect(client.of(name).length).toBeGreaterThan(0);
      expect(text).not.toMatch(/önceki hali|kaldırılan söz/);
    }
    const { text } = await replay(other, `thread:${id}`, joined);
    expect(text).toContain('şimdiki hali');
  });

  it('is not told the fields that a table had', async () => {
    const joined = await join('viewer');
    await owner.ask('POST', `/tables/${owner.projectId}/${tableId}/fields`, {
      name: 'tckimlik',
      type: 'string',
      description: 'nüfus',
    });
    const { body } = await owner.ask('GET', `/tables/${owner.projectId}/${tableId}`);
    const field = body.data.table.fields.find(({ name }: { name: string }) => name === 'tckimlik');
    await owner.ask('DELETE', `/tables/${tableId}/fields/${field.id}`);
    const { status, text } = await replay(other, `project:${owner.projectId}`, joined);
    expect(status).toBe('live');
    expect(text).toContain('maas');
    expect(text).not.toMatch(/tckimlik|nüfus/);
  });

  it('has left: what was told of the project is gone from their own topic, too', async () => {
    await join('viewer');
    const list = `user:${other.id}`;
    const before = house.position;
    const witness = await other.connect();
    await witness.watch(list, before);
    await owner.ask(
      'POST',
      '/threads',
      {
        project_id: owner.projectId,
        title: 'Gizli başlık',
        initialMessage: `@[Can](user:${other.id}) gizli söz`,
      },
      seen(),
    );
    await witness.until(() => JSON.stringify(witness.messages).includes('Gizli başlık'));
    await owner.ask('DELETE', `/projects/${owner.projectId}/members/${other.id}`);
    const { text } = await replay(other, list, before);
    expect(text).not.toMatch(/Gizli başlık|gizli söz/);
  });
});

describe('a key that names an old position', () => {
  it('reads again what was before it was made', async () => {
    const before = await owner.add(tableId, { ad: 'eski' });
    const { body, position } = await owner.ask('POST', `/api-keys/project/${owner.projectId}`, {
      name: 'okuyan',
      permissions: ['read'],
    });
    const auth = { ...owner.key, apiKey: body.data.apiKey.key };
    expect(await replay(owner, topic, before.position, auth)).toMatchObject({
      status: 'must-refetch',
      text: '[]',
    });
    await owner.add(tableId, { ad: 'yeni' });
    expect((await replay(owner, topic, position, auth)).client.changes(topic)).toMatchObject([
      { op: 'put', doc: { ad: 'yeni' } },
    ]);
  });
});

it('an owner is told everything since an old position, in order', async () => {
  const { position } = await owner.add(tableId, { ad: 'eski' });
  const { id } = await owner.add(tableId, { ad: 'yeni' });
  const { client, status } = await replay(owner, topic, START);
  expect(status).toBe('live');
  await client.reached(topic, position);
  expect(client.changes(topic).map(({ op }) => op)).toEqual(['put', 'put']);
  expect(client.changes(topic)[1]).toMatchObject({ id });
});

it('a right that ends and is given again while a watch catches up shows nothing of the time between', async () => {
  const since = await setPublic(true);
  const tries = Array.from({ length: 8 }, async () => (await other.connect()).watch(topic, since));
  await setPublic(false);
  const between = await owner.add(tableId, { ad: 'arada' });
  await remove(between.id);
  await setPublic(true);
  await Promise.all(tries);
  const witness = await owner.connect();
  await witness.watch(topic, house.position);
  const { position } = await owner.add(tableId, { ad: 'son' });
  await witness.reached(topic, position);
  const { client } = await replay(other, topic, since);
  expect(JSON.stringify(client.messages)).not.toContain('arada');
});
