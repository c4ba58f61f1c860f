import type { Status } from '@hzm/contracts/features/status/status';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Follower } from './support/follower.ts';
import { House, type Person } from './support/house.ts';

const house = new House();
let root: Person;
let ada: Person;
beforeAll(async () => {
  await house.open();
  root = await house.person('Root');
  ada = await house.person('Ada');
});
afterAll(() => house.close());

const here: Follower[] = [];
const connect = async (person: Person): Promise<Follower> => {
  const follower = await person.connect();
  here.push(follower);
  return follower;
};
afterEach(() => { for (const { socket } of here.splice(0)) socket.disconnect(); });

/** Remembers every status that comes. */
function statusesOf({ socket }: Follower): Status[] {
  const statuses: Status[] = [];
  socket.on('status', (status: Status) => statuses.push(status));
  return statuses;
}

it('is told every second to an administrator who watches, and to nobody else', async () => {
  const [watcher, other, stranger] = await Promise.all([connect(root), connect(root), connect(ada)]);
  const [told, toldOther, toldStranger] = [statusesOf(watcher), statusesOf(other), statusesOf(stranger)];
  expect(await watcher.watch('admin')).toMatchObject({ success: true, status: 'live' });
  expect(await stranger.watch('admin')).toEqual({ success: false, code: 'FORBIDDEN' });
  await expect.poll(() => told.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(3);
  expect(told[2]!.at > told[1]!.at).toBe(true);
  expect([toldOther, toldStranger]).toEqual([[], []]);
});

it('has in it what was just done, within two seconds', async () => {
  const { id: tableId } = await ada.table('Ürünler', { name: 'ad', type: 'string' });
  const watcher = await connect(root);
  const told = statusesOf(watcher);
  await watcher.watch('admin');
  const { position } = await ada.add(tableId, { ad: 'Çay' });
  const written = performance.now();
  await expect.poll(() => (told.at(-1)?.views.find(({ name }) => name === 'rows')?.position ?? '') >= position, { timeout: 5_000 }).toBe(true);
  expect(performance.now() - written).toBeLessThan(2_000);
});

it('counts who is connected and who watches', async () => {
  const watcher = await connect(root);
  const told = statusesOf(watcher);
  await watcher.watch('admin');
  const sums = (): number[] => (['sockets', 'watchers'] as const).map(of => told.at(-1)?.processes.reduce((all, one) => all + one[of], 0) ?? 0);
  await expect.poll(sums, { timeout: 5_000 }).toEqual([1, 1]);
  const another = await connect(ada);
  await another.watch(`user:${ada.id}`);
  await expect.poll(sums, { timeout: 5_000 }).toEqual([2, 2]);
  another.socket.disconnect();
  await expect.poll(sums, { timeout: 5_000 }).toEqual([1, 1]);
});

it('ends with the session', async () => {
  const watcher = await connect(root);
  const told = statusesOf(watcher);
  await watcher.watch('admin');
  await expect.poll(() => told.length, { timeout: 5_000 }).toBeGreaterThan(0);
  await root.ask('POST', '/auth/logout');
  await watcher.until(() => watcher.order.includes('connect_error'));
  expect(await house.refusal({ token: root.token })).toBe('UNAUTHORIZED');
});
