import { sessionClosed, sessionOpened } from '@hzm/contracts/features/accounts/events';
import { CommandExecutor } from '@hzm/services/core/commands/command-executor';
import { decider, reject } from '@hzm/services/core/commands/decider';
import { READ_TOGETHER } from '@hzm/services/core/commands/stream-events';
import { NO_STREAM, OutcomeUnknown, WrongRevision } from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { beforeEach, describe, expect, it } from 'vitest';
import { FaultInjectingEventStore, newCodec, request } from './fixtures.ts';

/** Counts: opened is one more, closed one less. */
const counter = decider<number>(0, when => [
  when(sessionOpened, n => n + 1),
  when(sessionClosed, n => n - 1),
]);
const more = () => [sessionOpened({ accountId: 'a', sessionId: 's' })];
const command = { stream: 'n', decider: counter, decide: more };

let store: FaultInjectingEventStore;
let executor: CommandExecutor;
const codec = newCodec();
/** A process that knows of requests only what streams say. */
const newExecutor = () => new CommandExecutor(store, codec, { find: async () => undefined });
beforeEach(() => {
  store = new FaultInjectingEventStore();
  executor = newExecutor();
});
const length = async () => (await store.readStream('n')).length;

it('decides on what the stream says, and answers the state after it', async () => {
  expect((await executor.execute(request('1'), command)).state).toBe(1);
  const { state, position } = await executor.execute(request('2'), command);
  expect([state, position]).toEqual([2, await store.head()]);
});

it('writes nothing when nothing has to change, or when it is refused', async () => {
  expect(await executor.execute(request('1'), { ...command, decide: () => [] })).toEqual({
    state: 0,
    position: undefined,
    repeated: undefined,
  });
  await expect(
    executor.execute(request('2'), { ...command, decide: () => reject('NOT_FOUND') }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await length()).toBe(0);
});

it('reads a long stream a few events at a time, also for a request that comes again', async () => {
  const reads: number[] = [];
  const readStream = store.readStream.bind(store);
  store.readStream = async (...what) => {
    const read = await readStream(...what);
    reads.push(read.length);
    return read;
  };
  const many = (n: number) => ({
    ...command,
    decide: () => Array.from({ length: n }, more).flat(),
  });
  await executor.execute(request('1'), command);
  await executor.execute(request('2'), many(2 * READ_TOGETHER));
  await executor.execute(request('3'), many(READ_TOGETHER - 1));
  expect((await newExecutor().execute(request('4'), command)).state).toBe(3 * READ_TOGETHER + 1);
  const again = await executor.execute(request('1'), command);
  expect([again.state, again.repeated !== undefined]).toEqual([1, true]);
  expect(Math.max(...reads)).toBe(READ_TOGETHER);
});

describe('somebody was faster', () => {
  const lose = async () => {
    throw new WrongRevision(0, 1);
  };

  it('decides again on what they wrote', async () => {
    store.fates.push(async append => {
      await append();
      throw new WrongRevision(NO_STREAM, 0);
    });
    const other = executor.execute(request('other'), command);
    await other;
    expect((await executor.execute(request('mine'), command)).state).toBe(2);
  });

  it('lets every one of many at once count, from several processes', async () => {
    const executors = [executor, newExecutor(), newExecutor()];
    await Promise.all(
      Array.from({ length: 120 }, (_, i) => executors[i % 3]!.execute(request(`${i}`), command)),
    );
    expect(await length()).toBe(120);
  });

  it('gives up when they always are and its time is up', async () => {
    store.fates.push(...Array.from({ length: 1_000 }, () => lose));
    await expect(
      executor.execute(request('1', { signal: AbortSignal.timeout(100) }), command),
    ).rejects.toMatchObject({ code: 'NOT_READY', retryAfter: 1 });
    expect(await length()).toBe(0);
  });
});

describe('the same request again', () => {
  it('gets the first answer, also when others have written since, also from another process', async () => {
    const first = await executor.execute(request('1'), command);
    await executor.execute(request('2'), command);
    for (const again of [executor, newExecutor()])
      expect(await again.execute(request('1'), command)).toEqual({
        ...first,
        repeated: first.position,
      });
    expect(await length()).toBe(2);
  });

  it('is written once however often it comes at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => executor.execute(request('1'), command)));
    expect(await length()).toBe(1);
  });

  it('of another caller is another request', async () => {
    await executor.execute(request('1'), command);
    await executor.execute(request('1', { actor: 'b' }), command);
    expect(await length()).toBe(2);
  });

  it('with another body is a conflict', async () => {
    await executor.execute(request('1'), command);
    await expect(
      executor.execute(request('1', { digest: 'other' }), command),
    ).rejects.toMatchObject({ code: 'CONFLICT', text: { key: 'request-id-reused' } });
  });
});

describe('nobody knows whether it was written', () => {
  const lostAnswer = async (append: () => Promise<unknown>): Promise<never> => {
    await append();
    throw new OutcomeUnknown('lost');
  };
  const lostRequest = async (): Promise<never> => {
    throw new OutcomeUnknown('lost');
  };

  it.each([
    ['it was', lostAnswer],
    ['it was not', lostRequest],
  ])('%s: it is there once', async (_, fate) => {
    store.fates.push(fate, fate);
    expect((await executor.execute(request('1'), command)).state).toBe(1);
    expect(await length()).toBe(1);
  });

  it('says so when it stays unknown; the same request later still counts once', async () => {
    store.fates.push(lostAnswer, lostAnswer, lostAnswer);
    await expect(executor.execute(request('1'), command)).rejects.toMatchObject({
      code: 'NOT_READY',
      retryAfter: 2,
    });
    expect((await executor.execute(request('1'), command)).state).toBe(1);
    expect(await length()).toBe(1);
  });
});

it('a store that rests is not ready', async () => {
  store.fates.push(async () => {
    throw new Unavailable('closed');
  });
  await expect(executor.execute(request('1'), command)).rejects.toMatchObject({
    code: 'NOT_READY',
  });
});

it('a defect is no refusal', async () => {
  store.fates.push(async () => {
    throw new TypeError('a defect');
  });
  await expect(executor.execute(request('1'), command)).rejects.toBeInstanceOf(TypeError);
});
