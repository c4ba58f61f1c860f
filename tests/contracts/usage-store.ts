import type { Addition, UsageStore } from '@hzm/services/core/ports/usage-store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const addition = (more: Partial<Addition>): Addition => ({
  subject: 'k1',
  day: '2026-11-20',
  used: 0,
  wrong: 0,
  lastUsed: null,
  lastWrong: null,
  uses: [],
  ...more,
});
const use = (n: number) => ({
  at: `2026-11-20T10:00:${String(n % 60).padStart(2, '0')}.000Z`,
  call: `call-${n}`,
  status: 200,
});

/**
 * The contract of every store of counted uses. `at` gives a place, and a way to open it again and
 * again.
 */
export function usageStoreContract(name: string, at: () => () => UsageStore): void {
  describe(`usage store: ${name}`, () => {
    let open: () => UsageStore;
    let store: UsageStore;
    beforeEach(() => {
      open = at();
      store = open();
    });
    afterEach(() => store.close());

    it('adds to what is there, day by day, and keeps the latest times', async () => {
      await store.add([
        addition({ used: 2, lastUsed: '2026-11-20T10:00:00.000Z' }),
        addition({
          day: '2026-11-21',
          used: 1,
          wrong: 1,
          lastUsed: '2026-11-21T10:00:00.000Z',
          lastWrong: '2026-11-21T09:00:00.000Z',
        }),
      ]);
      await store.add([addition({ used: 3, lastUsed: '2026-11-20T12:00:00.000Z' })]);
      const found = (await store.of(['k1', 'k2'])).get('k1')!;
      expect({ ...found, days: found.days.toSorted((a, b) => (a.day < b.day ? -1 : 1)) }).toEqual({
        used: 6,
        wrong: 1,
        lastUsed: '2026-11-21T10:00:00.000Z',
        lastWrong: '2026-11-21T09:00:00.000Z',
        uses: [],
        days: [
          { day: '2026-11-20', used: 5, wrong: 0 },
          { day: '2026-11-21', used: 1, wrong: 1 },
        ],
      });
      expect((await store.of(['k2'])).size).toBe(0);
    });

    it('keeps the last twenty uses, in their order', async () => {
      await store.add([addition({ used: 15, uses: Array.from({ length: 15 }, (_, n) => use(n)) })]);
      await store.add([
        addition({ used: 10, uses: Array.from({ length: 10 }, (_, n) => use(15 + n)) }),
      ]);
      expect((await store.of(['k1'])).get('k1')!.uses).toEqual(
        Array.from({ length: 20 }, (_, n) => use(5 + n)),
      );
    });

    it('adds what several add at once', async () => {
      await Promise.all(
        Array.from({ length: 20 }, () =>
          store.add([addition({ used: 1 }), addition({ subject: 'k2', used: 2 })]),
        ),
      );
      const found = await store.of(['k1', 'k2']);
      expect([found.get('k1')!.used, found.get('k2')!.used]).toEqual([20, 40]);
    });

    it('forgets subjects, and days', async () => {
      await store.add([
        addition({ used: 1 }),
        addition({ day: '2026-10-01', used: 1 }),
        addition({ subject: 'k2', used: 1 }),
      ]);
      await store.forgetBefore('2026-11-01');
      expect((await store.of(['k1'])).get('k1')).toMatchObject({
        used: 2,
        days: [{ day: '2026-11-20', used: 1 }],
      });
      await store.forget(['k1']);
      expect([...(await store.of(['k1', 'k2'])).keys()]).toEqual(['k2']);
    });

    it('forgets what was only seen, and not since', async () => {
      const at = (day: string): string => `${day}T10:00:00.000Z`;
      await store.add([
        addition({
          subject: 'seen-long-ago',
          day: '2026-10-01',
          used: 1,
          lastUsed: at('2026-10-01'),
        }),
        addition({ subject: 'seen', used: 1, lastUsed: at('2026-11-20') }),
        addition({
          subject: 'used',
          day: '2026-10-01',
          used: 1,
          lastUsed: at('2026-10-01'),
          uses: [use(1)],
        }),
        addition({ subject: 'wrong', day: '2026-10-01', wrong: 1, lastWrong: at('2026-10-01') }),
      ]);
      await store.forgetBefore('2026-11-01');
      expect(
        [...(await store.of(['seen-long-ago', 'seen', 'used', 'wrong'])).keys()].toSorted(),
      ).toEqual(['seen', 'used', 'wrong']);
    });

    it('knows nothing of nobody', async () => {
      await store.forget([]);
      expect((await store.of([])).size).toBe(0);
    });

    it('is there after it was closed', async () => {
      await store.add([addition({ used: 1 })]);
      await store.close();
      store = open();
      expect((await store.of(['k1'])).get('k1')!.used).toBe(1);
    });
  });
}
