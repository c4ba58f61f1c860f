import { expect, it } from 'vitest';
import type { Addition, Usage, UsageStore } from '../ports/usage-store.ts';
import { daysUntil, UsageCounter } from './usage-counter.ts';

/** A store that fails while `isDown`. */
class FakeStore implements UsageStore {
  isDown = false;
  readonly added: Addition[] = [];
  forgotten: string[] = [];
  async add(additions: readonly Addition[]): Promise<void> {
    if (this.isDown) throw new Error('down');
    this.added.push(...additions);
  }
  async of(): Promise<ReadonlyMap<string, Usage>> {
    return new Map();
  }
  async forget(): Promise<void> {
    if (this.isDown) throw new Error('down');
  }
  async forgetBefore(day: string): Promise<void> {
    this.forgotten.push(day);
  }
  async close(): Promise<void> {
    /* nothing to close */
  }
}

it('flush stores counts since the last flush, by subject and day', async () => {
  const store = new FakeStore();
  let now = new Date('2026-11-20T23:59:59.000Z');
  const counter = new UsageCounter(
    store,
    () => now,
    () => undefined,
  );
  counter.used('k', 'list-rows', 200);
  counter.wrong('k');
  now = new Date('2026-11-21T00:00:01.000Z');
  counter.used('k', 'add-row', 201);
  await counter.flush();
  expect(store.added).toEqual([
    {
      subject: 'k',
      day: '2026-11-20',
      used: 1,
      wrong: 1,
      lastUsed: '2026-11-20T23:59:59.000Z',
      lastWrong: '2026-11-20T23:59:59.000Z',
      uses: [{ at: '2026-11-20T23:59:59.000Z', call: 'list-rows', status: 200 }],
    },
    {
      subject: 'k',
      day: '2026-11-21',
      used: 1,
      wrong: 0,
      lastUsed: '2026-11-21T00:00:01.000Z',
      lastWrong: null,
      uses: [{ at: '2026-11-21T00:00:01.000Z', call: 'add-row', status: 201 }],
    },
  ]);
  await counter.flush();
  expect(store.added).toHaveLength(2);
  expect(store.forgotten, 'old days go once a day').toEqual(['2026-10-23']);
});

it('flush keeps counts that the store refuses, with later ones', async () => {
  const store = new FakeStore();
  const failures: unknown[] = [];
  const counter = new UsageCounter(
    store,
    () => new Date('2026-11-20T10:00:00.000Z'),
    error => failures.push(error),
  );
  store.isDown = true;
  for (let i = 0; i < 25; i++) counter.used('k', `early-${i}`, 200);
  await counter.flush();
  counter.used('k', 'late', 200);
  await counter.flush();
  await counter.forget(['other']);
  expect(failures).toHaveLength(3);
  store.isDown = false;
  await counter.flush();
  expect(store.added).toHaveLength(1);
  expect(store.added[0]!.used).toBe(26);
  expect(store.added[0]!.uses.map(({ call }) => call)).toEqual([
    ...Array.from({ length: 19 }, (_, i) => `early-${i + 6}`),
    'late',
  ]);
});

it('daysUntil returns the last thirty days', () => {
  const days = daysUntil(new Date('2026-03-01T12:00:00.000Z'));
  expect([days.length, days[0], days.at(-2), days.at(-1)]).toEqual([
    30,
    '2026-01-31',
    '2026-02-28',
    '2026-03-01',
  ]);
});
