import { sessionOpened } from '@hzm/contracts/features/accounts/events';
import { newId } from '@hzm/contracts/core/ids';
import { positionOf, type Position } from '@hzm/contracts/core/position';
import type { ProcessState } from '@hzm/contracts/features/status/status';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { on, project, projection } from '@hzm/projections/core/projection';
import { Board } from '@hzm/services/core/board';
import { NO_STREAM, StoreUnavailable } from '@hzm/services/core/ports/event-store';
import { ReadModelUnavailable } from '@hzm/services/core/ports/read-model';
import { Projector } from '@hzm/services/core/projector';
import { Vitals } from '@hzm/services/core/vitals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FatefulStore, newCodec } from './workshop.ts';

const codec = newCodec();
let store: FatefulStore;
let model: MemoryReadModel;
let projector: Projector;
let others: ProcessState[];
let board: Board;
let isPoisoned: boolean;

beforeEach(async () => {
  store = new FatefulStore();
  model = new MemoryReadModel();
  others = [];
  isPoisoned = true;
  const views = ['bad', 'good'].map(name => projection({
    name, version: 1, collections: [{ name }],
    on: [on(sessionOpened, ({ data: { sessionId }, revision }) => {
      if (name === 'bad' && revision === 1 && isPoisoned) throw new Error('poison');
      return [{ op: 'put', collection: name, id: sessionId, doc: { id: sessionId } }];
    })],
  }));
  projector = new Projector(store, model, codec, views, ({ name }, event) => project(views.find(view => view.name === name)!, event));
  let mine: ProcessState[] = [];
  const roster = { announce: async (state: ProcessState) => { mine = [state]; }, all: async () => [...mine, ...others], leave: async () => { mine = []; }, close: async () => undefined };
  board = new Board({ store, model, projector, vitals: new Vitals(), roster, kinds: { eventStore: 'memory', readModel: 'memory' }, isWriter: () => true, rebuild: { progress: new Map() }, me: { id: 'me', roles: ['api'], version: '1', startedAt: new Date().toISOString() } });
  await projector.start();
});
afterEach(async () => {
  vi.useRealTimers();
  await board.close();
  await projector.close();
});

/** Three events that happened `seconds` ago. */
async function open(seconds = 0): Promise<void> {
  const meta = { at: new Date(Date.now() - seconds * 1000).toISOString(), actor: 'a', request: 'r', digest: 'd' };
  const { position } = await store.append('s', NO_STREAM, await codec.encode(['a', 'b', 'c'].map(sessionId => sessionOpened({ accountId: 'a', sessionId })), meta, () => newId()));
  await projector.reached(position);
}

it('names the event that a view cannot handle and how far it is behind, until it is tried again without the cause', async () => {
  await open(30);
  await board.start();
  const [bad, good] = (await board.status()).views;
  expect(bad).toMatchObject({ name: 'bad', lagEvents: 2, paused: { position: (await store.readStream('s'))[1]!.position, reason: 'session-opened: poison' } });
  expect(Math.round(bad!.lagSeconds)).toBe(30);
  expect(good).toMatchObject({ name: 'good', lagEvents: 0, lagSeconds: 0, paused: null });
  isPoisoned = false;
  projector.retry('bad');
  await expect.poll(async () => (await board.status()).views[0]!.lagEvents).toBe(0);
  expect(projector.progress.every(({ paused }) => paused === undefined)).toBe(true);
});

it('believes no process that is gone', async () => {
  await board.start();
  const { processes: [me] } = await board.status();
  others = [{ ...me!, id: 'gone', at: new Date(Date.now() - 10_000).toISOString(), paused: { good: { position: '1', reason: 'old' } } }];
  const { processes, views } = await board.status();
  expect(processes.map(({ id }) => id)).toEqual(['me', 'gone']);
  expect(views.map(({ paused }) => paused)).toEqual([null, null]);
});

it('says which store does not answer, and goes on', async () => {
  await open();
  await board.start();
  store.head = () => Promise.reject(new StoreUnavailable('resting'));
  store.size = () => Promise.reject(new StoreUnavailable('resting'));
  expect(await board.status()).toMatchObject({ eventStore: { isReachable: false, head: null, size: null }, readModel: { isReachable: true }, views: [{ name: 'bad' }, { name: 'good' }] });
  model.checkpoint = () => Promise.reject(new ReadModelUnavailable('resting'));
  expect(await board.status()).toMatchObject({ eventStore: { isReachable: false }, readModel: { isReachable: false }, views: [], processes: [{ id: 'me' }] });
});

it('asks stores that are slow once at a time', async () => {
  await board.start();
  const { promise, resolve } = Promise.withResolvers<Position>();
  const head = vi.fn<() => Promise<Position>>(() => promise);
  store.head = head;
  const asked = [board.status(), board.status()];
  resolve(positionOf(7));
  expect((await Promise.all(asked)).map(({ eventStore }) => eventStore.head)).toEqual([positionOf(7), positionOf(7)]);
  expect(head).toHaveBeenCalledTimes(1);
  await board.status();
  expect(head).toHaveBeenCalledTimes(2);
});

it('says how the log grows by the hour, once it has been looked at for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  let size = 1_000;
  store.size = async () => size;
  await board.start();
  expect((await board.status()).eventStore).toMatchObject({ size: 1_000, growth: null });
  vi.advanceTimersByTime(120_000);
  size = 1_600;
  expect((await board.status()).eventStore).toMatchObject({ size: 1_600, growth: 18_000 });
});
