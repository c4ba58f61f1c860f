import type { Status } from '@hzm/contracts/core/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let root: Person;
let ada: Person;

beforeAll(async () => {
  await house.open();
  root = await house.person('Root');
  ada = await house.person('Ada');
});
afterAll(() => house.close());

const namesOf = (status: Status | undefined): string[] =>
  status?.online.map(({ name }) => name).toSorted() ?? [];

describe('who is connected', () => {
  it('is told to administrators who watch, with names and places, and never which row', async () => {
    const { id } = await ada.table('Gizli', { name: 'ad', type: 'string' });
    const [watching, theirs, twice] = [
      await root.connect(),
      await ada.connect(),
      await ada.connect(),
    ];
    let status: Status | undefined;
    watching.socket.on('status', (told: Status) => {
      status = told;
    });
    await Promise.all([
      watching.watch('admin'),
      theirs.watch(`project:${ada.projectId}`),
      theirs.watch(`table:${id}`),
      twice.watch(`user:${ada.id}`),
    ]);
    theirs.socket.emit('presence', {
      topic: `table:${id}`,
      state: { rowId: 'r1', field: 'ad', mode: 'edit' },
    });
    await expect.poll(() => namesOf(status), { timeout: 10_000 }).toEqual(['Ada', 'Root']);
    await expect
      .poll(() => status?.online.find(({ name }) => name === 'Ada')?.places, { timeout: 10_000 })
      .toMatchObject([{ area: 'data', projectId: ada.projectId, projectName: expect.any(String) }]);
    expect(status?.online.find(({ name }) => name === 'Root')?.places).toEqual([
      { area: 'administration' },
    ]);
    expect(JSON.stringify(status?.online)).not.toContain(id);
    expect(JSON.stringify(status?.online)).not.toContain('r1');
    await expect.poll(() => status?.hour.people.at(-1), { timeout: 10_000 }).toBe(2);

    theirs.socket.disconnect();
    const {
      body: { data: thread },
    } = await ada.ask('POST', '/threads', {
      project_id: ada.projectId,
      title: 'Çay',
      initialMessage: 'Bitti',
    });
    await twice.watch(`thread:${thread.id}`);
    await twice.watch(`requests:${ada.projectId}`);
    await expect
      .poll(() => status?.online.find(({ name }) => name === 'Ada')?.places, { timeout: 10_000 })
      .toMatchObject([{ area: 'threads', projectId: ada.projectId }]);
    // Every screen watches the list of threads, to count what is unread: that is no place.
    await twice.watch(`threads:${ada.projectId}`);
    twice.socket.emit('unwatch', { topic: `thread:${thread.id}` });
    twice.socket.emit('unwatch', { topic: `requests:${ada.projectId}` });
    await expect
      .poll(() => status?.online.find(({ name }) => name === 'Ada')?.places, { timeout: 10_000 })
      .toEqual([]);
    twice.socket.disconnect();
    await expect.poll(() => namesOf(status), { timeout: 10_000 }).toEqual(['Root']);
  });

  it('are people: no key, and no administrator who looks as somebody', async () => {
    const watching = await root.connect();
    let status: Status | undefined;
    watching.socket.on('status', (told: Status) => {
      status = told;
    });
    await watching.watch('admin');
    const {
      body: {
        data: { token },
      },
    } = await root.ask('POST', `/admin/users/${ada.id}/look`, {});
    const looking = await ada.connect({ token });
    const program = await ada.connect(ada.key);
    await Promise.all([looking, program].map(client => client.watch(`project:${ada.projectId}`)));
    const joined = Date.now();
    await expect
      .poll(() => Date.parse(status?.at ?? ''), { timeout: 10_000 })
      .toBeGreaterThan(joined + 2_500);
    expect(namesOf(status)).toEqual(['Root']);
  });
});
