import type { LogEntry, RequestLogStore } from '@hzm/services/core/ports/request-log-store';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { RequestLog, type Answered } from './request-log.ts';

const request = (account: string, n = 0): Answered => ({
  method: 'GET',
  route: '/projects',
  name: 'list-projects',
  status: 200,
  code: '',
  ms: 1,
  bytes: 1,
  actor: account,
  account,
  project: '',
  request: `request ${n}`,
  position: '',
});

let added: LogEntry[];
let forgotten: unknown[];
let failure: Error | undefined;
let heard: unknown[];
beforeEach(() => {
  [added, forgotten, failure, heard] = [[], [], undefined, []];
});
const fails = (): void => {
  if (failure) throw failure;
};
const store: RequestLogStore = {
  bytesOfEntry: 400,
  add: async entries => {
    fails();
    added.push(...entries);
  },
  find: async () => added,
  count: async () => added.length,
  // A store that removes the oldest, whoever has it.
  trim: async ({ most }) => added.splice(0, Math.min(3, added.length - most)).length,
  forget: async gone => {
    fails();
    forgotten.push(gone);
  },
  close: () => Promise.resolve(),
};
const logOf = (more: Partial<ConstructorParameters<typeof RequestLog>[0]> = {}) =>
  new RequestLog({
    store,
    days: 30,
    maxEntries: 10,
    processId: 'p',
    isKeeper: () => true,
    now: () => new Date(),
    outcome: error => heard.push(error),
    ...more,
  });

it('a log that cannot be stored keeps what waits, and forgets nothing that it was asked to', async () => {
  const log = logOf();
  failure = new Error('no disk');
  log.answered(request('ada'));
  await log.forget('account:bora');
  await log.forget('project:q');
  expect([added, forgotten, heard]).toEqual([[], [], [failure, failure]]);
  failure = undefined;
  await log.flush();
  expect(added).toMatchObject([{ actor: 'ada', source: 'http' }]);
  expect(forgotten).toEqual([{ accounts: ['bora'], projects: ['q'] }]);
});

it('of one account, a hundred successes and a hundred failures a second are recorded', async () => {
  const log = logOf();
  for (let n = 0; n < 300; n++) log.answered(request('flood', n));
  for (let n = 0; n < 300; n++) log.answered({ ...request('flood', n), status: 500 });
  log.answered(request('ada'));
  await log.flush();
  const accounts = Map.groupBy(added, ({ account, status }) => `${account} ${status}`);
  expect([...accounts].map(([share, entries]) => [share, entries.length])).toEqual([
    ['flood 200', 100],
    ['flood 500', 100],
    ['ada 200', 1],
  ]);
});

it('a flood of one account, while the store is away, leaves room for others', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const log = logOf();
  failure = new Error('no disk');
  log.start();
  for (let second = 0; second < 300; second++) {
    for (let n = 0; n < 150; n++) log.answered(request('flood', n));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  log.answered(request('ada'));
  failure = undefined;
  await log.close();
  const accounts = Map.groupBy(added, ({ account }) => account);
  expect([accounts.get('flood')!.length, accounts.get('ada')!.length]).toEqual([500, 1]);
});

it('trimming goes on until the log is within its bounds', async () => {
  const log = logOf();
  for (let n = 0; n < 35; n++) log.answered(request('ada', n));
  await log.flush();
  await log.trim();
  expect(added.map(entry => entry.request)).toEqual(
    Array.from({ length: 10 }, (_, n) => `request ${25 + n}`),
  );
});

it('a log of 0 days records nothing', async () => {
  const log = logOf({ days: 0 });
  log.answered(request('ada'));
  log.happened('process-started', '1.0.0');
  await log.close();
  expect(added).toEqual([]);
});

it('an entry takes the version or view of a process, and at most 100 characters of a request id', async () => {
  const log = logOf();
  log.happened('process-started', '1.0.0');
  log.answered({ ...request('ada'), request: 'x'.repeat(300) });
  await log.close();
  expect(added).toMatchObject([
    { source: 'deploy', name: 'process-started', detail: '1.0.0', actor: 'p', project: '' },
    { source: 'http', request: 'x'.repeat(100) },
  ]);
});

it('an entry about what was forgotten is dropped, as the answer to its own deletion', async () => {
  const log = logOf();
  await log.forget('account:ada');
  await log.forget('project:q');
  log.answered(request('ada'));
  log.answered({ ...request('bora'), project: 'q' });
  log.answered(request('bora'));
  await log.close();
  expect(added).toMatchObject([{ account: 'bora', project: '' }]);
});

it('entries that have waited for an hour are dropped: the store may know erased ones no more', async () => {
  let now = new Date();
  const log = logOf({ now: () => now });
  failure = new Error('no disk');
  log.answered(request('ada'));
  await log.flush();
  // Later than all ids of this worker, in which other tests put the clock forward.
  now = new Date('9999-01-01');
  failure = undefined;
  await log.flush();
  expect(added).toEqual([]);
});
